// task: scratchpad → plan → progress. Each step is one transaction in the store, which is the truth, and then a file
// in the work tree for people and git. Every answer names the next allowed step and the session that acted.

import { cut } from "../../../libs/language/index.ts";
import { endTask, startTask } from "../../memory/knowledge/current-tasks.ts";
import type { Memory } from "../../memory/memory.ts";
import { startOrReopen } from "../../memory/tasks/current-task.ts";
import { publish, put, withEditedScratchpad } from "../../memory/tasks/publish.ts";
import { filePhases, readTaskFile, refuseLinks, removeTaskFiles } from "../../memory/tasks/task-files.ts";
import {
  knownWorkplace,
  requireTask,
  type TaskRequest,
  type Workplace,
  workplaceAt,
} from "../../memory/tasks/workplace.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { plural } from "../../protocol/plural.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Entry, EntryKind, TaskInFull } from "../../protocol/tasks.ts";
import {
  addEntry,
  asTask,
  currentTask,
  deleteTask,
  entriesOf,
  existingOf,
  indexTask,
  inFull,
  listTasks,
  lockTask,
  nextStep,
  openTask,
  putPlan,
  putScratchpad,
  quoted,
  refuseUnlessAllowed,
  setState,
  stepsOf,
  takeUp,
} from "../../rooms/tasks/room.ts";
import { retryWhileBusy } from "../../store/busy.ts";
import type { Db, TaskRow } from "../../store/schema.ts";

const now = () => new Date().toISOString();

export async function writeScratchpad(
  memory: Memory,
  asked: TaskRequest & { task: string; content: string },
) {
  const work = await workplaceAt(memory, asked);
  const { task, warnings } = await retryWhileBusy(() =>
    memory.db.transaction().execute(async (tx) => {
      const at = now();
      const task = await openInto(tx, work, asked.task, at);
      refuseUnlessAllowed("scratchpad", existingOf(task));
      const changed = await putScratchpad(tx, task.id, asked.content, at);
      const warnings = await put(tx, work, changed, "scratchpad", { text: ended(asked.content), entries: 0 });
      await indexTask(tx, changed);
      return { task: changed, warnings };
    }),
  );
  return answerFor(memory, work, task, warnings);
}

export async function readScratchpad(memory: Memory, asked: TaskRequest & { task?: string | undefined }) {
  const { work, task } = await located(memory, asked);
  return { ...(await answerFor(memory, work, task)), scratchpad: task.scratchpad };
}

export interface NewPlan extends TaskRequest {
  task: string;
  content?: string | undefined;
  fromScratchpad: boolean;
  agent: string;
}

export async function writePlan(memory: Memory, asked: NewPlan) {
  const work = await workplaceAt(memory, asked);
  const text = asked.fromScratchpad
    ? (await located(memory, { ...asked })).task.scratchpad
    : (asked.content ?? null);
  if (text === null || text.trim() === "")
    throw new TellbackError("invalid_input", "the plan is empty", {
      hint: asked.fromScratchpad
        ? `Write the scratchpad first: \`tellback scratchpad ${quoted(asked.task)}\`.`
        : "Give --content, --from-scratchpad, or the plan on stdin.",
    });
  const task = await retryWhileBusy(() =>
    memory.db.transaction().execute(async (tx) => {
      const at = now();
      const task = await openInto(tx, work, asked.task, at);
      refuseUnlessAllowed("plan", existingOf(task));
      return putPlan(tx, task, { text: ended(text), by: asked.agent, at });
    }),
  );
  return answerFor(memory, work, task, await publish(memory, work, task.id));
}

export interface Report extends TaskRequest {
  task?: string | undefined;
  text: string;
  kind: EntryKind;
  ticks: readonly number[];
  agent: string;
  key?: string | undefined;
  repeat: boolean;
}

export async function appendProgress(memory: Memory, asked: Report) {
  const work = await workplaceAt(memory, asked);
  const { id } = await requireTask(memory, work, asked.task);
  const { task, appended } = await retryWhileBusy(() =>
    memory.db.transaction().execute(async (tx) => {
      const task = await lockTask(tx, id);
      refuseUnlessAllowed("append", existingOf(task));
      refuseLinks(work.placeOf(task));
      refuseUnknownSteps(task, asked.ticks);
      const { text, kind, ticks, agent, repeat } = asked;
      const appended = await addEntry(tx, task, {
        ...{ text: text.trim(), kind, ticks, agent, repeat, at: now() },
        sessionId: work.acting.sessionId,
        key: asked.key ?? null,
      });
      if (appended.status !== "repeated") await taken(tx, work, task);
      return { task: await lockTask(tx, id), appended };
    }),
  );
  if (appended.status === "repeated") throw alreadySaid(appended.of);
  const answer = await answerFor(memory, work, task, await publish(memory, work, id));
  return { ...answer, entry: appended.entry, steps: stepsOf(task.plan, await entriesOf(memory.db, id)) };
}

