// openings: keeps note of the files that have something to say when they are opened, so that a hook need not ask of the
// others. For recall, which offers it, and for capture, which brings news.

import { setImmediate } from "node:timers/promises";
import type { Touch } from "../../indexes/openings.ts";
import type { Memory } from "../../memory.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { findProject, type TouchingRow, touchesBefore, touchesSince } from "../../rooms/episodic/room.ts";
import { filesWithAnchors } from "../../rooms/semantic/room.ts";
import { hasToSay } from "./gather.ts";

/** Others may write into the same store (PostgreSQL, another program): a new session looks again after this. */
const freshMs = 60_000;
const rowsAtOnce = 500;
/** Older ones are not looked at: in a store of a million observations the look would take minutes. */
const mostRows = 10_000;
/** The answer that somebody waits for comes first. */
const afterTheAnswerMs = 200;

/** Nobody waits for it: until it is done, hooks ask. */
export function offerSoon(memory: Memory, { type, projectDir }: HookEvent): void {
  const withinMs = type === "session-start" ? freshMs : Number.POSITIVE_INFINITY;
  if (memory.openings.isOffered(projectDir, withinMs)) return;
  setTimeout(() => offerOpenings(memory, projectDir, withinMs).catch(() => {}), afterTheAnswerMs).unref();
}

async function offerOpenings(memory: Memory, projectDir: string, withinMs = 0): Promise<void> {
  const project = await findProject(memory.db, projectDir);
  if (!project || memory.openings.isOffered(projectDir, withinMs)) return;
  await followFromNow(memory);
  await memory.openings.offer(projectDir, project.id, touchesOf(memory, projectDir, project.id));
}

/** From the oldest to the newest, because the newest are kept where there are too many. */
async function* touchesOf(memory: Memory, projectDir: string, projectId: string): AsyncGenerator<Touch> {
  if (!memory.settingsFor(projectDir)["recall.files"]) return;
  const found: Touch[][] = [];
  let before: TouchingRow | undefined;
  for (let read = 0; read < mostRows; read += rowsAtOnce) {
    const rows: TouchingRow[] = await touchesBefore(memory.db, projectId, before, rowsAtOnce);
    found.push(...rows.map(touchesIn));
    before = rows.at(-1);
    if (rows.length < rowsAtOnce) break;
    await setImmediate();
  }
  yield* found.reverse().flat();
  for (const path of await filesWithAnchors(memory.db, projectId, mostRows)) yield { path, sessionId: null };
}

function touchesIn(row: TouchingRow): Touch[] {
  return hasToSay(row) ? row.files.map((path) => ({ path, sessionId: row.sessionId })) : [];
}

/** How far the observations have been followed, in each open memory. */
const followed = new WeakMap<Memory, number>();

async function followFromNow(memory: Memory): Promise<void> {
  if (followed.has(memory)) return followOpenings(memory);
  const [last] = await touchesSince(memory.db, null, 1);
  followed.set(memory, last?.seq ?? 0);
}

/** What was captured since is news for the sessions that run. */
export async function followOpenings(memory: Memory): Promise<void> {
  const projects = memory.openings.projects();
  if (projects.size === 0) return;
  for (let more = true; more; ) {
    const rows = await touchesSince(memory.db, followed.get(memory) ?? 0, rowsAtOnce);
    for (const row of rows.filter(({ projectId }) => projects.has(projectId))) {
      for (const touch of touchesIn(row)) memory.openings.touch(row.projectId, touch);
    }
    followed.set(memory, rows.at(-1)?.seq ?? followed.get(memory) ?? 0);
    more = rows.length === rowsAtOnce;
  }
}
