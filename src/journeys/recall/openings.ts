// openings: keeps a list of the files for which something would be injected on opening, so that hooks need not ask
// about the others. Recall publishes the list; capture reports new turns to it.

import { filesWithChangedCallees } from "../../indexes/codemap/calls.ts";
import { calledNames, filesWithDanglingCalls } from "../../indexes/codemap/dangling.ts";
import { filesToResolve } from "../../indexes/codemap/files.ts";
import type { Touch } from "../../indexes/openings.ts";
import type { Memory } from "../../memory/memory.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import type { Turn } from "../../protocol/turns.ts";
import { anchoredFiles } from "../../rooms/anchors/room.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { recentTurns } from "../../rooms/turns/room.ts";
import { filesSpokenOf } from "./about-file.ts";

/** Others may write to the same store (PostgreSQL, another program): a new session then rebuilds the list. */
const freshMs = 60_000;
const maxFiles = 10_000;
/** Older turns are skipped. */
const turnsRead = 2_000;
/** The files worked on last: an edit may break calls of what they define. Others are noted when they are opened. */
const maxCalledFiles = 400;
/** More than one capture changes; a turn that is captured late need not be the newest. */
const newTurnsRead = 8;
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
  await noteCalled(memory, project.id);
  await memory.openings.offer(projectDir, project.id, touchesOf(memory, projectDir, project.id));
}

/** What is called of the files worked on last, and of all files of a small project. */
async function noteCalled({ db, openings }: Memory, projectId: string): Promise<void> {
  const turns = await recentTurns(db, { projectId, limit: turnsRead });
  const worked = turns.flatMap(({ files, looked }) => [...files, ...looked]);
  const all = (await filesToResolve(db, projectId)).map(({ path }) => path);
  const paths = [...new Set([...worked, ...all])].slice(0, maxCalledFiles);
  for (const [path, names] of await calledNames(db, projectId, paths))
    openings.called(projectId, path, names);
}

/** From the oldest to the newest, because the list keeps the newest when it is full. */
async function* touchesOf(memory: Memory, projectDir: string, projectId: string): AsyncGenerator<Touch> {
  if (!memory.settingsFor(projectDir)["recall.files"]) return;
  for (const path of await filesWithChangedCallees(memory.db, projectId, maxFiles))
    yield { path, sessionId: null };
  for (const path of await filesWithDanglingCalls(memory.db, projectId, maxFiles))
    yield { path, sessionId: null };
  const turns = await recentTurns(memory.db, { projectId, limit: turnsRead });
  newestRead(memory).set(projectId, endsOf(turns.slice(0, newTurnsRead)));
  for (const turn of turns.toReversed()) yield* filesSpokenOf(turn);
  for (const path of await anchoredFiles(memory.db, projectId, { limit: maxFiles }))
    yield { path, sessionId: null };
}

/** Of each project of an open memory: the newest turns that were read, and when each ended. */
const newest = new WeakMap<Memory, Map<string, Map<string, string>>>();

function newestRead(memory: Memory): Map<string, Map<string, string>> {
  const known = newest.get(memory) ?? new Map<string, Map<string, string>>();
  newest.set(memory, known);
  return known;
}

function endsOf(turns: readonly Turn[]): Map<string, string> {
  return new Map(turns.map(({ id, endedAt }) => [id, endedAt]));
}

/** Called after a capture: the project of a folder may be stored now, and what was captured is news for other sessions. */
export async function followOpenings(memory: Memory): Promise<void> {
  for (const dir of [...memory.openings.awaited]) {
    await publishOpenings(memory, dir, Number.POSITIVE_INFINITY).catch(() => {});
  }
  await followNews(memory);
}

/** Not what ended last: a hook that waits is captured before files that other sessions left in the inbox earlier. */
async function followNews(memory: Memory): Promise<void> {
  for (const projectId of memory.openings.projects()) {
    const turns = await recentTurns(memory.db, { projectId, limit: newTurnsRead });
    const before = newestRead(memory).get(projectId);
    for (const turn of turns.filter(({ id, endedAt }) => before?.get(id) !== endedAt).reverse())
      for (const touch of filesSpokenOf(turn)) memory.openings.touch(projectId, touch);
    newestRead(memory).set(projectId, endsOf(turns));
  }
}
