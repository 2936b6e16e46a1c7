// Vectors of documents in the store: computed by a model, kept as int8 with the model's id.

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Embedder } from "../../models/embed/embedder.ts";
import type { OwnerKind } from "../../protocol/owners.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db, DocumentRow } from "../../store/schema.ts";
import { writerOf } from "../../store/writer.ts";
import { meaningOf } from "./documents.ts";
import { fillPgvector } from "./pgvector.ts";
import { decode, encode } from "./vectors/quantise.ts";

/** Planned again after so many, so that new documents overtake a long import: half a minute of the bundled model. */
const maxPlanned = 1_024;

/**
 * Documents without a vector of this model, in the order in which they should get one: words (prompts, replies, summaries,
 * knowledge) are what people ask for, actions are many and mostly found by full text; of each the newest first, by
 * the time at which they happened, because an import stores the newest sessions first.
 */
export async function planVectors(db: Db, model: string): Promise<number[]> {
  const isAction = sql<number>`case when d.owner_kind = 'observation' and d.author is null then 1 else 0 end`;
  const rows = await ((await readsAlone(db, model)) ? written(db) : withoutVector(db, model))
    .select("d.seq")
    .orderBy(isAction)
    .orderBy("d.happened_at", "desc")
    .orderBy("d.seq", "desc")
    .limit(maxPlanned)
    .execute();
  return rows.map(({ seq }) => Number(seq));
}

/** Embeds these documents, in this order. */
export async function indexVectors(db: Db, embedder: Embedder, seqs: readonly number[]): Promise<void> {
  const hasReadAll = await readsAlone(db, embedder.id);
  const found = await db.selectFrom("documents").selectAll().where("seq", "in", seqs).execute();
  const rows = found.sort((a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq));
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
    const read = hasReadAll ? [...unchanged] : [];
    if (read.length > 0)
      await tx.deleteFrom("documents_to_embed").where("document_seq", "in", read).execute();
  });
}

/** Documents written since this model had embedded everything. */
function written(db: Db) {
  return db.selectFrom("documents as d").innerJoin("documents_to_embed as w", "w.document_seq", "d.seq");
}

/** For a model that has not embedded everything yet: scans all documents. */
function withoutVector(db: Db, model: string) {
  return db.selectFrom("documents as d").where(({ not, exists, selectFrom }) => {
    const own = selectFrom("document_vectors as v").select("v.id").whereRef("v.document_seq", "=", "d.seq");
    return not(exists(own.where("v.model", "=", model)));
  });
}

/** It has read everything once, and no other model needs to know what was written since. */
async function readsAlone(db: Db, model: string): Promise<boolean> {
  const rows = await db.selectFrom("embedders").select("id").where("is_complete", "=", 1).execute();
  return rows.length === 1 && rows[0]?.id === model;
}

/** Whether there is something to embed for this model. */
export async function hasToEmbed(db: Db, model: string): Promise<boolean> {
  const left = (await readsAlone(db, model)) ? written(db) : withoutVector(db, model);
  return (
    (await left.select("d.seq").limit(1).executeTakeFirst()) !== undefined || !(await isKnown(db, model))
  );
}

/** The documents whose text is still what the model has read: one may have been edited or deleted meanwhile. */
async function sameAs(tx: Db, read: readonly DocumentRow[]): Promise<Set<number>> {
  const textOf = new Map(read.map((row) => [row.seq, meaningOf(row)]));
  const query = tx
    .selectFrom("documents")
    .selectAll()
    .where("seq", "in", [...textOf.keys()]);
  const rows = await (dialectOf(tx) === "postgres" ? query.forShare() : query).execute();
  return new Set(rows.filter((row) => meaningOf(row) === textOf.get(row.seq)).map((row) => row.seq));
}

/** The model whose vectors can serve now: the given one, or its predecessor while vectors are being computed. */
export async function servingSettings(db: Db, current: string): Promise<string | null> {
  const rows = await db.selectFrom("embedders").selectAll().where("is_complete", "=", 1).execute();
  if (rows.some((row) => row.id === current)) return null;
  return rows[0]?.settings ?? null;
}

async function isKnown(db: Db, model: string): Promise<boolean> {
  const row = await db.selectFrom("embedders").select("id").where("id", "=", model).executeTakeFirst();
  return row !== undefined;
}

/** A machine that shares the store may use another model; one that is silent for so long does not come back. */
const usedWithinMs = 14 * 24 * 60 * 60_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** From now on this model serves here; vectors that no machine uses are deleted. */
export async function markComplete(db: Db, model: string, settings: string, now = new Date()): Promise<void> {
  const since = dayOf(new Date(now.getTime() - usedWithinMs));
  const me = writerOf(db).machine ?? "";
  const known = await db.selectFrom("embedders").selectAll().execute();
  const users = (used: string) =>
    Object.fromEntries(
      Object.entries(JSON.parse(used)).filter(([by, day]) => by !== me && String(day) >= since),
    );
  const used_by = { ...users(known.find(({ id }) => id === model)?.used_by ?? "{}"), [me]: dayOf(now) };
  const row = { id: model, settings, is_complete: 1, used_by: JSON.stringify(used_by) };
  if (known.length === 1 && isDeepStrictEqual({ ...known[0] }, row)) return;
  const others = known
    .filter(({ id }) => id !== model)
    .map((one) => ({ id: one.id, by: users(one.used_by) }));
  const kept = others.filter(({ by }) => Object.keys(by).length > 0);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("embedders")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    for (const { id, by } of kept)
      await tx
        .updateTable("embedders")
        .set({ used_by: JSON.stringify(by) })
        .where("id", "=", id)
        .execute();
    const serving = [model, ...kept.map(({ id }) => id)];
    await tx.deleteFrom("embedders").where("id", "not in", serving).execute();
    await tx.deleteFrom("document_vectors").where("model", "not in", serving).execute();
  });
  if (await readsAlone(db, model)) await forgetRead(db, model);
}

/** Documents written before the model had embedded everything no longer wait. */
async function forgetRead(db: Db, model: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A transaction that is changing a document must finish first: the new text must not be dropped.
    if (dialectOf(tx) === "postgres") await sql`lock table documents_to_embed in exclusive mode`.execute(tx);
    const read = tx.selectFrom("document_vectors").select("document_seq").where("model", "=", model);
    await tx.deleteFrom("documents_to_embed").where("document_seq", "in", read).execute();
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

/** The vectors of some owners' documents, if this model has any yet. */
export async function vectorsOf(
  db: Db,
  model: string,
  kind: OwnerKind,
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
