// Writes a task's files from the store, which is the truth. The lock on the task is held while a file is written, so
// of two writers the later one writes the longer file; whoever is killed leaves the store intact and a file that the
// next writer completes. A file that somebody else changed is not overwritten: `tellback task verify` reports it.

import { TellbackError } from "../../protocol/errors.ts";
import {
  entriesOf,
  type FilePhase,
  hashOf,
  indexTask,
  lockTask,
  noteWritten,
  progressEntry,
  progressText,
  putScratchpad,
  taskWithId,
  type WrittenFile,
  writtenFiles,
} from "../../rooms/tasks/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { retryWhileBusy } from "../../store/busy.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db, TaskRow } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { extendTaskFile, filePhases, readTaskFile, type TaskPlace, writeTaskFile } from "./task-files.ts";
import type { Workplace } from "./workplace.ts";

/** The text that a sealed file must have, and how many entries are in it; null if there is none yet. */
export async function sealedText(
  db: Db,
  task: TaskRow,
  phase: "plan" | "progress",
): Promise<{ text: string; entries: number } | null> {
  if (phase === "plan") return task.plan === null ? null : { text: task.plan, entries: 0 };
  const entries = await entriesOf(db, task.id);
  return entries.length === 0 ? null : { text: progressText(task.name, entries), entries: entries.length };
}

export type FileState =
  | { state: "as written" | "behind" | "missing" }
  | { state: "changed"; actual: string }
  | { state: "unreadable"; why: string };

/**
 * A file that ends early is behind: its writer was killed. But it must not be shorter than tellback has left it before.
 */
export function stateOf(
  place: TaskPlace,
  phase: FilePhase,
  expected: string,
  written: WrittenFile | undefined,
): FileState {
  const read = readTaskFile(place, phase);
  if (read.status === "missing") return { state: "missing" };
  if (read.status === "refused") return { state: "unreadable", why: read.why };
  const due = Buffer.from(expected);
  if (read.bytes.equals(due)) return { state: "as written" };
  // As tellback left it: the plan was corrected since.
  if (written?.hash === hashOf(read.bytes)) return { state: "behind" };
  const isBeginning = due.subarray(0, read.bytes.length).equals(read.bytes);
  return isBeginning && read.bytes.length >= (written?.bytes ?? 0)
    ? { state: "behind" }
    : { state: "changed", actual: read.bytes.toString("utf8") };
}

/** Returns a sentence for each file that could not be written. */
export async function publish(memory: Memory, work: Workplace, taskId: string): Promise<string[]> {
  return retryWhileBusy(() =>
    memory.db.transaction().execute(async (tx) => {
      const task = await lockTask(tx, taskId);
      const written = await writtenFiles(tx, taskId, work.tree);
      const isFirst = Number(task.entries) === 0;
      if (isFirst) await indexTask(tx, task);
      else await enqueue(tx, { kind: "index-task", key: taskId, payload: { taskId }, runAt: soon() });
      const problems: string[] = [];
      for (const phase of ["plan", "progress"] as const) {
        if (isComplete(task, phase, written[phase])) continue;
        if (phase === "progress" && (await extendProgress(tx, work, task, written.progress))) continue;
        const due = await sealedText(tx, task, phase);
        if (due) problems.push(...(await write(tx, work, task, phase, due, written[phase])));
      }
      return problems;
    }),
  );
}

/** Entries come in bursts. */
const gatherMs = 2_000;
const soon = () => new Date(Date.now() + gatherMs);

export async function indexNow(memory: Memory, taskId: string): Promise<void> {
  await memory.db.transaction().execute(async (tx) => {
    const task = await taskWithId(tx, taskId);
    if (task) await indexTask(tx, task);
  });
}

/** Another writer may have written this task's newest entry already. */
function isComplete(task: TaskRow, phase: "plan" | "progress", written: WrittenFile | undefined): boolean {
  if (phase === "plan")
    return task.plan === null || (written?.hash === task.plan_hash && Number(task.entries) > 0);
  return written?.entries === Number(task.entries);
}

