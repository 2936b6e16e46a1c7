// delegate: a sub-agent that starts receives the current task and what is known of the project, chosen for its prompt;
// what it answers when it stops becomes a finding of the task, so that its parent and its siblings see it.

import { sharedWords } from "../../../libs/language/index.ts";
import { frame, inert, inertLine, type QuotedSection, quoteBlock, wordInFrame } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory/memory.ts";
import { asLines, projectContextOf } from "../../memory/project-context/project-context.ts";
import { publish, put, withEditedScratchpad } from "../../memory/tasks/publish.ts";
import { knownWorkplace, type Workplace } from "../../memory/tasks/workplace.ts";
import { pathWithin } from "../../platform/foreign-file.ts";
import type { HookEventOf } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { plural } from "../../protocol/plural.ts";
import { inProject } from "../../protocol/scope.ts";
import type { Entry, Step } from "../../protocol/tasks.ts";
import { noteInjections, promisesIn } from "../../rooms/ledger/room.ts";
import {
  addEntry,
  asTask,
  currentTask,
  entriesOf,
  isRepeated,
  listTasks,
  lockTask,
  ownTask,
  putScratchpad,
  quoted,
  stepsOf,
  taskWithId,
} from "../../rooms/tasks/room.ts";
import type { Db, TaskRow } from "../../store/schema.ts";

/** The client allows 10,000 characters in all, and recall adds what it finds for the prompt. */
const maxCharacters = 6_500;
const maxPlanLength = 4_000;
const scratchpadTail = 1_500;
const progressTail = 800;
const findingsShown = 5;
const maxFindingLength = 300;

export interface Delegation {
  text: Inert;
  tokens: number;
  task: { id: string; name: string; isKept: boolean } | null;
}

export interface DelegationRequest {
  folder: string;
  session?: string | undefined;
  prompt: string;
  /** The ledger notes which task the sub-agent gets: its answer is then kept there, also if only the prompt names it. */
  isNoted?: true;
}

/** Null if there is neither a task nor anything known of the project. */
export async function contextForAgent(memory: Memory, asked: DelegationRequest): Promise<Delegation | null> {
  const work = await knownWorkplace(memory, asked);
  if (!work) return null;
  const open = await openTasks(memory.db, work.project.id);
  const named = namedIn(asked.prompt, open);
  const task = named ?? (await currentTask(memory.db, work.project.id, work.acting.sessionId));
  const about = task && (await sectionsOf(memory, work, task, asked.prompt));
  const { context } = await projectContextOf(memory, { folder: asked.folder }, { git: false });
  const isKnown = context.languages.length > 0 || Object.keys(context.notes).length > 0;
  const project: QuotedSection[] = isKnown ? [{ heading: frame`The project:`, lines: asLines(context) }] : [];
  const parallel = section(
    frame`Other open tasks:`,
    open
      .filter(({ id }) => id !== task?.id)
      .slice(0, parallelShown)
      .map(phaseLine)
      .join("\n"),
  );
  const sections = within(
    [...(about ?? []), ...project, ...(parallel.lines.length > 0 ? [parallel] : [])],
    maxCharacters,
  );
  if (sections.length === 0) return null;
  const isKept =
    task !== null &&
    ((asked.isNoted === true && task === named) ||
      (await worksOn(memory.db, work.acting.sessionId))?.id === task.id);
  const text = quoteBlock(task ? headingFor(task.name, isKept) : frame`About this project.`, sections);
  return { text, tokens: countTokens(text), task: task && { id: task.id, name: task.name, isKept } };
}

/** A name that could read as a sentence stands in a quoted line instead. */
function headingFor(name: string, isKept: boolean): Inert {
  const task = wordInFrame(name) ?? frame`TASK`;
  const begin = isKept
    ? frame`You work on a part of the task ${task}. Your last message is stored as a finding of the task. Report on the way with`
    : frame`The open task of this project is ${task}. If you work on a part of it, report with`;
  return frame`${begin} \`tellback append ${task} --kind finding "…"\` or the tool task (action append); \`tellback task show ${task}\` has everything. Do not edit plan.md or progress.md.`;
}

