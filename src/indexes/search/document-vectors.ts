// Vectors of documents in the store: made by a model, kept as int8 with the model's id.

import type { Embedder } from "../../models/embed/embedder.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import { fillPgvector } from "./pgvector.ts";
import { decode, encode } from "./vectors/quantise.ts";

const documentsAtOnce = 16;

export interface Embedded {
  documents: number;
  /** The oldest of them: go on before it. */
  oldest: number;
}

/** Gives vectors to some documents that have none of this model, the newest first; or finds none before that one. */
export async function indexVectors(
  db: Db,
  embedder: Embedder,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Embedded | null> {
  const rows = await db
    .selectFrom("documents as d")
    .leftJoin("document_vectors as v", (join) =>
      join.onRef("v.document_seq", "=", "d.seq").on("v.model", "=", embedder.id),
    )
    .selectAll("d")
    .where("v.id", "is", null)
    .where("d.seq", "<", before)
    .orderBy("d.seq", "desc")
    .limit(documentsAtOnce)
    .execute();
  const oldest = rows.at(-1)?.seq;
  if (oldest === undefined) return null;
  const vectors = await embedder.embed(rows.map(meaningOf), "document", "observation");
  await db.transaction().execute(async (tx) => {
    const unchanged = await sameAs(tx, rows);
    for (const [i, row] of rows.entries()) {
      const vector = vectors[i];
      if (!vector || !unchanged.has(row.seq)) continue;
      await tx
        .insertInto("document_vectors")
        .values({ document_seq: row.seq, model: embedder.id, vector: encode(vector) })
        .onConflict((conflict) => conflict.columns(["document_seq", "model"]).doNothing())
        .execute();
    }
    await fillPgvector(tx, embedder, [...unchanged]);
  });
  return { documents: rows.length, oldest };
}

/** Which documents still say what the model has read: one may have been edited or deleted meanwhile. */
async function sameAs(tx: Db, read: readonly DocumentRow[]): Promise<Set<number>> {
  const textOf = new Map(read.map((row) => [row.seq, meaningOf(row)]));
  const query = tx
    .selectFrom("documents")
    .selectAll()
    .where("seq", "in", [...textOf.keys()]);
  const rows = await (dialectOf(tx) === "postgres" ? query.forShare() : query).execute();
  return new Set(rows.filter((row) => meaningOf(row) === textOf.get(row.seq)).map((row) => row.seq));
}

/** The model whose vectors can answer now: the given one, or the one before it while its vectors are being made. */
export async function servingSettings(db: Db, current: string): Promise<string | null> {
  const rows = await db.selectFrom("embedders").selectAll().where("is_complete", "=", 1).execute();
  if (rows.some((row) => row.id === current)) return null;
  return rows[0]?.settings ?? null;
}

/** From now on this model answers; what others made is of no use any more. */
export async function markComplete(db: Db, model: string, settings: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = { id: model, settings, is_complete: 1 };
    await tx
      .insertInto("embedders")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await tx.deleteFrom("embedders").where("id", "!=", model).execute();
    await tx.deleteFrom("document_vectors").where("model", "!=", model).execute();
  });
}

/** How many documents have a vector of this model, and how many there are. */
export async function vectorProgress(db: Db, model: string): Promise<{ done: number; all: number }> {
  const count = (n: number | undefined) => Number(n ?? 0);
  const all = await db
    .selectFrom("documents")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  const done = await db
    .selectFrom("document_vectors")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("model", "=", model)
    .executeTakeFirst();
  return { done: count(done?.n), all: count(all?.n) };
}

/** The vectors of some owners' documents, where there are any of this model yet. */
export async function vectorsOf(
  db: Db,
  model: string,
  kind: string,
  owners: readonly string[],
): Promise<Map<string, Float32Array>> {
  if (owners.length === 0) return new Map();
  const rows = await db
    .selectFrom("documents as d")
    .innerJoin("document_vectors as v", "v.document_seq", "d.seq")
    .select(["d.owner_id", "v.vector"])
    .where("d.owner_kind", "=", kind)
    .where("d.owner_id", "in", owners)
    .where("v.model", "=", model)
    .execute();
  return new Map(rows.map(({ owner_id, vector }) => [owner_id, decode(vector)]));
}

/** What the model reads of a document. Who said it belongs to what it means. */
export function meaningOf(row: Pick<DocumentRow, "author" | "title" | "summary" | "detail">): string {
  const texts = [row.title, row.summary, row.detail].filter(
    (text, i, all) => text !== "" && all.indexOf(text) === i,
  );
  const text = texts.join("\n");
  return row.author ? `${row.author}: ${text}` : text;
}
