// Sample data of the contract suites: events of a session, and observations in it.

import { randomUUID } from "node:crypto";
import { openSession } from "../../src/memory/open-session.ts";
import type { HookEventOf } from "../../src/protocol/hook.ts";
import type { NewObservation } from "../../src/rooms/observations/room.ts";
import type { OpenedSession } from "../../src/rooms/sessions/room.ts";
import type { Db } from "../../src/store/schema.ts";

export const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

export function sessionStart(over: Partial<HookEventOf<"session-start">> = {}): HookEventOf<"session-start"> {
  return {
    type: "session-start",
    source: "startup",
    host: "claude-code",
    sessionId: randomUUID(),
    projectDir: "/nowhere/a-project",
    cwd: "/nowhere/a-project",
    at: at(0),
    ...over,
  };
}

/** A session for observations, in a project that is identified by its folder. */
export function aSession(db: Db, project = "/nowhere/a-project"): Promise<OpenedSession> {
  return openSession(db, sessionStart({ projectDir: project }));
}

export function seen(place: OpenedSession, over: Partial<NewObservation> = {}): NewObservation {
  return {
    sessionId: place.sessionId,
    projectId: place.projectId,
    hostKey: `tool:${randomUUID()}`,
    kind: "tool",
    tool: "Edit",
    status: "ok",
    title: "Edited a file",
    summary: "Changed one line.",
    detail: "From this to that.",
    files: [],
    symbols: [],
    agent: null,
    promptId: null,
    branch: null,
    happenedAt: at(1),
    rawBytes: 100,
    tokens: 20,
    durationMs: 5,
    provider: "offline",
    ...over,
  };
}
