// What waits for a session: results and errors of its agent's commands, injected at its next prompt, into this session
// only.

import type { Db } from "../../store/schema.ts";

export interface PendingItem {
  id: string;
  text: string;
  /** Source and date. */
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

/** Items that were not injected yet, in the order of arrival. */
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

/** Marks them as injected. */
export async function markGiven(db: Db, seqs: readonly number[], at: string): Promise<void> {
  if (seqs.length === 0) return;
  await db.updateTable("pending").set({ given_at: at }).where("seq", "in", seqs).execute();
}

/** Whether the session already has a reminder, injected or waiting. */
export async function wasReminded(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("pending")
    .select("seq")
    .where("session_id", "=", sessionId)
    .where("kind", "=", "reminder")
    .executeTakeFirst();
  return row !== undefined;
}
