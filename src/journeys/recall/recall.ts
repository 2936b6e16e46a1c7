// recall: injects what is known of earlier work when it helps: when a session starts, at a prompt, when a file is
// opened, when a sub-agent starts. Injects nothing if nothing is relevant, if the conversation already contains it, or
// if the deadline has passed. Every injection is recorded in a ledger, with its reason.

import { intentOf } from "../../../libs/language/index.ts";
import { shownPath } from "../../../libs/shorten/index.ts";
import { windowFactor } from "../../agents/context-window.ts";
import type { Config } from "../../config/schema.ts";
import { frame, joinInert } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import { readWorkTree } from "../../memory/work-tree.ts";
import type { HookAnswer, HookEvent, HookEventOf } from "../../protocol/hook.ts";
import type { Inert } from "../../protocol/inert.ts";
import { deedOf } from "../../protocol/tools.ts";
import { forgetWindow, type Present, presentIn } from "../../rooms/ledger/room.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { currentWork } from "../../rooms/sessions/room.ts";
import {
  brokenAtEnd,
  brokenAtPrompt,
  brokenBefore,
  brokenByEdit,
  brokenIn,
  type FindBroken,
  noteTold,
  withBroken,
} from "./broken.ts";
import type { Candidate } from "./candidates.ts";
import { checkoutOf } from "./checkout.ts";
import { gatherForFailure } from "./gather-failure.ts";
import { gatherForFile } from "./gather-file.ts";
import { gatherForPrompt } from "./gather-prompt.ts";
import { gatherAtStart } from "./gather-start.ts";
import { conversationOf, type Deadline, inject, isInTime, noteOnce } from "./inject.ts";
import { publishOpeningsSoon } from "./openings.ts";
import { noPlan, type Plan, type Reader } from "./plan.ts";
import { isSmallTalk, subjectOf } from "./subject.ts";

/** Of the time before the deadline, what the embedding model may take for the question. */
const embeddingMs = { prompt: 130, agent: 300 };
/** And git, if nothing is known of the checkout yet. */
const gitMs = { start: 400, prompt: 40 };
/** And what the summary of a compaction may take. */
const summaryMs = 900;

/** What other journeys have to say at a moment of recall. */
export interface RecallSources {
  /** Answers to the agent's commands; `given` is called once they are injected. */
  commandAnswers(
    memory: Memory,
    event: HookEvent,
    withinMs: number,
  ): Promise<{ text: Inert; given(): Promise<void> } | null>;
  /** Makes sure that the summary of a compaction exists. */
  ensureSummary(memory: Memory, sessionId: string, options: { at: string; withinMs: number }): Promise<void>;
  /** The project and its task, at the start of a session. */
  startNotes(memory: Memory, event: HookEventOf<"session-start">): Promise<Inert | null>;
  /** The task and the project, for a sub-agent that starts. */
  delegation(memory: Memory, event: HookEventOf<"agent-start">, prompt: string): Promise<Inert | null>;
  /** Calls that a change has broken, as they are at this moment. */
  brokenCalls: FindBroken;
}

export function recall(
  memory: Memory,
  sources: RecallSources,
  event: HookEvent,
  deadlineMs: number,
): Promise<HookAnswer> {
  const watch: Watch = { sources, startedAt: performance.now(), deadlineMs };
  return memory.recall.inOrder(event.sessionId, async () => {
    switch (event.type) {
      case "session-start":
        return atStart(memory, event, watch);
      case "prompt":
        return atPrompt(memory, event, watch);
      case "tool-start":
      case "tool":
        return atTool(memory, event, watch);
      case "agent-start":
        return atAgent(memory, event, watch);
      case "turn-end":
        return atTurnEnd(memory, event, watch);
      default:
        return null;
    }
  });
}

interface Watch extends Deadline {
  sources: RecallSources;
}

