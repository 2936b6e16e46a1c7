// Sessions as the user works with them: named, tagged, switched to. A session that no host has started can be opened by
// a name, so that work in a terminal has one too.

import { randomUUID } from "node:crypto";
import { chatHost } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db } from "../../store/schema.ts";
import { writerOf } from "../../store/writer.ts";
import { isSession } from "./sessions.ts";

/** The host of a session that the user opened in a terminal. */
const terminalHost = "terminal";

export async function openNamedSession(
  db: Db,
  { projectId, name, tags, at }: { projectId: string; name: string | null; tags: string; at: string },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("sessions")
    .values({
      ...{ id, host: terminalHost, project_id: projectId, name, tags, status: "active" },
      ...{ started_at: at, last_seen_at: at, ended_at: null, ...writerOf(db) },
    })
    .execute();
  return id;
}

export async function nameSession(
  db: Db,
  id: string,
  { name, tags }: { name?: string | undefined; tags?: string | undefined },
): Promise<void> {
  const change = { ...(name !== undefined && { name }), ...(tags !== undefined && { tags }) };
  if (Object.keys(change).length === 0) return;
  await db.updateTable("sessions").set(change).where("id", "=", id).execute();
}

/** By its name in the project, its id, or a unique prefix of its id. */
export async function sessionNamed(db: Db, projectId: string | null, typed: string): Promise<string> {
  const named = await db
    .selectFrom("sessions")
    .select("id")
    .where("name", "=", typed)
    .where((eb) => (projectId === null ? eb.val(true) : eb("project_id", "=", projectId)))
    .orderBy("last_seen_at", "desc")
    .limit(2)
    .execute();
  const [only, another] = named;
  if (only && another && !(await isSession(db, typed)))
    throw new TellbackError("ambiguous", `several sessions are called "${typed}"`, {
      hint: "Give the id; `tellback session list` shows it.",
    });
  return only ? only.id : resolveId(db, "sessions", typed);
}

/** Empty for a person in a terminal. */
export type Caller = string;

export async function switchTo(
  db: Db,
  { projectId, caller, sessionId, at }: { projectId: string; caller: Caller; sessionId: string; at: string },
): Promise<void> {
  await db
    .insertInto("current_sessions")
    .values({ project_id: projectId, caller, session_id: sessionId, at })
    .onConflict((conflict) =>
      conflict.columns(["project_id", "caller"]).doUpdateSet({ session_id: sessionId, at }),
    )
    .execute();
}

/** Nobody works in an ended session any more. */
export async function leaveSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("current_sessions").where("session_id", "=", sessionId).execute();
}

export async function switchedTo(db: Db, projectId: string, caller: Caller): Promise<string | null> {
  const row = await db
    .selectFrom("current_sessions")
    .select("session_id")
    .where("project_id", "=", projectId)
    .where("caller", "=", caller)
    .executeTakeFirst();
  return row?.session_id ?? null;
}

export async function newestActive(db: Db, projectId: string): Promise<string | null> {
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("project_id", "=", projectId)
    .where("status", "=", "active")
    // A conversation with the memory is no work.
    .where("host", "!=", chatHost)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}
