// Empties a PostgreSQL database between tests. Creating sixty tables takes a third of a second and more on PGlite;
// deleting the few rows of a test takes a tenth of that. So the tables are kept, unless a test has changed their shape
// or left much in them: deleted rows stay in the files.

import postgres, { type Sql } from "postgres";
import { openMemory } from "../../src/journeys/followers.ts";
import { tempDir } from "./temp.ts";

/** What the tables are like before the first test writes into them. */
interface Pristine {
  shape: string;
  /** Rows of the migrations themselves, as JSON, by table. */
  rows: Map<string, string>;
}

const maxTableBytes = 1_000_000;
const pristine = new Map<string, Pristine>();

/** As it is after the first start of tellback. */
export async function emptyTables(url: string): Promise<void> {
  await using sql = connect(url);
  const known = pristine.get(url);
  if (known && (await shapeOf(sql)) === known.shape) return await deleteRows(sql, known);
  await dropSchema(sql);
  await using home = await tempDir("egstore");
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_STORE_URL: url } });
  await memory.close();
  pristine.set(url, await describe(sql));
}

/** As it is before the first start of tellback. */
export async function dropTables(url: string): Promise<void> {
  await using sql = connect(url);
  await dropSchema(sql);
}

function connect(url: string): Sql & AsyncDisposable {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end() });
}

async function dropSchema(sql: Sql): Promise<void> {
  await sql`drop schema if exists tellback cascade`;
  // PGlite is one session and ignores the settings with which a connection starts; these stay.
  await sql`set search_path = tellback, public`;
}

/** Tables, indexes and living columns (relnatts counts dropped ones); a large table gives a shape that no other has. */
async function shapeOf(sql: Sql): Promise<string> {
  const [row] = await sql<{ shape: string }[]>`
    select coalesce(string_agg(distinct c.relname || ' ' || (
          select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), ','
        || case when pg_total_relation_size(c.oid) > ${maxTableBytes} then 'large' else '' end), '') as shape
    from pg_class c where c.relnamespace = to_regnamespace('tellback') and c.relkind in ('r', 'i')`;
  return row?.shape ?? "";
}

async function describe(sql: Sql): Promise<Pristine> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'tellback'::regnamespace and relkind = 'r'`;
  const rows = new Map<string, string>();
  for (const { name } of names) {
    const [found] = await sql<{ rows: string | null }[]>`
      select json_agg(t)::text as rows from tellback.${sql(name)} t`;
    if (found?.rows) rows.set(name, found.rows);
  }
  return { shape: await shapeOf(sql), rows };
}

async function deleteRows(sql: Sql, { rows }: Pristine): Promise<void> {
  const used = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'tellback'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;
  await sql.begin(async (tx) => {
    // Without triggers and foreign keys, so that the order of the tables does not matter.
    const deletions = used.map(({ name }) => `delete from tellback."${name}"`);
    await tx.unsafe(["set local session_replication_role = replica", ...deletions].join(";"));
    for (const [name, json] of rows)
      await tx`insert into tellback.${tx(name)}
        select * from json_populate_recordset(null::tellback.${tx(name)}, ${json}::text::json)`;
    await tx`select setval(oid::regclass, 1, false) from pg_class
      where relnamespace = 'tellback'::regnamespace and relkind = 'S'`;
  });
}