async function atStart(
  memory: Memory,
  event: HookEventOf<"session-start">,
  watch: Watch,
): Promise<HookAnswer> {
  warmUp(memory);
  publishOpeningsSoon(memory, event);
  if (event.source === "compact") {
    await forgetWindow(memory.db, event.sessionId);
    memory.openings.forget(event.sessionId);
    await watch.sources.ensureSummary(memory, event.sessionId, { at: event.at, withinMs: summaryMs });
  }
  return withAnswers(memory, event, watch, (taken) => startPlan(memory, event, watch, taken));
}

async function startPlan(
  memory: Memory,
  event: HookEventOf<"session-start">,
  watch: Watch,
  taken: number,
): Promise<HookAnswer> {
  // A resumed or forked conversation still contains what was injected when it began.
  if (event.source === "resume" || event.source === "fork") return null;
  const known = await readerOf(memory, event);
  if (!known?.settings["recall.sessionStart"]) return null;
  const reader = { ...known, settings: forWindow(known.settings, windowFactor(event.model)) };
  return withNotes(await watch.sources.startNotes(memory, event), "last", watch, async (more, sooner) => {
    const folder = event.projectDir;
    const [tree, here] = await Promise.all([readWorkTree(folder), checkoutOf(folder, gitMs.start)]);
    const plan = await gatherAtStart(memory, reader, tree, { ...here, branch: tree.branch ?? here.branch });
    return inject(memory, event, "start", within(plan, taken + more), sooner);
  });
}

/** The tokens of the text at session start, for the window of the model. */
function forWindow(settings: Config, factor: number): Config {
  const of = (tokens: number) => Math.round(tokens * factor);
  const shares = settings["recall.shares"];
  return {
    ...settings,
    "recall.budgetTokens": of(settings["recall.budgetTokens"]),
    "recall.shares": {
      ...{ compactions: of(shares.compactions), now: of(shares.now), here: of(shares.here) },
      ...{ team: of(shares.team), code: of(shares.code) },
    },
  };
}

async function atPrompt(memory: Memory, event: HookEventOf<"prompt">, watch: Watch): Promise<HookAnswer> {
  return withAnswers(memory, event, watch, (taken) => answerPrompt(memory, event, watch, taken));
}

/** How long pending commands of the agent may take. */
const commandsMs = 100;

/** Answers to the agent's commands come first, and count as injected only if they met the deadline. */
async function withAnswers(
  memory: Memory,
  event: HookEventOf<"session-start"> | HookEventOf<"prompt">,
  watch: Watch,
  others: (taken: number) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const answers = await watch.sources.commandAnswers(memory, event, commandsMs);
  const more = await others(answers === null ? 0 : answers.text.length + 1);
  if (answers === null || !isInTime(watch)) return more;
  await answers.given();
  return { context: joinInert([answers.text, more?.context ?? frame``], "\n") };
}

/** So much earlier must the rest be ready, if there are notes: they are injected alone if it is late. */
const lateMs = 40;

/** The project and the task in a block of their own, before or after what recall finds. */
async function withNotes(
  notes: Inert | null,
  order: "first" | "last",
  watch: Watch,
  others: (taken: number, watch: Watch) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  if (notes === null) return others(0, watch);
  const leftMs = watch.startedAt + watch.deadlineMs - performance.now() - lateMs / 4;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), leftMs).unref());
  const sooner = { ...watch, deadlineMs: watch.deadlineMs - lateMs };
  const more = await Promise.race([others(notes.length + 1, sooner), late]);
  if (!isInTime(watch)) return more;
  const texts = [notes, more?.context ?? frame``];
  return { context: joinInert(order === "first" ? texts : texts.reverse(), "\n") };
}

/** The client limits the total number of characters. */
function within(plan: Plan, taken: number): Plan {
  return { ...plan, budget: { ...plan.budget, characters: plan.budget.characters - taken } };
}

async function answerPrompt(
  memory: Memory,
  event: HookEventOf<"prompt">,
  watch: Watch,
  taken: number,
): Promise<HookAnswer> {
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.prompt"]) return null;
  const broken = await brokenAtPrompt(memory, watch.sources.brokenCalls, reader, event);
  const known = await planForPrompt(memory, reader, event);
  return inject(memory, event, "prompt", within(withBroken(broken, known, null), taken), watch);
}

