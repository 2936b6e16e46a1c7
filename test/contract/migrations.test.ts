// The store's tables: created, undone, created again, and left unchanged if a newer tellback created them.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { dialectOf } from "../../src/store/dialect.ts";
import { migrateDown, migrateUp, migrationStatus } from "../../src/store/migrate.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { aSession } from "./samples.ts";

const names = [
  "0001-episodic",
  "0002-full-text",
  "0003-vectors",
  "0004-spend",
  "0005-knowledge",
  "0006-compression",
  "0007-compactions",
  "0008-injections",
  "0009-graph",
  "0010-job-deaths",
  "0011-search-upkeep",
  "0012-sessions-without-tokens-compressed",
  "0013-turns",
  "0014-turn-values",
  "0015-injected-words",
  "0016-word-totals",
  "0017-said-by",
  "0018-code-map",
  "0019-tasks",
  "0020-functions",
  "0021-portable",
  "0022-sources",
  "0023-sync",
  "0024-session-order",
  "0025-symbol-words",
];

forEachStore((open, name) => {
  test("status lists every migration with the time of its application", async () => {
    const { db } = await open();
    const status = await migrationStatus(db);
    expect(status.map((one) => one.name)).toEqual(names);
    for (const one of status) expect(Date.parse(one.appliedAt ?? "")).not.toBeNaN();
  });

  test("down undoes one at a time, newest first, and up again gives an equal schema", async () => {
    const { db } = await open();
    const before = await schemaOf(db);
    expect(await migrateDown(db)).toEqual(names.slice(-1));
    expect((await migrationStatus(db)).map((one) => one.appliedAt === null)).toEqual(
      names.map((name) => name === names.at(-1)),
    );
    for (const name of names.slice(0, -1).reverse()) expect(await migrateDown(db)).toEqual([name]);
    expect(await migrateDown(db)).toEqual([]);
    expect(await tablesOf(db)).toEqual(["schema_lock", "schema_migrations"]);
    expect(await migrateUp(db)).toEqual(names);
    expect(await schemaOf(db)).toEqual(before);
  });

  test("up on a store that is up to date does nothing", async () => {
    const { db } = await open();
    expect(await migrateUp(db)).toEqual([]);
  });

  test("a store written by a newer tellback is refused, and nothing in it changes", async () => {
    const place = await open.place();
    const { db } = await place.open();
    await aSession(db);
    await sql`insert into schema_migrations (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      db,
    );
    const before = [await schemaOf(db), await db.selectFrom("sessions").selectAll().execute()];

    const refusal = { code: "store_newer", message: expect.stringContaining("9999-future") };
    await expect(place.open()).rejects.toMatchObject(refusal);
    await expect(migrateUp(db)).rejects.toMatchObject(refusal);
    await expect(migrateDown(db)).rejects.toMatchObject(refusal);

    expect([await schemaOf(db), await db.selectFrom("sessions").selectAll().execute()]).toEqual(before);
  });

  // SQLite waits for a lock by stopping the whole process, so writers.test.ts tests this with several processes.
  if (name !== "SQLite")
    test("several programs may open an empty store at once", async () => {
      const place = await open.place();
      const memories = await Promise.all(Array.from({ length: 6 }, () => place.open()));
      for (const { db } of memories) expect(await migrateUp(db)).toEqual([]);
    });

  if (name !== "SQLite")
    test("tables of other programs in the same database are not changed", async () => {
      const place = await open.place();
      const { db: other } = await place.open();
      await sql`drop schema tellback cascade`.execute(other);
      for (const table of ["schema_migrations", "sessions", "events"]) {
        await sql`create table public.${sql.id(table)} (version text)`.execute(other);
        await sql`insert into public.${sql.id(table)} values ('theirs')`.execute(other);
      }
      const { db } = await place.open();
      await aSession(db);
      for (const _ of names) await migrateDown(db);
      for (const table of ["schema_migrations", "sessions", "events"]) {
        const { rows } = await sql`select * from public.${sql.id(table)}`.execute(db);
        expect(rows).toEqual([{ version: "theirs" }]);
        await sql`drop table public.${sql.id(table)}`.execute(db);
      }
    });
});

async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map((table) => table.name).sort();
}

/** Everything in the schema, as the database describes it. */
async function schemaOf(db: Db): Promise<unknown> {
  if (dialectOf(db) === "sqlite") {
    return (await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)).rows;
  }
  const columns =
    await sql`select table_name, column_name, data_type, collation_name, is_nullable, column_default
    from information_schema.columns where table_schema = 'tellback' order by 1, 2`.execute(db);
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'tellback' order by 1`.execute(
    db,
  );
  const constraints = await sql`select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'tellback'::regnamespace order by 1`.execute(db);
  return [columns.rows, indexes.rows, constraints.rows];
}
