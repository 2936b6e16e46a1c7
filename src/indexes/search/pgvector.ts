// Vectors in PostgreSQL with pgvector: a column next to the bytes, with an HNSW index per model.
// Created with the first vector of a model, and only then; without pgvector the vectors are searched in memory.

import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import type { Vectors, Within } from "./nearest.ts";
import { inScope } from "./postgres.ts";
import { decode } from "./vectors/quantise.ts";

export interface VectorModel {
  id: string;
  dimensions: number;
}

/** pgvector, as this server has it. */
interface Extension {
  schema: string;
  version: number;
  hasColumn: boolean;
}

/** The limit of a pgvector index. */
const maxDimensions = 2_000;
/** At 100k documents the ten best are found in 1.0 of cases instead of .97; it also bounds the number of hits. */
const candidates = 200;
/** Up to this many documents in scope are compared one by one: exact, and as fast. */
const scanUpTo = 5_000;
/** Enough to know the mean and deviation of all. */
const measuredRows = 1_000;
const rowsAtOnce = 500;

/** Prepares the server for this model, in steps; does nothing if that is not possible. */
export async function preparePgvector(
  db: Db,
  model: VectorModel,
  onStep: () => Promise<void> | void = () => {},
): Promise<void> {
  if (dialectOf(db) !== "postgres" || model.dimensions > maxDimensions) return;
  const extension = (await extensionOf(db)) ?? (await install(db));
  if (!extension || (await isReady(db, model, extension))) return;
  if (!extension.hasColumn) {
    await alone(db, async (tx) => {
      await sql`alter table document_vectors add column if not exists embedding ${typeOf(extension)}`.execute(
        tx,
      );
      await sql`create index if not exists document_vectors_to_fill on document_vectors (model)
        where embedding is null`.execute(tx);
    });
  }
  while ((await fillSome(db, model, extension)) > 0) await onStep();
  const type = sql`${typeOf(extension)}(${sql.lit(model.dimensions)})`;
  await alone(db, (tx) =>
    sql`create index if not exists ${sql.id(indexOf(model))} on document_vectors
      using hnsw ((embedding::${type}) ${sql.id(extension.schema, "vector_cosine_ops")})
      where model = ${sql.lit(model.id)}`.execute(tx),
  );
  // Without statistics PostgreSQL would sort everything instead of using the index.
  await sql`analyze document_vectors`.execute(db);
}

/** In the transaction that stores the bytes: the same vectors for pgvector, if it is used. */
export async function fillPgvector(tx: Db, model: VectorModel, seqs: readonly number[]): Promise<void> {
  if (dialectOf(tx) !== "postgres" || model.dimensions > maxDimensions) return;
  const extension = await extensionOf(tx);
  if (!extension?.hasColumn) return;
  await fillSome(tx, model, extension, sql`and document_seq = any(${arrayOf(seqs)}::bigint[])`);
}

