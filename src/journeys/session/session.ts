// session: the sessions that people and agents work in, by name. A host's session is named where it runs; a person in a
// terminal opens one of their own.

import type { Memory } from "../../memory/memory.ts";
import { actingSession } from "../../memory/tasks/acting-session.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { findProject, openProjectAt } from "../../rooms/projects/room.ts";
import {
  endSession,
  getSession,
  leaveSession,
  nameSession,
  openNamedSession,
  resumeSession,
  sessionNamed,
  switchTo,
} from "../../rooms/sessions/room.ts";
import { currentTask } from "../../rooms/tasks/room.ts";

interface SessionRequest {
  folder?: string | undefined;
  session?: string | undefined;
}

const now = () => new Date().toISOString();

export async function sessionNow(memory: Memory, asked: SessionRequest) {
  const projectId = await knownProject(memory, asked);
  const { caller: _, ...acting } = await actingSession(memory, projectId, asked.session);
  const task = projectId === null ? null : await currentTask(memory.db, projectId, acting.sessionId);
  return {
    session: acting.sessionId === null ? null : await getSession(memory.db, acting.sessionId),
    acting,
    task: task?.name ?? null,
  };
}

/** Where commands act in a folder; null if nowhere. */
export async function currentSession(memory: Memory, asked: SessionRequest): Promise<string | null> {
  return (await actingSession(memory, await knownProject(memory, asked), asked.session)).sessionId;
}

export async function startSession(
  memory: Memory,
  asked: SessionRequest & { name?: string | undefined; tags?: string | undefined },
) {
  const projectId = await projectAt(memory, asked);
  const acting = await actingSession(memory, projectId, asked.session);
  // Inside a host, or with --session, the session exists already and gets the name.
  const isNamed = asked.session !== undefined && hostOf(asked) === undefined;
  const isOwn = isNamed || (acting.caller !== "" && acting.sessionId === acting.caller);
  const tags =
    asked.tags === undefined
      ? undefined
      : asked.tags
          .split(/[\s,]+/)
          .filter(Boolean)
          .join(" ");
  if (isOwn && acting.sessionId !== null)
    await nameSession(memory.db, acting.sessionId, { name: asked.name, tags });
  else
    await memory.db.transaction().execute(async (tx) => {
      const at = now();
      const fresh = { projectId, name: asked.name ?? null, tags: tags ?? "", at };
      const sessionId = await openNamedSession(tx, fresh);
      await switchTo(tx, { projectId, caller: acting.caller, sessionId, at });
    });
  const session = isNamed && acting.sessionId !== null ? acting.sessionId : asked.session;
  return sessionNow(memory, { folder: asked.folder, session });
}

export async function switchSession(memory: Memory, asked: SessionRequest & { id: string; reopen: boolean }) {
  const projectId = await projectAt(memory, asked);
  const { caller } = await actingSession(memory, projectId, hostOf(asked));
  const sessionId = await sessionNamed(memory.db, projectId, asked.id);
  const session = await getSession(memory.db, sessionId);
  if (session.projectId !== projectId)
    throw new TellbackError("conflict", `the session ${asked.id} belongs to the project ${session.project}`, {
      hint: "Run the command in that project.",
    });
  if (session.status !== "active" && !asked.reopen && session.endedAt !== null)
    throw new TellbackError("conflict", `the session ${asked.id} has ended`, {
      hint: `\`tellback session resume ${asked.id}\` opens it again.`,
    });
  await memory.db.transaction().execute(async (tx) => {
    if (asked.reopen) await resumeSession(tx, sessionId);
    await switchTo(tx, { projectId, caller, sessionId, at: now() });
  });
  return sessionNow(memory, { folder: asked.folder, session: hostOf(asked) });
}

export async function finishSession(memory: Memory, asked: SessionRequest & { id?: string | undefined }) {
  const projectId = await projectAt(memory, asked);
  const acting = await actingSession(memory, projectId, asked.id ?? asked.session);
  const { sessionId } = acting;
  if (sessionId === null)
    throw new TellbackError("not_found", "no session is active in this project", {
      hint: "`tellback session list` shows all sessions.",
    });
  await memory.db.transaction().execute(async (tx) => {
    await endSession(tx, sessionId, now());
    await leaveSession(tx, sessionId);
  });
  const { caller: _, ...ended } = acting;
  const task = await currentTask(memory.db, projectId, sessionId);
  return { session: await getSession(memory.db, sessionId), acting: ended, task: task?.name ?? null };
}

/** Who switches; a session that the command names is not the caller. */
function hostOf({ session }: SessionRequest): string | undefined {
  return session?.startsWith("host:") ? session : undefined;
}

async function knownProject({ db }: Memory, { folder }: SessionRequest): Promise<string | null> {
  return folder ? ((await findProject(db, folder))?.id ?? null) : null;
}

async function projectAt({ db }: Memory, { folder }: SessionRequest): Promise<string> {
  if (!folder)
    throw new TellbackError("invalid_input", "no project given", { hint: "Give the project's folder." });
  return openProjectAt(db, folder, now());
}