/** Only the new entries, if the file has the length that tellback left it with: a long task stays cheap. */
async function extendProgress(
  tx: Db,
  work: Workplace,
  task: TaskRow,
  written: WrittenFile | undefined,
): Promise<boolean> {
  if (!written || written.entries === 0) return false;
  const place = work.placeOf(task);
  const more = (await entriesOf(tx, task.id, { after: written.entries })).map(progressEntry).join("");
  if (!extendTaskFile(place, "progress", { bytes: written.bytes, more })) return false;
  await noteWritten(tx, task.id, work.tree, {
    ...{ phase: "progress", entries: Number(task.entries), hash: "" },
    bytes: written.bytes + Buffer.byteLength(more),
    written_at: new Date().toISOString(),
  });
  return true;
}

async function write(
  tx: Db,
  work: Workplace,
  task: TaskRow,
  phase: FilePhase,
  due: { text: string; entries: number },
  written: WrittenFile | undefined,
): Promise<string[]> {
  const place = work.placeOf(task);
  const found = stateOf(place, phase, due.text, written);
  if (found.state === "changed" || found.state === "unreadable")
    return [
      `${place.paths[phase]} was changed by somebody else and is left as it is: \`tellback task verify\``,
    ];
  if (found.state === "as written" && written?.bytes === Buffer.byteLength(due.text)) return [];
  return put(tx, work, task, phase, due);
}

/** The entry is stored already: a folder that cannot be written is reported and loses nothing. */
export async function put(
  tx: Db,
  work: Workplace,
  task: TaskRow,
  phase: FilePhase,
  { text, entries }: { text: string; entries: number },
): Promise<string[]> {
  const place = work.placeOf(task);
  try {
    writeTaskFile(place, phase, text);
  } catch (error) {
    return [`${place.paths[phase]} was not written: ${TellbackError.from(error).message}`];
  }
  await noteWritten(tx, task.id, work.tree, {
    ...{ phase, entries, hash: hashOf(text) },
    bytes: Buffer.byteLength(text),
    written_at: new Date().toISOString(),
  });
  return [];
}

/** The scratchpad may be edited as a file, by hand or by an agent: what changed there is taken over. */
export async function withEditedScratchpad(memory: Memory, work: Workplace, task: TaskRow): Promise<TaskRow> {
  const place = work.placeOf(task);
  const read = readTaskFile(place, "scratchpad");
  if (read.status !== "read") return task;
  const text = cleanerFor(work.tree).text(read.bytes.toString("utf8"));
  if (text.trim() === (task.scratchpad ?? "").trim()) return task;
  return retryWhileBusy(() =>
    memory.db.transaction().execute(async (tx) => {
      await lockTask(tx, task.id);
      const { scratchpad } = await writtenFiles(tx, task.id, work.tree);
      // Not edited since tellback wrote it: another work tree has a newer one.
      if (scratchpad?.hash === hashOf(read.bytes)) return task;
      const at = new Date().toISOString();
      await noteWritten(tx, task.id, work.tree, {
        ...{ phase: "scratchpad", entries: 0, written_at: at },
        ...{ hash: hashOf(read.bytes), bytes: read.bytes.length },
      });
      return putScratchpad(tx, task.id, text, at);
    }),
  );
}

/** Writes what differs again from the store; a changed file is kept beside it. */
export async function restoreFiles(memory: Memory, work: Workplace, taskId: string): Promise<string[]> {
  return memory.db.transaction().execute(async (tx) => {
    const task = await lockTask(tx, taskId);
    const written = await writtenFiles(tx, taskId, work.tree);
    const restored: string[] = [];
    for (const phase of filePhases) {
      if (phase === "scratchpad") continue;
      const due = await sealedText(tx, task, phase);
      const place = work.placeOf(task);
      if (!due || stateOf(place, phase, due.text, written[phase]).state === "as written") continue;
      keepChanged(place, phase);
      const problems = await put(tx, work, task, phase, due);
      restored.push(...(problems.length > 0 ? problems : [place.paths[phase]]));
    }
    return restored;
  });
}

function keepChanged(place: TaskPlace, phase: FilePhase): void {
  const read = readTaskFile(place, phase);
  if (read.status !== "read") return;
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const beside = {
    ...place,
    paths: { ...place.paths, scratchpad: `${place.paths[phase]}.changed-${stamp}` },
  };
  writeTaskFile(beside, "scratchpad", read.bytes.toString("utf8"));
}
