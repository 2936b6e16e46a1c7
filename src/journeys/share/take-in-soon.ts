// When the shared memory of a repository is read: before a session's first injection, and after a pull in its course.

import type { Memory } from "../../memory/memory.ts";
import { hasSharedMemory, treeAt } from "../../memory/shared/folder.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { projectRoot } from "../../rooms/projects/room.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { takeIn } from "./take-in.ts";

/** The hook waits no longer; what comes later is there at the next prompt. */
const atStartMs = 1_000;

export async function takeInAtStart(memory: Memory, folder: string): Promise<void> {
  if (!hasSharedMemory(treeAt(folder))) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, atStartMs).unref());
  await Promise.race([takeInQuietly(memory, folder), late]);
}

const lookEveryMs = 60_000;
const looked = new Map<string, number>();
const maxLooked = 500;

/** At a prompt, at most once a minute: somebody may have pulled. */
export async function takeInSoon(tx: Db, folder: string): Promise<void> {
  const last = looked.get(folder) ?? Number.NEGATIVE_INFINITY;
  if (performance.now() - last < lookEveryMs) return;
  if (looked.size >= maxLooked) looked.clear();
  looked.set(folder, performance.now());
  if (!hasSharedMemory(treeAt(folder))) return;
  await enqueue(tx, { kind: "take-in", key: folder, payload: { folder } });
}

/** A file that cannot be written is reported by `tellback team status`, not tried again. */
export async function takeInQuietly(memory: Memory, folder: string): Promise<void> {
  try {
    await takeIn(memory, folder);
  } catch (error) {
    if (!(error instanceof TellbackError && error.code === "conflict")) throw error;
  }
}

/** What was changed here of a project's shared memory goes into its files. */
export async function giveBackOf(memory: Memory, projectId: string): Promise<void> {
  const root = await projectRoot(memory.db, projectId);
  if (root !== null) await takeInQuietly(memory, root);
}
