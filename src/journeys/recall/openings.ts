// openings: keeps a list of the files for which something would be injected on opening, so that hooks need not ask
// about the others. Recall publishes the list; capture reports new observations to it.

import { setImmediate } from "node:timers/promises";
import { filesCalledFromOutside } from "../../indexes/codemap/calls.ts";
import type { Touch } from "../../indexes/openings.ts";
import type { Memory } from "../../memory/memory.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { anchoredFiles } from "../../rooms/anchors/room.ts";
import { type TouchingRow, touches } from "../../rooms/observations/room.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { isWorthInjectingOnOpening } from "./gather-file.ts";

/** Others may write to the same store (PostgreSQL, another program): a new session then rebuilds the list. */
const freshMs = 60_000;
const rowsAtOnce = 500;
/** Older observations are skipped: with a million observations the scan would take minutes. */
const maxRows = 10_000;
/** Folders of new projects; the list is for hooks that ask at every file, and they ask again. */
const maxAwaited = 100;
/** The answer for a waiting hook comes first. */
const afterTheAnswerMs = 200;

/** Runs in the background: until it is done, hooks ask about every file. */
export function publishOpeningsSoon(memory: Memory, { type, projectDir }: HookEvent): void {
  const withinMs = type === "session-start" ? freshMs : Number.POSITIVE_INFINITY;
  if (memory.openings.isOffered(projectDir, withinMs)) return;
  setTimeout(() => publishOpenings(memory, projectDir, withinMs).catch(() => {}), afterTheAnswerMs).unref();
}

async function publishOpenings(memory: Memory, projectDir: string, withinMs = 0): Promise<void> {
  const { awaited } = memory.openings;
  const project = await findProject(memory.db, projectDir);
  if (!project) {
    if (awaited.size < maxAwaited) awaited.add(projectDir);
    return;
  }
  awaited.delete(projectDir);
  if (memory.openings.isOffered(projectDir, withinMs)) return;
  await followFromNow(memory);
  await memory.openings.offer(projectDir, project.id, touchesOf(memory, projectDir, project.id));
}

/** From the oldest to the newest, because the list keeps the newest when it is full. */
async function* touchesOf(memory: Memory, projectDir: string, projectId: string): AsyncGenerator<Touch> {
  if (!memory.settingsFor(projectDir)["recall.files"]) return;
  const found: Touch[][] = [];
  let before: TouchingRow | undefined;
  for (let read = 0; read < maxRows; read += rowsAtOnce) {
    const rows: TouchingRow[] = await touches(memory.db, { projectId, before }, rowsAtOnce);
    found.push(...rows.map(touchesIn));
    before = rows.at(-1);
    if (rows.length < rowsAtOnce) break;
    await setImmediate();
  }
  for (const path of await filesCalledFromOutside(memory.db, projectId, maxRows))
    yield { path, sessionId: null };
  yield* found.reverse().flat();
  for (const path of await anchoredFiles(memory.db, projectId, { limit: maxRows }))
    yield { path, sessionId: null };
}

function touchesIn(row: TouchingRow): Touch[] {
  return isWorthInjectingOnOpening(row) ? row.files.map((path) => ({ path, sessionId: row.sessionId })) : [];
}

/** The last observation that was processed, for each open memory. */
const followed = new WeakMap<Memory, number>();

async function followFromNow(memory: Memory): Promise<void> {
  if (followed.has(memory)) return followNews(memory);
  const [last] = await touches(memory.db, { after: null }, 1);
  followed.set(memory, last?.seq ?? 0);
}

/** Called after a capture: the project of a folder may be stored now, and what was captured is news for other sessions. */
export async function followOpenings(memory: Memory): Promise<void> {
  for (const dir of [...memory.openings.awaited]) {
    await publishOpenings(memory, dir, Number.POSITIVE_INFINITY).catch(() => {});
  }
  await followNews(memory);
}

async function followNews(memory: Memory): Promise<void> {
  const projects = memory.openings.projects();
  if (projects.size === 0) return;
  for (let more = true; more; ) {
    const rows = await touches(memory.db, { after: followed.get(memory) ?? 0 }, rowsAtOnce);
    for (const row of rows.filter(({ projectId }) => projects.has(projectId))) {
      for (const touch of touchesIn(row)) memory.openings.touch(row.projectId, touch);
    }
    followed.set(memory, rows.at(-1)?.seq ?? followed.get(memory) ?? 0);
    more = rows.length === rowsAtOnce;
  }
}
