// recall: injects what is known of earlier work when it helps: when a session starts, at a prompt, when a file is
// opened, when a sub-agent starts. Injects nothing if nothing is relevant, if the conversation already contains it, or
// if the deadline has passed. Every injection is recorded in a ledger, with its reason.

import { compose } from "../../context/compose.ts";
import type { Memory } from "../../memory.ts";
import type { HookAnswer, HookEvent, HookEventOf } from "../../protocol/hook.ts";
import type { RecallMoment } from "../../protocol/recall.ts";
import { deedOf } from "../../protocol/tools.ts";
import {
  type Conversation,
  currentWork,
  findProject,
  forgetWindow,
  noteInjections,
  openSession,
  presentIn,
  shownPath,
} from "../../rooms/episodic/room.ts";
import { countShown } from "../../rooms/semantic/room.ts";
import { revealedPath } from "../../secrets/covered.ts";
import { answersFor } from "../command/answers.ts";
import { ensureSummary } from "../compact/compact.ts";
import type { Candidate } from "./candidates.ts";
import { gatherAtStart, gatherForFile, gatherForPrompt, type Plan, type Reader } from "./gather.ts";
import { publishOpeningsSoon } from "./openings.ts";
import { readWorkTree } from "./work-tree.ts";

/** Of the time before the deadline, what the embedding model may take for the question. */
const embeddingMs = { prompt: 130, agent: 300 };
/** And what the summary of a compaction may take. */
const summaryMs = 900;

export function recall(memory: Memory, event: HookEvent, deadlineMs: number): Promise<HookAnswer> {
  const watch: Watch = { startedAt: performance.now(), deadlineMs };
  return memory.recall.inOrder(event.sessionId, async () => {
    switch (event.type) {
      case "session-start":
        return atStart(memory, event, watch);
      case "prompt":
        return atPrompt(memory, event, watch);
      case "tool-start":
        return atTool(memory, event, watch);
      case "agent-start":
        return atAgent(memory, event, watch);
      default:
        return null;
    }
  });
}

interface Watch {
  startedAt: number;
  deadlineMs: number;
}

function isInTime({ startedAt, deadlineMs }: Watch): boolean {
  return performance.now() - startedAt <= deadlineMs;
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
    await ensureSummary(memory, event.sessionId, { at: event.at, withinMs: summaryMs });
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
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.sessionStart"]) return null;
  const plan = await gatherAtStart(memory, reader, await readWorkTree(revealedPath(event.projectDir)));
  return inject(memory, event, "start", within(plan, taken), watch);
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
  const answers = await answersFor(memory, event, commandsMs);
  const more = await others(answers === null ? 0 : answers.text.length + 1);
  if (answers === null || !isInTime(watch)) return more;
  await answers.given();
  const texts = [answers.text, more?.context ?? ""].filter((text) => text !== "");
  return { context: texts.join("\n") };
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
  if (!isWorthAnswering(event.text)) return null;
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.prompt"]) return null;
  const asked = { text: event.text, ...(await currentWork(memory.db, event.sessionId)) };
  const tokens = reader.settings["recall.promptTokens"];
  const plan = await gatherForPrompt(memory, reader, asked, { tokens, withinMs: embeddingMs.prompt });
  return inject(memory, event, "prompt", within(plan, taken), watch);
}

/** A custom command is not a question, and neither is "go on". */
export function isWorthAnswering(prompt: string): boolean {
  if (/^\/[\w:-]+(?:\s|$)/.test(prompt)) return false;
  const words = prompt.match(/[\p{L}\p{N}_./-]{3,}/gu) ?? [];
  return words.length >= 3 || /[\p{Lo}]{4,}|[\w]+[._/][\w]+|[a-z][A-Z]/u.test(prompt);
}

/** How much of a tool's input is read: redacting everything that the tool will write would take too long. */
export function asRecallReads(event: HookEventOf<"tool-start">): HookEventOf<"tool-start"> {
  const { file_path, notebook_path, prompt, subagent_type } = (event.input ?? {}) as Record<string, unknown>;
  return { ...event, input: { file_path, notebook_path, prompt, subagent_type } };
}

