// What waits for a session: answers to its agent's commands and what went wrong with them, told at its next prompt,
// to this session alone.

import type { Db } from "../../store/schema.ts";

export interface PendingItem {
  id: string;
  text: string;
  /** Where it is from and since when. */
  from: string;
  caution?: string | undefined;
}

export interface Pending {
  kind: "result" | "error" | "reminder";
  /** What it answers, in one line. */
  about: string;
  items: PendingItem[];
}

export async function addPending(db: Db, sessionId: string, pending: Pending, at: string): Promise<void> {
  await db
    .insertInto("pending")
    .values({
      session_id: sessionId,
      kind: pending.kind,
      about: pending.about,
      items: JSON.stringify(pending.items),
      created_at: at,
      given_at: null,
    })
    .execute();
}

/** What was not told yet, in the order in which it came. */
export async function pendingOf(db: Db, sessionId: string): Promise<(Pending & { seq: number })[]> {
  const rows = await db
    .selectFrom("pending")
    .select(["seq", "kind", "about", "items"])
    .where("session_id", "=", sessionId)
    .where("given_at", "is", null)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, kind, about, items }) => ({
    seq: Number(seq),
    kind,
    about,
    items: JSON.parse(items) as PendingItem[],
  }));
}

/** From now on they count as told. */
export async function markGiven(db: Db, seqs: readonly number[], at: string): Promise<void> {
  if (seqs.length === 0) return;
  await db.updateTable("pending").set({ given_at: at }).where("seq", "in", seqs).execute();
}

/** Whether the session was reminded before, told or not. */
export async function wasReminded(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("pending")
    .select("seq")
    .where("session_id", "=", sessionId)
    .where("kind", "=", "reminder")
    .executeTakeFirst();
  return row !== undefined;
}
