// verify: compares a task's sealed files in a work tree, and the chain in the store, with what was sealed. Names the
// file, the entry, when it was changed, and the tool call that did it where one is known.

import { lstatSync } from "node:fs";
import type { Memory } from "../../memory/memory.ts";
import { publish, restoreFiles, sealedText, stateOf } from "../../memory/tasks/publish.ts";
import {
  knownWorkplace,
  requireTask,
  type TaskRequest,
  type Workplace,
} from "../../memory/tasks/workplace.ts";
import { pathWithin } from "../../platform/foreign-file.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Violation } from "../../protocol/tasks.ts";
import { toolUseBehind } from "../../rooms/observations/room.ts";
import {
  brokenAt,
  type Difference,
  entriesOf,
  firstDifference,
  hashOf,
  listTasks,
  writtenFiles,
} from "../../rooms/tasks/room.ts";
import type { TaskRow } from "../../store/schema.ts";

const maxTasks = 1_000;

export interface VerifyResult {
  tasks: number;
  violations: Violation[];
  restored: string[];
}

export async function verifyTasks(
  memory: Memory,
  asked: TaskRequest & { task?: string | undefined; restore: boolean },
): Promise<VerifyResult> {
  const work = await knownWorkplace(memory, asked);
  if (!work) return { tasks: 0, violations: [], restored: [] };
  const rows =
    asked.task === undefined
      ? await listTasks(memory.db, { projects: inProject(work.project.id), closed: true, limit: maxTasks })
      : [await requireTask(memory, work, asked.task)];
  const violations: Violation[] = [];
  const restored: string[] = [];
  for (const task of rows) {
    const found = await verifyTask(memory, work, task);
    violations.push(...found);
    if (asked.restore && found.some(({ problem }) => problem !== "store changed"))
      restored.push(...(await restoreFiles(memory, work, task.id)));
    // A file whose writer was killed is completed.
    else if (found.length === 0) await publish(memory, work, task.id);
  }
  return { tasks: rows.length, violations, restored };
}

async function verifyTask(memory: Memory, work: Workplace, task: TaskRow): Promise<Violation[]> {
  return [...(await inStore(memory, task)), ...(await inFiles(memory, work, task))];
}

async function inStore({ db }: Memory, task: TaskRow): Promise<Violation[]> {
  if (task.plan === null) return [];
  const about = { task: task.name, file: "the store", problem: "store changed" as const, at: null, by: null };
  if (hashOf(task.plan) !== task.plan_hash)
    return [{ ...about, entry: null, says: `the plan of ${task.name} in the store does not match its seal` }];
  const entry = brokenAt(task.plan_hash, await entriesOf(db, task.id), task.head);
  if (entry === null) return [];
  return [{ ...about, entry, says: `entry ${entry} of ${task.name} in the store does not match the chain` }];
}

async function inFiles(memory: Memory, work: Workplace, task: TaskRow): Promise<Violation[]> {
  const written = await writtenFiles(memory.db, task.id, work.tree);
  const place = work.placeOf(task);
  const violations: Violation[] = [];
  for (const phase of ["plan", "progress"] as const) {
    const due = await sealedText(memory.db, task, phase);
    if (due === null) continue;
    const found = stateOf(place, phase, due.text, written[phase]);
    // In a work tree where nobody has used the task there are no files.
    const isGone = found.state === "missing" && written[phase] !== undefined;
    if (!isGone && found.state !== "changed" && found.state !== "unreadable") continue;
    const file = pathWithin(work.tree, place.paths[phase]) ?? place.paths[phase];
    const at = changedAt(place.paths[phase]);
    const by = await toolUseBehind(memory.db, work.project.id, file, at);
    const difference =
      phase === "progress" && found.state === "changed"
        ? firstDifference(
            task.name,
            await entriesOf(memory.db, task.id),
            found.actual,
            written[phase]?.entries,
          )
        : null;
    const problem = isGone ? "deleted" : found.state === "unreadable" ? "unreadable" : "changed";
    const says =
      found.state === "unreadable"
        ? `${file} ${found.why}`
        : isGone
          ? `${file} was deleted`
          : sentence(file, phase, difference);
    violations.push({ task: task.name, file, problem, entry: difference?.entry ?? null, at, by, says });
  }
  return violations;
}

function sentence(file: string, phase: "plan" | "progress", difference: Difference | null): string {
  if (phase === "plan") return `${file} differs from the sealed plan`;
  if (difference === null) return `${file} is not what tellback wrote`;
  const { entry, how } = difference;
  if (entry === 0) return `the heading of ${file} was changed`;
  if (how === "added before" && entry === 1)
    return `${file} has text before entry 1 that tellback did not write`;
  if (how === "added before") return `${file} has text after entry ${entry - 1} that tellback did not write`;
  return how === "removed"
    ? `entry ${entry} was removed from ${file}`
    : `entry ${entry} in ${file} was changed`;
}

function changedAt(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null;
}

/** One line for the start of a session: what was changed behind tellback's back; null if nothing was. */
export async function brokenSeals(memory: Memory, folder: string): Promise<string | null> {
  const { violations } = await verifyTasks(memory, { folder, restore: false });
  if (violations.length === 0) return null;
  const says = violations.slice(0, 3).map((one) => one.says);
  const more = violations.length > says.length ? `, and ${violations.length - says.length} more` : "";
  return `Sealed task files were changed: ${says.join("; ")}${more}. The store has the originals: \`tellback task verify --restore\`.`;
}