async function planForPrompt(memory: Memory, reader: Reader, event: HookEventOf<"prompt">): Promise<Plan> {
  if (!isWorthAnswering(event.text)) return noPlan;
  const asked = { text: event.text, ...(await currentWork(memory.db, event.sessionId)) };
  const here = await checkoutOf(event.projectDir, gitMs.prompt);
  return gatherForPrompt(
    memory,
    reader,
    { ...asked, branch: here.branch ?? asked.branch },
    { tokens: reader.settings["recall.promptTokens"], withinMs: embeddingMs.prompt, here },
  );
}

/** Only the user hears of it: context here would force another turn. */
async function atTurnEnd(
  memory: Memory,
  event: HookEventOf<"turn-end">,
  { sources }: Watch,
): Promise<HookAnswer> {
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.files"]) return null;
  const notice = await brokenAtEnd(memory, sources.brokenCalls, reader, event);
  return notice === null ? null : { context: frame``, notice };
}

/** A custom command is not a question; "yes" and "run the tests" name nothing that a memory could be about. */
export function isWorthAnswering(prompt: string): boolean {
  if (/^\/[\w:-]+(?:\s|$)/.test(prompt)) return false;
  return intentOf(prompt) !== null || !isSmallTalk(subjectOf(prompt));
}

type ToolEvent = HookEventOf<"tool-start"> | HookEventOf<"tool">;

/** What recall reads of a tool use: redacting everything that the tool read or wrote would take too long. */
export function asRecallReads(event: HookEvent): HookEvent {
  if (event.type !== "tool-start" && event.type !== "tool") return event;
  // The same as capture reads: a failure is known by what it printed.
  if (event.type === "tool" && deedOf(event.tool) === "runs") return event;
  const { file_path, notebook_path, prompt, subagent_type } = (event.input ?? {}) as Record<string, unknown>;
  const input = { file_path, notebook_path, prompt, subagent_type };
  return event.type === "tool" ? { ...event, input, output: null } : { ...event, input };
}

async function atTool(memory: Memory, event: ToolEvent, watch: Watch): Promise<HookAnswer> {
  const deed = deedOf(event.tool);
  if (deed === "delegates" && event.type === "tool-start") noteDelegation(memory, event);
  if (deed === "runs" && event.type === "tool") return atCommand(memory, event, watch);
  const path = deed === "reads" || deed === "edits" ? fileOf(event) : null;
  if (path === null) return null;
  publishOpeningsSoon(memory, event);
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.files"]) return null;
  const conversation = conversationOf(event);
  const answer = await injectForFile(memory, event, reader, path, watch);
  if (answer !== null || isInTime(watch)) memory.openings.heard(event.projectDir, path, conversation);
  return answer;
}

async function atCommand(memory: Memory, event: HookEventOf<"tool">, watch: Watch): Promise<HookAnswer> {
  if (event.status === "interrupted") return null;
  const reader = await readerOf(memory, event);
  if (reader?.settings["recall.files"]) {
    const broken = await brokenBefore(memory, watch.sources.brokenCalls, reader, event);
    if (broken.length > 0) {
      const answer = await inject(memory, event, "file", withBroken(broken, noPlan, null), watch);
      if (answer !== null) noteTold(memory, event, broken);
      return answer;
    }
  }
  if (!reader?.settings["recall.failures"]) return null;
  const plan = await gatherForFailure(memory, reader, event);
  const [ended] = plan.candidates;
  const mark = `failure:${ended?.id}`;
  if (!ended || (await presentIn(memory.db, conversationOf(event))).ids.has(mark)) return null;
  // Told at the moment of the failure even if the brief has named the outcome: that it ended this is new.
  const answer = await inject(memory, event, "failure", plan, watch, nothingPresent);
  if (answer !== null) await noteOnce(memory, event, "failure", mark, "what ended the failure was injected");
  return answer;
}

const nothingPresent: Present = { ids: new Set(), words: [], files: new Set() };