function refuseUnknownSteps({ name, plan }: TaskRow, ticks: readonly number[]): void {
  const { length } = stepsOf(plan, []);
  const unknown = ticks.find((step) => step > length);
  if (unknown === undefined) return;
  const what = length === 0 ? "no numbered steps or boxes" : plural(length, "step");
  throw new TellbackError(
    "invalid_input",
    `the plan of ${quoted(name)} has ${what}; step ${unknown} is unknown`,
    {
      hint: `\`tellback task status ${quoted(name)}\` lists its steps.`,
    },
  );
}

function alreadySaid({ number, text }: Entry): TellbackError {
  return new TellbackError("conflict", `entry ${number} says nearly the same: ${cut(text, 80)}`, {
    hint: "Report only what is new, or add --repeat to store it all the same.",
  });
}

/** Locks the task, creating it first if needed, and makes it the session's current one. */
async function openInto(tx: Db, work: Workplace, name: string, at: string): Promise<TaskRow> {
  const { id, created_at } = await openTask(tx, work.project.id, name, at);
  const task = await lockTask(tx, id);
  refuseLinks(work.placeOf(task));
  await taken(tx, work, task, created_at === at);
  return task;
}

async function taken(tx: Db, { acting, project }: Workplace, task: TaskRow, isNew = false): Promise<void> {
  const { sessionId } = acting;
  const isOther = sessionId !== null && (await takeUp(tx, sessionId, task.id, now()));
  if (isOther || isNew) await showInGraph(tx, project.id, task.name, sessionId);
}

/** The graph's task node and this task are one thing: its working nodes carry the name. */
async function showInGraph(tx: Db, projectId: string, name: string, sessionId: string | null): Promise<void> {
  await startTask(tx, {
    ...{ type: "task", content: name, tags: [], projectId, at: now() },
    by: sessionId === null ? null : { sessionId, observationId: null, messageId: null },
  });
}

export async function startNamed(memory: Memory, asked: TaskRequest & { task: string }) {
  const work = await workplaceAt(memory, asked);
  const task = await memory.db.transaction().execute(async (tx) => {
    const { project, acting } = work;
    const task = await startOrReopen(tx, {
      ...{ projectId: project.id, name: asked.task, at: now() },
      sessionId: acting.sessionId,
    });
    await showInGraph(tx, project.id, task.name, acting.sessionId);
    await indexTask(tx, task);
    return task;
  });
  return answerFor(memory, work, task);
}

export async function closeTask(memory: Memory, asked: TaskRequest & { task?: string | undefined }) {
  const { work, task } = await located(memory, asked);
  if (task.state === "closed")
    throw new TellbackError("conflict", `the task ${quoted(task.name)} is closed already`, {
      hint: `\`tellback task reopen ${quoted(task.name)}\` opens it again.`,
    });
  const closed = await memory.db.transaction().execute(async (tx) => {
    await endInGraph(tx, task, now());
    return setState(tx, task.id, "closed", now());
  });
  return answerFor(memory, work, closed);
}

/** Its node may have been deleted by hand. */
async function endInGraph(tx: Db, task: TaskRow, at: string): Promise<void> {
  await endTask(tx, task.name, task.project_id, at).catch((error: unknown) => {
    if (!(error instanceof TellbackError) || error.code !== "not_found") throw error;
  });
}

export async function removeTask(memory: Memory, asked: TaskRequest & { task: string }): Promise<string> {
  const { work, task } = await located(memory, asked);
  await memory.db.transaction().execute(async (tx) => {
    await endInGraph(tx, task, now());
    await deleteTask(tx, task.id);
  });
  removeTaskFiles(work.placeOf(task));
  return task.id;
}

async function located(memory: Memory, asked: TaskRequest & { task?: string | undefined }) {
  const work = await workplaceAt(memory, asked);
  const found = await requireTask(memory, work, asked.task);
  return { work, task: await withEditedScratchpad(memory, work, found) };
}

export async function taskStatus(memory: Memory, asked: TaskRequest & { task?: string | undefined }) {
  const { work, task } = await located(memory, asked);
  return { ...(await answerFor(memory, work, task)), ...withoutTask(await inFull(memory.db, task)) };
}

function withoutTask({ task: _, ...rest }: TaskInFull) {
  return rest;
}

export async function tasksIn(memory: Memory, asked: TaskRequest & { closed: boolean; limit: number }) {
  const work = await knownWorkplace(memory, asked);
  if (!work) return { tasks: [], current: null };
  const rows = await listTasks(memory.db, { projects: inProject(work.project.id), ...asked });
  const current = await currentTask(memory.db, work.project.id, work.acting.sessionId);
  return {
    tasks: rows.map((row) => ({ ...asTask(row), next: nextStep(existingOf(row)) })),
    current: current?.name ?? null,
  };
}

async function answerFor(_: Memory, work: Workplace, task: TaskRow, warnings: readonly string[] = []) {
  const place = work.placeOf(task);
  const { sessionId, name, chosenBy } = work.acting;
  const paths = filePhases.map((phase) => [
    phase,
    readTaskFile(place, phase).status === "read" ? place.paths[phase] : null,
  ]);
  return {
    task: asTask(task),
    next: nextStep(existingOf(task)),
    session: { sessionId, name, chosenBy },
    files: Object.fromEntries(paths) as Record<(typeof filePhases)[number], string | null>,
    warnings: [...warnings],
  };
}

/** Files end with a line break. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
