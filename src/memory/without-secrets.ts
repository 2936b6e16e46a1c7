// Redacts events on their way into the store: every part of an event passes the cleaner, including its ids, its
// folders and any part that is added to events later.

import type { HookEvent } from "../protocol/hook.ts";
import { projectRoots, rootsOfSessions } from "../rooms/projects/room.ts";
import { type Cleaner, cleanerFor } from "../secrets/cleaner.ts";
import type { Db } from "../store/schema.ts";
import type { Memory } from "./memory.ts";

const ids: ReadonlySet<string> = new Set(["sessionId", "promptId", "toolUseId", "messageId"]);
const names: ReadonlySet<string> = new Set(["host", "tool", "trigger", "reason", "source"]);
const paths: ReadonlySet<string> = new Set(["projectDir", "cwd", "transcriptPath", "agentTranscriptPath"]);

export function cleanerOf({ projectDir, cwd }: Pick<HookEvent, "projectDir" | "cwd">): Cleaner {
  return cwd === "" || cwd === projectDir ? cleanerFor(projectDir) : cleanerFor(projectDir, cwd);
}

export function withoutSecrets<Event extends HookEvent>(event: Event): Event {
  const clean = cleanerOf(event);
  const parts = Object.entries(event).map(([name, part]) => [
    name,
    event.type === "tool" && name === "output"
      ? clean.answer(event.input, part)
      : cleanPart(clean, name, part),
  ]);
  return Object.fromEntries(parts) as Event;
}

function cleanPart(clean: Cleaner, name: string, part: unknown): unknown {
  if (name === "agent" && part !== undefined) return cleanAgent(clean, part as HookEvent["agent"] & {});
  if (typeof part !== "string") return clean.deep(part);
  if (ids.has(name)) return clean.id(part);
  if (names.has(name)) return clean.name(part);
  return paths.has(name) ? clean.path(part) : clean.text(part);
}

const cleanAgent = (clean: Cleaner, { id, type }: { id: string; type: string }) => ({
  id: clean.id(id),
  type: clean.name(type),
});

/** For text whose only sources are these sessions, such as a model's answer about them. */
export async function cleanerOfSessions({ db }: Memory, sessionIds: readonly string[]): Promise<Cleaner> {
  return cleanerFor(...(await rootsOfSessions(db, sessionIds)));
}

/** For text that does not come from a single project. */
export async function cleanerOfAllProjects(db: Db, besides: readonly string[] = []): Promise<Cleaner> {
  return cleanerFor(...besides, ...(await projectRoots(db)));
}