const maxOpenTasks = 50;
const parallelShown = 8;
const minNameLength = 4;

function openTasks(db: Db, projectId: string): Promise<TaskRow[]> {
  return listTasks(db, { projects: inProject(projectId), closed: false, limit: maxOpenTasks });
}

/** The task that a text names; of several the one with the longest name. */
function namedIn(text: string, open: readonly TaskRow[]): TaskRow | null {
  const said = text.toLowerCase();
  const named = open.filter(({ name_key }) => name_key.length >= minNameLength && said.includes(name_key));
  return named.toSorted((a, b) => b.name_key.length - a.name_key.length)[0] ?? null;
}

function phaseLine(row: TaskRow): string {
  const { name, phase, entries } = asTask(row);
  return `${quoted(name)}: ${phase === "none" ? "not begun" : phase}${entries > 0 ? `, ${plural(entries, "entry", "entries")}` : ""}`;
}

async function sectionsOf(
  memory: Memory,
  work: Workplace,
  found: TaskRow,
  prompt: string,
): Promise<QuotedSection[]> {
  const task = await withEditedScratchpad(memory, work, found);
  const entries = await entriesOf(memory.db, task.id);
  const findings = entries.filter(({ kind }) => kind === "finding");
  const progress = entries.filter(({ kind }) => kind !== "finding");
  return [
    section(frame`TASK is:`, wordInFrame(task.name) === null ? quoted(task.name) : ""),
    section(
      planHeading(stepsOf(task.plan, entries), entries.length > 0),
      cutEnd(task.plan ?? "", maxPlanLength, "`tellback plan` shows the rest"),
    ),
    section(frame`Its files and its session:`, whereabouts(work, task)),
    section(frame`The last progress:`, tail(progress.map(lineOf).join("\n"), progressTail)),
    section(frame`Findings of other agents:`, bestFor(prompt, findings).map(lineOf).join("\n")),
    section(frame`The end of the scratchpad:`, tail(task.scratchpad ?? "", scratchpadTail)),
  ].filter(({ lines }) => lines.length > 0);
}

function whereabouts({ tree, acting, placeOf }: Workplace, task: TaskRow): string {
  const plan = placeOf(task).paths[task.plan === null ? "scratchpad" : "plan"];
  const session = acting.sessionId === null ? "" : `, session ${acting.sessionId}`;
  return `${pathWithin(tree, plan) ?? plan}${session}`;
}

function planHeading(steps: readonly Step[], isSealed: boolean): Inert {
  if (!isSealed) return frame`The plan:`;
  const done = steps.filter(({ doneBy }) => doneBy !== null).map(({ number }) => number);
  if (done.length === 0) return frame`The plan, which is sealed:`;
  const which = inert(done.length === steps.length ? "all" : done.join(", "));
  return frame`The plan, which is sealed (steps done: ${which} of ${steps.length}):`;
}

/** The findings closest to the prompt; of equally close ones the newest. */
function bestFor(prompt: string, findings: readonly Entry[]): Entry[] {
  const ranked = findings.toSorted(
    (a, b) => sharedWords(prompt, b.text) - sharedWords(prompt, a.text) || b.number - a.number,
  );
  return ranked.slice(0, findingsShown).toSorted((a, b) => a.number - b.number);
}

function lineOf({ number, kind, agent, text }: Entry): string {
  return `${number} ${kind === "progress" ? "" : `${kind} `}by ${agent}: ${cutEnd(text.replace(/\s+/g, " "), maxFindingLength, "")}`;
}

const maxLineLength = 2_000;

function section(heading: Inert, text: string): QuotedSection {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { heading, lines: lines.map((line) => inertLine(line, maxLineLength)) };
}

/** Whole lines while there is room; the first sections first. */
function within(sections: readonly QuotedSection[], max: number): QuotedSection[] {
  let left = max;
  return sections.flatMap(({ heading, lines }) => {
    left -= heading.length + 1;
    const kept = lines.filter((line) => {
      left -= line.length + 3;
      return left > 0;
    });
    return kept.length > 0 ? [{ heading, lines: kept }] : [];
  });
}