async function atTool(memory: Memory, event: HookEventOf<"tool-start">, watch: Watch): Promise<HookAnswer> {
  const deed = deedOf(event.tool);
  if (deed === "delegates") noteDelegation(memory, event);
  const path = deed === "reads" || deed === "edits" ? fileOf(event) : null;
  const reader = path === null ? null : await readerOf(memory, event);
  if (path === null || !reader?.settings["recall.files"]) return null;
  publishOpeningsSoon(memory, event);
  const conversation = conversationOf(event);
  const isInjected = (await presentIn(memory.db, conversation)).has(path);
  const answer = isInjected ? null : await injectForFile(memory, event, reader, path, watch);
  if (answer !== null || isInTime(watch)) memory.openings.heard(event.projectDir, path, conversation);
  return answer;
}

async function injectForFile(
  memory: Memory,
  event: HookEventOf<"tool-start">,
  reader: Reader,
  path: string,
  watch: Watch,
): Promise<HookAnswer> {
  const plan = await gatherForFile(memory, reader, path);
  const answer = await inject(memory, event, "file", plan, watch);
  if (answer !== null) {
    // Once in a conversation: the agent can query the rest.
    const why = { reason: "knowledge about the file was injected" };
    const file = { kind: "file", id: path, length: "title", tokens: 0, why, cues: [] };
    await noteInjections(memory.db, conversationOf(event), "file", [file], event.at);
  }
  return answer;
}

function fileOf({ input, projectDir, cwd }: HookEventOf<"tool-start">): string | null {
  const { file_path, notebook_path } = (input ?? {}) as Record<string, unknown>;
  const path = file_path ?? notebook_path;
  return typeof path === "string" && path !== "" ? shownPath(path, { projectDir, cwd }) : null;
}

async function atAgent(memory: Memory, event: HookEventOf<"agent-start">, watch: Watch): Promise<HookAnswer> {
  // The client does not report the prompt with which a sub-agent starts.
  const prompt = memory.recall.takeDelegation(event.sessionId, event.agent?.type ?? "");
  if (prompt === null || !isWorthAnswering(prompt)) return null;
  const reader = await readerOf(memory, event);
  if (!reader?.settings["recall.prompt"]) return null;
  // The sub-agent knows nothing of the conversation that started it.
  const work = { ...(await currentWork(memory.db, event.sessionId)), windowSince: event.at };
  const tokens = reader.settings["recall.agentTokens"];
  const withinMs = embeddingMs.agent;
  const plan = await gatherForPrompt(memory, reader, { text: prompt, ...work }, { tokens, withinMs });
  return inject(memory, event, "agent", plan, watch);
}

/** Composes what the conversation does not contain yet, and records it in the ledger. */
async function inject(
  memory: Memory,
  event: HookEvent,
  moment: RecallMoment,
  plan: Plan,
  watch: Watch,
): Promise<HookAnswer> {
  const conversation = conversationOf(event);
  const present = await presentIn(memory.db, conversation);
  const composed = compose(
    plan.heading,
    plan.sections,
    plan.candidates.filter(({ id }) => !present.has(id)),
    plan.budget,
  );
  if (composed === null || !isInTime(watch)) return null;
  const injected = composed.included.map(({ item, length, tokens }) => ({
    ...asInjection(item),
    length,
    tokens,
  }));
  await memory.db.transaction().execute(async (tx) => {
    await openSession(tx, event);
    await noteInjections(tx, conversation, moment, injected, event.at);
    await countShown(
      tx,
      injected.map(({ id }) => id),
    );
  });
  memory.events.record({
    type: "hook.context_inject",
    sessionId: event.sessionId,
    data: { moment, items: injected.map(({ id }) => id), budget: plan.budget.tokens },
    durationMs: performance.now() - watch.startedAt,
    tokensOut: composed.tokens,
  });
  return { context: composed.text };
}

function asInjection({ id, kind, why, cues }: Candidate) {
  return { id, kind, why, cues };
}

async function readerOf(memory: Memory, event: HookEvent): Promise<Reader | null> {
  const project = await findProject(memory.db, event.projectDir);
  if (!project) return null;
  const settings = memory.settingsFor(event.projectDir);
  return { projectId: project.id, sessionId: event.sessionId, settings };
}

function conversationOf({ sessionId, agent }: HookEvent): Conversation {
  return { sessionId, agentId: agent?.id ?? "" };
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
