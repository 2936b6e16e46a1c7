// Excerpts of events that wait for a model: stored with the observation, taken in batches, deleted once it is improved.

import type { Db } from "../../store/schema.ts";

export interface WaitingExcerpt {
  observationId: string;
  sessionId: string;
  /** A short form of the user's prompt. */
  asked: string | null;
  text: string;
  title: string;
  summary: string;
  detail: string;
  files: string[];
  symbols: string[];
  rawBytes: number;
  tries: number;
}

export async function keepExcerpt(
  db: Db,
  observationId: string,
  text: string,
  at = new Date(),
): Promise<void> {
  await db
    .insertInto("raw")
    .values({ observation_id: observationId, text, kept_at: at.toISOString(), trouble: null })
    .onConflict((conflict) => conflict.column("observation_id").doNothing())
    .execute();
}

/** Of one session, in the order in which it happened; an excerpt that failed before is sent alone. */
export async function nextBatch(
  db: Db,
  max: { items: number; characters: number },
): Promise<WaitingExcerpt[]> {
  const [first, ...more] = await waiting(db, max.items);
  if (!first || first.tries > 0) return first ? [first] : [];
  const batch = [first];
  let characters = first.text.length;
  for (const one of more) {
    characters += one.text.length;
    if (one.sessionId !== first.sessionId || one.tries > 0 || characters > max.characters) break;
    batch.push(one);
  }
  return batch;
}

/** Those of a batch that still wait. */
export async function batchOf(db: Db, observationIds: readonly string[]): Promise<WaitingExcerpt[]> {
  if (observationIds.length === 0) return [];
  return (await waiting(db, observationIds.length, observationIds)).filter(({ tries }) => tries === 0);
}

async function waiting(db: Db, limit: number, only?: readonly string[]): Promise<WaitingExcerpt[]> {
  const rows = await db
    .selectFrom("raw")
    .innerJoin("observations as o", "o.id", "raw.observation_id")
    .select((eb) => [
      "o.id as observationId",
      "o.session_id as sessionId",
      "o.title",
      "o.summary",
      "o.detail",
      "o.files",
      "o.symbols",
      "o.raw_bytes as rawBytes",
      "raw.text",
      "raw.tries",
      eb
        .selectFrom("observations as p")
        .select("p.summary")
        .whereRef("p.session_id", "=", "o.session_id")
        .whereRef("p.prompt_id", "=", "o.prompt_id")
        .where("p.kind", "=", "prompt")
        .orderBy("p.seq", "desc")
        .limit(1)
        .as("asked"),
    ])
    .$if(only !== undefined, (query) => query.where("o.id", "in", only ?? []))
    .orderBy("raw.tries")
    .orderBy("o.seq")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    files: JSON.parse(row.files),
    symbols: JSON.parse(row.symbols),
    rawBytes: Number(row.rawBytes),
  }));
}

export async function dropExcerpts(db: Db, observationIds: readonly string[]): Promise<void> {
  if (observationIds.length === 0) return;
  await db.deleteFrom("raw").where("observation_id", "in", observationIds).execute();
}

/** `paid`: the call had a cost, so the number of retries is limited. */
export async function noteTrouble(
  db: Db,
  observationIds: readonly string[],
  trouble: string,
  paid: boolean,
): Promise<void> {
  await db
    .updateTable("raw")
    .set((eb) => ({ trouble, tries: eb("tries", "+", paid ? 1 : 0) }))
    .where("observation_id", "in", observationIds)
    .execute();
}

export async function countWaiting(
  db: Db,
  sessionId?: string,
): Promise<{ waiting: number; trouble: string | null }> {
  const row = await db
    .selectFrom("raw")
    .$if(sessionId !== undefined, (query) =>
      query.where("observation_id", "in", (eb) =>
        eb
          .selectFrom("observations")
          .select("id")
          .where("session_id", "=", sessionId ?? ""),
      ),
    )
    .select((eb) => [eb.fn.countAll<number>().as("n"), eb.fn.max("trouble").as("trouble")])
    .executeTakeFirst();
  return { waiting: Number(row?.n ?? 0), trouble: row?.trouble ?? null };
}

/** Drops excerpts that no model used in time; the observation keeps the rules' text. */
export async function pruneExcerpts(db: Db, keptBefore: string): Promise<void> {
  await db.deleteFrom("raw").where("kept_at", "<", keptBefore).execute();
}
