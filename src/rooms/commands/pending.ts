// What waits for a session: results and errors of its agent's commands, injected at its next prompt, into this session
// only.

import type { Db, PendingRow } from "../../store/schema.ts";

export interface PendingItem {
  id: string;
  text: string;
  /** Source and date. */
  from: string;
  caution?: string | undefined;
}

export interface PendingAnswer {
  /** A node in full (expanded) also waits for the next session, if its own ends before. */
  kind: "result" | "expanded" | "error" | "reminder";
  /** What it answers, in one line. */
  about: string;
  items: PendingItem[];
}

export async function addPending(
  db: Db,
  sessionId: string,
  pending: PendingAnswer,
  at: string,
): Promise<void> {
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
export async function pendingOf(db: Db, sessionId: string): Promise<Waiting[]> {
  const rows = await db
    .selectFrom("pending")
    .select(["seq", "kind", "about", "items"])
    .where("session_id", "=", sessionId)
    .where("given_at", "is", null)
    .orderBy("seq")
    .execute();
  return rows.map(asPending);
}

type Waiting = PendingAnswer & { seq: number };

function asPending({
  seq,
  kind,
  about,
  items,
}: Pick<PendingRow, "seq" | "kind" | "about" | "items">): Waiting {
  return { seq: Number(seq), kind, about, items: JSON.parse(items) as PendingItem[] };
}

/** Nodes in full that these sessions asked for and did not get, the newest ones. */
export async function expandedIn(db: Db, sessions: readonly string[], limit: number): Promise<Waiting[]> {
  if (sessions.length === 0) return [];
  const rows = await db
    .selectFrom("pending")
    .select(["seq", "kind", "about", "items"])
    .where("session_id", "in", sessions)
    .where("kind", "=", "expanded")
    .where("given_at", "is", null)
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.map(asPending).reverse();
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
