// The files of tasks in work trees lose what must go too. A file that is as tellback wrote it is written again from the
// store, which is sealed again; a sealed file that somebody changed is left alone and reported. An entry in the task
// says that a text was taken out, so that a new seal never looks like the first one.

import { noteNewSeal } from "../../memory/forgetting/copies.ts";
import type { Memory } from "../../memory/memory.ts";
import { portableOf } from "../../memory/records/kinds.ts";
import { put, sealedText, stateOf } from "../../memory/tasks/publish.ts";
import {
  type filePhases,
  readTaskFile,
  removeTaskFiles,
  type TaskPlace,
  writeTaskFile,
} from "../../memory/tasks/task-files.ts";
import { knownWorkplace, type Workplace } from "../../memory/tasks/workplace.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { everywhere } from "../../protocol/scope.ts";
import { entriesOf, lockTask, taskWithId, treesOf, writtenFiles } from "../../rooms/tasks/room.ts";
import { rowsOf } from "../../store/portable.ts";
import type { TaskRow } from "../../store/schema.ts";
import { cut, type Holds } from "./cut.ts";
import type { ForgetSelection } from "./select.ts";

export interface TaskFiles {
  before: TaskRow;
  /** Hashes of the plan and of each entry: what differs later was sealed again. */
  texts: string[];
  trees: { work: Workplace; place: TaskPlace; changed: string[] }[];
}

/** The tasks that have files, with what is written in them now. */
export async function findTaskFiles(memory: Memory, { items, holds }: ForgetSelection): Promise<TaskFiles[]> {
  const found: TaskFiles[] = [];
  const goes = new Set(items.filter(({ kind }) => kind === "task").map(({ id }) => id));
  if (goes.size === 0 && holds === null) return [];
  for await (const rows of rowsOf(memory.db, portableOf("task"), { projects: everywhere, since: null }))
    for (const row of rows) {
      const before = row as unknown as TaskRow;
      if (holds === null && !goes.has(before.id)) continue;
      const trees = await treesWith(memory, before);
      found.push({ before, texts: await textsOf(memory, before), trees });
    }
  return found;
}

async function treesWith(memory: Memory, task: TaskRow): Promise<TaskFiles["trees"]> {
  const trees: TaskFiles["trees"] = [];
  for (const tree of await treesOf(memory.db, task.id)) {
    const work = statForeignSync(tree) ? await knownWorkplace(memory, { folder: tree }) : null;
    if (!work) continue;
    const place = work.placeOf(task);
    const written = await writtenFiles(memory.db, task.id, tree);
    const changed: string[] = [];
    for (const phase of ["plan", "progress"] as const) {
      const due = await sealedText(memory.db, task, phase);
      const { state } = stateOf(place, phase, due?.text ?? "", written[phase]);
      if (state === "changed" || state === "unreadable") changed.push(phase);
    }
    trees.push({ work, place, changed });
  }
  return trees;
}

async function textsOf({ db }: Memory, task: TaskRow): Promise<string[]> {
  return [task.plan ?? "", ...(await entriesOf(db, task.id)).map(({ text, agent }) => `${agent} ${text}`)];
}

/** Returns the files that still hold it. */
export async function rewriteTaskFiles(
  memory: Memory,
  tasks: readonly TaskFiles[],
  { holds }: ForgetSelection,
): Promise<string[]> {
  const left: string[] = [];
  for (const task of tasks) {
    const now = await taskWithId(memory.db, task.before.id);
    if (now && (await isSealedAgain(memory, task))) await noteNewSeal(memory.db, now.id);
    for (const tree of task.trees) left.push(...(await rewriteInTree(memory, task.before, tree, holds)));
  }
  return left;
}

async function isSealedAgain(memory: Memory, { before, texts }: TaskFiles): Promise<boolean> {
  if (before.plan_hash === null) return false;
  return (
    JSON.stringify(await textsOf(memory, (await taskWithId(memory.db, before.id)) ?? before)) !==
    JSON.stringify(texts)
  );
}

async function rewriteInTree(
  memory: Memory,
  before: TaskRow,
  { work, place, changed }: TaskFiles["trees"][number],
  holds: Holds | null,
): Promise<string[]> {
  const now = await taskWithId(memory.db, before.id);
  const holding = (phase: (typeof filePhases)[number]) => {
    const read = readTaskFile(place, phase);
    return read.status === "read" && holds !== null && holds(read.bytes.toString("utf8"));
  };
  if (!now) {
    removeTaskFiles(place);
    return [];
  }
  const left = changed.flatMap((phase) => (holding(phase as "plan") ? [place.paths[phase as "plan"]] : []));
  const scratchpad = readTaskFile(place, "scratchpad");
  const note = scratchpad.status === "read" ? scratchpad.bytes.toString("utf8") : null;
  const isMoved = now.folder !== before.folder && changed.length === 0;
  if (isMoved) removeTaskFiles(place);
  const target = isMoved ? work.placeOf(now) : place;
  if (note !== null && holds !== null && (isMoved || holds(note)))
    writeTaskFile(target, "scratchpad", cut(note, holds));
  await memory.db.transaction().execute(async (tx) => {
    const task = await lockTask(tx, now.id);
    for (const phase of ["plan", "progress"] as const) {
      const due = changed.includes(phase) ? null : await sealedText(tx, task, phase);
      if (due) left.push(...(await put(tx, { ...work, placeOf: () => target }, task, phase, due)));
    }
  });
  return left;
}
