// Replies that contain commands, each identified by its message: a repeated report adds nothing.

import { createHash } from "node:crypto";
import type { CommandsRow, Db } from "../../store/schema.ts";

export interface Reply {
  /** The host's id of the message; null if only its text is known yet. */
  messageId: string | null;
  /** Of the observation of the reply. */
  hostKey: string | null;
  sessionId: string;
  agent: string;
  /** Distinguishes replies with the same text: the prompt or the sub-agent. */
  within: string;
  text: string;
  at: string;
  commands: readonly unknown[];
}

const withoutId = "text:";

/** The message id of a reply that only a hook reported. */
export function messageOfHook(hash: string): string {
  return `hook:${hash}`;
}

/**
 * True if it is new. A reply that was known only by its text, because the host had not written it yet, gets its
 * message id once that is known: it is the same reply.
 */
export async function noteReply(db: Db, reply: Reply): Promise<boolean> {
  const hash = replyHash(reply);
  const { messageId } = reply;
  if (messageId !== null && (await takeId(db, reply, hash))) return false;
  if (messageId === null && (await isKnown(db, reply.sessionId, hash))) return false;
  const row = await db
    .insertInto("commands")
    .values({
      message_id: messageId ?? `${withoutId}${hash}`,
      session_id: reply.sessionId,
      host_key: reply.hostKey,
      agent: reply.agent,
      reply_hash: hash,
      happened_at: reply.at,
      commands: JSON.stringify(reply.commands),
      total: reply.commands.length,
    })
    .onConflict((conflict) => conflict.column("message_id").doNothing())
    .returning("seq")
    .executeTakeFirst();
  return row !== undefined;
}

async function takeId(db: Db, { sessionId, messageId, hostKey }: Reply, hash: string): Promise<boolean> {
  const taken = await db
    .updateTable("commands")
    .set({ message_id: messageId ?? "", host_key: hostKey })
    .where("message_id", "in", [`${withoutId}${hash}`, messageOfHook(hash)])
    .where("session_id", "=", sessionId)
    .returning("seq")
    .executeTakeFirst();
  return taken !== undefined;
}

async function isKnown(db: Db, sessionId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom("commands")
    .select("seq")
    .where("session_id", "=", sessionId)
    .where("reply_hash", "=", hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Hash of a reply's text and its origin: identifies it before its message id is known. */
export function replyHash({ sessionId, within, text }: Pick<Reply, "sessionId" | "within" | "text">): string {
  return createHash("sha256").update(`${sessionId}\n${within}\n${text.trim()}`).digest("hex").slice(0, 32);
}

/** Replies with commands that were not executed yet, in the order in which they were written. */
export async function waitingReplies(db: Db, sessionId: string): Promise<CommandsRow[]> {
  return db
    .selectFrom("commands")
    .selectAll()
    .where("session_id", "=", sessionId)
    .whereRef("done", "<", "total")
    .orderBy("happened_at")
    .orderBy("seq")
    .execute();
}

/** Counts one more command as executed, in its own transaction; false if another worker was first. */
export async function markDone(db: Db, seq: number, index: number): Promise<boolean> {
  const done = await db
    .updateTable("commands")
    .set({ done: index + 1 })
    .where("seq", "=", seq)
    .where("done", "=", index)
    .returning("seq")
    .executeTakeFirst();
  return done !== undefined;
}

export async function hasCommands(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("commands")
    .select("session_id")
    .where("session_id", "=", sessionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