/** Vectors on the server, or null if it has none or not all of this model. */
export async function openPgvector(db: Db, model: VectorModel): Promise<Vectors | null> {
  if (dialectOf(db) !== "postgres") return null;
  const extension = await extensionOf(db);
  if (!extension || !(await isReady(db, model, extension))) return null;

  const ours = sql`v.model = ${sql.lit(model.id)}`;
  const type = sql`${typeOf(extension)}(${sql.lit(model.dimensions)})`;
  const distance = (query: string) =>
    sql`(v.embedding::${type} operator(${sql.id(extension.schema)}.<=>) ${query}::${type})`;

  async function nearest(query: string, k: number, { scope, bits }: Within): Promise<Hit[]> {
    if (bits && bits.rows <= scanUpTo) {
      const { rows } = await sql<Hit>`select v.document_seq as key, 1 - ${distance(query)} as score
        from document_vectors v join documents d on d.seq = v.document_seq
        where ${ours} ${inScope(scope)} order by 1 - ${distance(query)} desc limit ${k}`.execute(db);
      return rows;
    }
    return db.transaction().execute(async (tx) => {
      await sql`set local hnsw.ef_search = ${sql.lit(Math.max(candidates, k))}`.execute(tx);
      // Continues if the scope leaves too few; the result is nearly in order, and is sorted below.
      if (bits && extension && extension.version >= 0.08)
        await sql`set local hnsw.iterative_scan = relaxed_order`.execute(tx);
      const { rows } = await sql<Hit>`select v.document_seq as key, 1 - ${distance(query)} as score
        from document_vectors v ${bits ? sql`join documents d on d.seq = v.document_seq` : sql``}
        where ${ours} ${inScope(scope)} order by ${distance(query)} limit ${k}`.execute(tx);
      return rows;
    });
  }

  async function spreadOf(query: string, { bits, sample }: Within) {
    const measured = sample(measuredRows);
    const { rows } = await sql<{ n: number; mean: number | null; deviation: number | null }>`
      select count(*) as n, avg(1 - ${distance(query)}) as mean, stddev_pop(1 - ${distance(query)}) as deviation
      from document_vectors v where ${ours} and v.document_seq = any(${arrayOf(measured)}::bigint[])`.execute(
      db,
    );
    const { n = 0, mean = 0, deviation = 0 } = rows[0] ?? {};
    return {
      rows: bits?.rows ?? Math.max(n, measured.length),
      mean: mean ?? 0,
      deviation: deviation ?? 0,
      measured: n,
    };
  }

  return {
    async search(vector, k, within) {
      const query = textOf(vector);
      const [found, spread] = await Promise.all([nearest(query, k, within), spreadOf(query, within)]);
      return { hits: found.sort((a, b) => b.score - a.score || a.key - b.key), spread };
    },
    async scoresOf(vector, seqs) {
      const { rows } = await sql<Hit>`select v.document_seq as key, 1 - ${distance(textOf(vector))} as score
        from document_vectors v where ${ours} and v.document_seq = any(${arrayOf(seqs)}::bigint[])`.execute(
        db,
      );
      return new Map(rows.map(({ key, score }) => [key, score]));
    },
    // The server is always up to date; deleting a document deletes its vector.
    async refresh() {},
    keepOnly() {},
    async saveSidecar() {},
  };
}

interface Hit {
  key: number;
  score: number;
}

async function extensionOf(db: Db): Promise<Extension | null> {
  const { rows } = await sql<{ schema: string; version: string; has_column: boolean }>`
    select n.nspname as schema, e.extversion as version, exists (
      select 1 from pg_attribute
      where attrelid = to_regclass('document_vectors') and attname = 'embedding' and not attisdropped
    ) as has_column
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const [major = 0, minor = 0] = row.version.split(".").map(Number);
  return { schema: row.schema, version: major + minor / 100, hasColumn: row.has_column };
}

/** Installs it if the server allows: in `public`, because other programs may use it too. */
async function install(db: Db): Promise<Extension | null> {
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0) return null;
  try {
    await alone(db, (tx) => sql`create extension if not exists vector with schema public`.execute(tx));
  } catch {
    return null; // Not ours to install: its administrator can, and then it is used.
  }
  return extensionOf(db);
}

async function isReady(db: Db, model: VectorModel, extension: Extension): Promise<boolean> {
  if (!extension.hasColumn) return false;
  const { rows } = await sql<{ is_ready: boolean }>`
    select exists (select 1 from pg_index where indexrelid = to_regclass(${indexOf(model)}) and indisvalid)
      and not exists (select 1 from document_vectors where model = ${model.id} and embedding is null)
      as is_ready`.execute(db);
  return rows[0]?.is_ready ?? false;
}

/** Copies some vectors that exist only as bytes. */
async function fillSome(
  db: Db,
  model: VectorModel,
  extension: Extension,
  only: RawBuilder<unknown> = sql``,
): Promise<number> {
  const { rows } = await sql<{ id: number; vector: Uint8Array }>`
    select id, vector from document_vectors where model = ${model.id} and embedding is null ${only}
    order by id limit ${sql.lit(rowsAtOnce)}`.execute(db);
  if (rows.length === 0) return 0;
  const values = rows.map(({ id, vector }) => sql`(${id}::bigint, ${textOf(decode(vector))})`);
  await sql`update document_vectors v set embedding = given.vector::${typeOf(extension)}
    from (values ${sql.join(values)}) as given (id, vector) where v.id = given.id`.execute(db);
  return rows.length;
}

/** Two programs that create the same thing at once make each other fail. */
async function alone(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('tellback pgvector'))`.execute(tx);
    await work(tx);
  });
}

function typeOf({ schema }: Extension): RawBuilder<unknown> {
  return sql.id(schema, "vector");
}

function indexOf({ id }: VectorModel): string {
  return `document_vectors_near_${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
}

function textOf(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}

function arrayOf(seqs: Iterable<number>): string {
  return `{${[...seqs].join(",")}}`;
}
