// What a session that starts is shown of the project and its task, in a few lines: how the project is tested and
// built, where the current task stands, and sealed files that somebody changed.

import { frame, inert, quoteBlock } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import { inShort, projectContextOf } from "../../memory/project-context/project-context.ts";
import { knownWorkplace } from "../../memory/tasks/workplace.ts";
import type { Inert } from "../../protocol/inert.ts";
import { plural } from "../../protocol/plural.ts";
import { currentTask, entriesOf, existingOf, nextStep, stepsOf } from "../../rooms/tasks/room.ts";
import { brokenSeals } from "./verify.ts";

const maxLineLength = 400;

/** Null if there is nothing to say. */
export async function startNotes(
  memory: Memory,
  { projectDir, sessionId }: { projectDir: string; sessionId: string },
): Promise<Inert | null> {
  const work = await knownWorkplace(memory, { folder: projectDir, session: `host:${sessionId}` });
  if (!work) return null;
  const { context } = await projectContextOf(memory, { folder: projectDir }, { git: false });
  const task = await currentTask(memory.db, work.project.id, sessionId);
  const broken = task === null ? null : await brokenSeals(memory, projectDir);
  const lines = [
    ...inShort(context),
    ...(task === null ? [] : [await statusLine(memory, task)]),
    ...(broken === null ? [] : [broken]),
  ].map((line) => inert(line, maxLineLength));
  return lines.length === 0
    ? null
    : quoteBlock(frame`This project.`, [{ heading: frame`Project and task:`, lines }]);
}

async function statusLine(
  { db }: Memory,
  task: NonNullable<Awaited<ReturnType<typeof currentTask>>>,
): Promise<string> {
  const entries = await entriesOf(db, task.id);
  const steps = stepsOf(task.plan, entries);
  const done = steps.filter(({ doneBy }) => doneBy !== null).length;
  const open = steps.find(({ doneBy }) => doneBy === null);
  const state = steps.length > 0 ? `, ${done} of ${plural(steps.length, "step")} done` : "";
  const then = open ? ` Next step of its plan: ${open.number}. ${open.text}.` : "";
  return `Current task: ${task.name} (${plural(task.entries, "entry", "entries")}${state}).${then} ${nextStep(existingOf(task))}`;
}
