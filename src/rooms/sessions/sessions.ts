// Sessions: created by the first event that arrives, resumed, ended, listed.

import { scrubSoon } from "../../indexes/search/documents.ts";
import { chatHost } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { everywhere, type ProjectScope } from "../../protocol/scope.ts";
import type { Session } from "../../protocol/sessions.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { bury } from "../../store/tombstones.ts";
import { writerOf } from "../../store/writer.ts";

export interface OpenedSession {
  sessionId: string;
  projectId: string;
  root: string;
}

export type SessionEvent = Pick<HookEvent, "type" | "host" | "sessionId" | "projectDir" | "at">;

/** The session of an event, which extends it; null if it is not known yet. */
export async function continueSession(db: Db, event: SessionEvent): Promise<OpenedSession | null> {
  const known = await db
    .selectFrom("sessions")
    .innerJoin("projects", "projects.id", "sessions.project_id")
    .select(["projects.id as projectId", "projects.root"])
    .where("sessions.id", "=", event.sessionId)
    .executeTakeFirst();
  if (!known) return null;
  await markSeen(db, event.sessionId, event.at, event.at);
  return { sessionId: event.sessionId, ...known };
}

export async function addSession(db: Db, event: SessionEvent, projectId: string): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id: event.sessionId,
      host: event.host,
      project_id: projectId,
      name: null,
      status: "active",
      started_at: event.at,
      last_seen_at: event.at,
      ended_at: null,
      ...writerOf(db),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function projectIdOf(db: Db, sessionId: string): Promise<string> {
  const row = await db
    .selectFrom("sessions")
    .select("project_id")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return row.project_id;
}

/** Extends a session to what was seen from one time to another. */
export async function markSeen(db: Db, sessionId: string, from: string, to: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_seen_at: to })
    .where("id", "=", sessionId)
    .where("last_seen_at", "<", to)
    .execute();
  await db
    .updateTable("sessions")
    .set({ started_at: from })
    .where("id", "=", sessionId)
    .where("started_at", ">", from)
    .execute();
}

const recentlyTouched = 20;

/** What a session currently works on: the files and the branch of its last observations. */
export async function currentWork(
  db: Db,
  sessionId: string,
): Promise<{ files: string[]; branch: string | null; windowSince: string }> {
  const rows = await db
    .selectFrom("observations")
    .select(["files", "branch"])
    .where("session_id", "=", sessionId)
    .orderBy("seq", "desc")
    .limit(recentlyTouched)
    .execute();
  const compacted = await db
    .selectFrom("compactions")
    .select((eb) => eb.fn.max("at").as("at"))
    .where("session_id", "=", sessionId)
    .where("state", "=", "done")
    .executeTakeFirst();
  const files = new Set(rows.flatMap((row) => JSON.parse(row.files) as string[]));
  return {
    files: [...files],
    branch: rows.find((row) => row.branch !== null)?.branch ?? null,
    windowSince: compacted?.at ?? "",
  };
}

export async function resumeSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ status: "active", ended_at: null })
    .where("id", "=", sessionId)
    .execute();
}

export async function endSession(db: Db, sessionId: string, at: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ status: "closed", ended_at: at })
    .where("id", "=", sessionId)
    .execute();
}

/** For a session whose end no hook reported: if its last activity was before a time, that becomes its end. */
export async function closeSilentSession(db: Db, sessionId: string, since: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set((eb) => ({ status: "closed" as const, ended_at: eb.ref("last_seen_at") }))
    .where("id", "=", sessionId)
    .where("status", "=", "active")
    .where("last_seen_at", "<", since)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function getSession(db: Db, id: string): Promise<Session> {
  const [session] = await listSessions(db, { id, projects: everywhere, limit: 1 });
  if (!session) throw new TellbackError("not_found", `no session with the id ${id}`);
  return session;
}

export interface SessionFilter {
  id?: string | undefined;
  projects: ProjectScope;
  exceptId?: string | undefined;
  host?: string | undefined;
  /** False: without conversations of the chat. */
  conversations?: boolean | undefined;
  limit: number;
  offset?: number | undefined;
}

/** Newest first. */
export async function listSessions(db: Db, filter: SessionFilter): Promise<Session[]> {
  let query = db
    .selectFrom("sessions as s")
    .innerJoin("projects as p", "p.id", "s.project_id")
    .select((eb) => [
      "s.id",
      "s.host",
      "s.name",
      "s.tags",
      "s.status",
      "s.project_id as projectId",
      "p.name as project",
      "s.started_at as startedAt",
      "s.last_seen_at as lastSeenAt",
      "s.ended_at as endedAt",
      "s.author",
      "s.machine",
      eb
        .selectFrom("observations as o")
        .select((sub) => sub.fn.countAll<number>().as("n"))
        .whereRef("o.session_id", "=", "s.id")
        .as("observations"),
      eb
        .selectFrom("observations as o")
        .select("o.summary")
        .whereRef("o.session_id", "=", "s.id")
        .where("o.kind", "=", "prompt")
        .orderBy("o.happened_at")
        .orderBy("o.seq")
        .limit(1)
        .as("firstPrompt"),
    ])
    .where(belongsTo(filter.projects, "s.project_id"))
    .orderBy("s.last_seen_at", "desc")
    .orderBy("s.id", "desc")
    .limit(filter.limit)
    .offset(filter.offset ?? 0);
  if (filter.id) query = query.where("s.id", "=", filter.id);
  if (filter.host) query = query.where("s.host", "=", filter.host);
  if (filter.conversations === false) query = query.where("s.host", "!=", chatHost);
  if (filter.exceptId) query = query.where("s.id", "!=", filter.exceptId);
  const rows = await query.execute();
  return rows.map(({ tags, ...row }) => ({
    ...row,
    tags: tags.split(" ").filter(Boolean),
    observations: row.observations ?? 0,
  }));
}

export async function countSessions(db: Db, projects: ProjectScope): Promise<number> {
  const { n } = await db
    .selectFrom("sessions as s")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where(belongsTo(projects, "s.project_id"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Returns the project of the deleted session; null if there was no such session. */
export async function deleteSession(db: Db, sessionId: string): Promise<string | null> {
  const gone = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .returning("project_id")
    .executeTakeFirst();
  if (!gone) return null;
  await bury(db, { kind: "session", id: sessionId, projectId: gone.project_id });
  await scrubSoon(db);
  return gone.project_id;
}

export async function isSession(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/** The sessions that are conversations of the chat. */
export async function conversationIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("sessions").select("id").where("host", "=", chatHost).execute();
  return rows.map(({ id }) => id);
}