/** From the beginning of a line, if one begins in the first half. */
function tail(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(-max);
  const line = end.indexOf("\n") + 1;
  return line > 0 && line < max / 2 ? end.slice(line) : `…${end}`;
}

function cutEnd(text: string, max: number, more: string): string {
  return text.length <= max ? text : `${text.slice(0, max)}… ${more}`.trimEnd();
}

/** What recall adds for a sub-agent that starts. */
export async function delegationFor(
  memory: Memory,
  event: HookEventOf<"agent-start">,
  prompt: string,
): Promise<Inert | null> {
  const made = await contextForAgent(memory, {
    ...{ folder: event.projectDir, session: `host:${event.sessionId}`, prompt },
    isNoted: true,
  });
  if (made?.task) {
    const injected = {
      ...{ kind: "task", id: made.task.id, length: "detail", tokens: made.tokens, cues: [] },
      why: { reason: made.task.isKept ? promised : "the open task of the project" },
    };
    const conversation = { sessionId: event.sessionId, agentId: event.agent?.id ?? "" };
    await noteInjections(memory.db, conversation, "agent", [injected], event.at).catch(() => {});
  }
  return made?.text ?? null;
}

/** Why a sub-agent got a task in which its answer is kept. */
const promised = "the task of the sub-agent: its answer becomes a finding";

const maxAnswerLength = 4_000;

/** The open task that a session itself works on. */
async function worksOn(db: Db, sessionId: string | null): Promise<TaskRow | null> {
  const own = sessionId === null ? null : await ownTask(db, sessionId);
  return own?.state === "open" ? own : null;
}

/**
 * The task that the last message of a sub-agent belongs to: the one that it was promised for, because its prompt named it,
 * otherwise that of its session. An answer says nothing about other tasks.
 */
async function answersTo(db: Db, { sessionId, agent }: HookEventOf<"agent-end">): Promise<TaskRow | null> {
  const [id] = await promisesIn(db, { sessionId, agentId: agent?.id ?? "" }, promised);
  const named = id === undefined ? null : await taskWithId(db, id);
  return named?.state === "open" ? named : worksOn(db, sessionId);
}

/**
 * In the transaction that captures the sub-agent's end. While there is no plan, it goes into the scratchpad. Returns the task that changed.
 */
export async function keepAnswer(tx: Db, event: HookEventOf<"agent-end">): Promise<string | null> {
  const own = await answersTo(tx, event);
  const text = event.reply.trim().slice(0, maxAnswerLength);
  if (!own || text === "" || !event.agent) return null;
  const task = await lockTask(tx, own.id);
  const agent = event.agent.type || "sub-agent";
  if (task.plan === null) {
    if (
      (task.scratchpad ?? "")
        .split(/\n(?=## Finding of )/)
        .some((part) => isRepeated(text, withoutHead(part)))
    )
      return null;
    const finding = `## Finding of ${agent} (${event.at.slice(0, 16).replace("T", " ")})\n\n${text}\n`;
    await putScratchpad(
      tx,
      task.id,
      [task.scratchpad?.trimEnd() ?? "", finding].join("\n\n").trimStart(),
      event.at,
    );
    return task.id;
  }
  const appended = await addEntry(tx, task, {
    ...{ kind: "finding", text, ticks: [], agent, sessionId: event.sessionId, repeat: false, at: event.at },
    key: `agent:${event.agent.id}`,
  });
  return appended.status === "stored" ? task.id : null;
}

function withoutHead(part: string): string {
  return part.replace(/^## Finding of .*\n/, "");
}

/** Writes the files of a task that changed, after the transaction. */
export async function publishAnswer(memory: Memory, taskId: string, folder: string): Promise<void> {
  const work = await knownWorkplace(memory, { folder });
  if (!work) return;
  await memory.db.transaction().execute(async (tx) => {
    const task = await lockTask(tx, taskId);
    if (task.plan === null && task.scratchpad !== null)
      await put(tx, work, task, "scratchpad", { text: task.scratchpad, entries: 0 });
  });
  await publish(memory, work, taskId);
}