async function injectForFile(
  memory: Memory,
  event: ToolEvent,
  reader: Reader,
  path: string,
  watch: Watch,
): Promise<HookAnswer> {
  const { ids } = await presentIn(memory.db, conversationOf(event));
  const known = ids.has(path) ? noPlan : await gatherForFile(memory, reader, path);
  const broken = await brokenByUse(memory, event, reader, path, watch);
  const fresh = broken.filter(({ id }) => !ids.has(id));
  const answer = await inject(memory, event, "file", withBroken(fresh, known, path), watch);
  if (answer !== null) noteTold(memory, event, fresh);
  if (answer !== null && known.candidates.length > 0)
    await noteOnce(memory, event, "file", path, "knowledge about the file was injected");
  return answer;
}

/** Of the time before the deadline, what looking for broken calls leaves for the rest. */
const restMs = 40;

async function brokenByUse(
  memory: Memory,
  event: ToolEvent,
  reader: Reader,
  path: string,
  { sources, startedAt, deadlineMs }: Watch,
): Promise<Candidate[]> {
  if (event.type !== "tool" || event.status !== "ok") return [];
  const find = sources.brokenCalls;
  const before = await brokenBefore(memory, find, reader, event);
  if (deedOf(event.tool) === "reads")
    return [...before, ...(await brokenIn(memory, find, reader, event, path))];
  const withinMs = startedAt + deadlineMs - restMs - performance.now();
  const now = await brokenByEdit(memory, find, reader, event, { path, withinMs });
  return [...before, ...now.filter(({ id }) => before.every((one) => one.id !== id))];
}

function fileOf({ input, projectDir, cwd }: ToolEvent): string | null {
  const { file_path, notebook_path } = (input ?? {}) as Record<string, unknown>;
  const path = file_path ?? notebook_path;
  return typeof path === "string" && path !== "" ? shownPath(path, { projectDir, cwd }) : null;
}

async function atAgent(memory: Memory, event: HookEventOf<"agent-start">, watch: Watch): Promise<HookAnswer> {
  // The client does not report the prompt with which a sub-agent starts.
  const prompt = memory.recall.takeDelegation(event.sessionId, event.agent?.type ?? "");
  const task = await watch.sources.delegation(memory, event, prompt ?? "");
  return withNotes(task, "first", watch, (taken, sooner) =>
    answerAgent(memory, event, prompt, sooner, taken),
  );
}

async function answerAgent(
  memory: Memory,
  event: HookEventOf<"agent-start">,
  prompt: string | null,
  watch: Watch,
  taken: number,
): Promise<HookAnswer> {
  if (prompt === null || !isWorthAnswering(prompt)) return null;
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.prompt"]) return null;
  // The sub-agent knows nothing of the conversation that started it.
  const work = { ...(await currentWork(memory.db, event.sessionId)), windowSince: event.at };
  const tokens = reader.settings["recall.agentTokens"];
  const withinMs = embeddingMs.agent;
  const plan = await gatherForPrompt(memory, reader, { text: prompt, ...work }, { tokens, withinMs });
  return inject(memory, event, "agent", within(plan, taken), watch);
}

async function readerOf(memory: Memory, event: HookEvent): Promise<Reader | null> {
  const project = await findProject(memory.db, event.projectDir);
  if (!project) return null;
  const settings = memory.settingsFor(event.projectDir);
  return { projectId: project.id, sessionId: event.sessionId, settings };
}

/** Loads the model and the index before the first prompt needs them; the current answer comes first. */
function warmUp({ embedder, search }: Memory): void {
  if (embedder.dimensions > 0) embedder.embed(["hello"], "query").catch(() => {});
  setTimeout(() => search.warm().catch(() => {}), afterTheAnswerMs).unref();
}

const afterTheAnswerMs = 100;

function noteDelegation({ recall }: Memory, { sessionId, input }: HookEventOf<"tool-start">): void {
  const { prompt, subagent_type } = (input ?? {}) as Record<string, unknown>;
  if (typeof prompt !== "string") return;
  recall.noteDelegation(
    sessionId,
    typeof subagent_type === "string" ? subagent_type : "general-purpose",
    prompt,
  );
}
