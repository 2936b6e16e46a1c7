// The model's part in compact: a better summary of a stretch than rules can make. Its answer is checked; without an
// answer the rules' summary stays, with a note.

import { oneLine } from "../../../libs/language/index.ts";
import { type AskModel, isWorthAModel, noteOnFailure, numberedLines } from "../../memory/ask-model.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfSessions } from "../../memory/without-secrets.ts";
import { type Compaction, type CompactionSummary, compactionSummary } from "../../protocol/compaction.ts";
import { offline } from "../../protocol/observations.ts";
import { compactionsOf, stretchOf } from "../../rooms/compactions/room.ts";
import { countObservations, observationsOf } from "../../rooms/observations/room.ts";
import { getSession } from "../../rooms/sessions/room.ts";
import { keepSummary } from "./compact.ts";

const system = `You keep the memory of a coding agent. You are given a stretch of one session, a numbered line each. The agent is about
to lose it from its window and will see your summary instead. Say what happened (executive, at max two paragraphs), each
decision with its topic, its reason and its files, what each changed file was changed for, a few lines of code only where
their exact form matters, the topics in single words, tasks completed, and tasks pending: also errors that are not solved,
with what was tried. Name files, commands, identifiers and numbers exactly. Nothing that the lines do not say.`;

const maxObservations = 2_000;
const max = { decisions: 20, files: 40, snippets: 8, topics: 12, tasks: 20 };
const maxLength = { executive: 2_000, line: 400, code: 800 };

/** Improves the rule-made summaries of a session; summaries for which the model was already asked stay. */
export async function compactByModel(
  memory: Memory,
  sessionId: string,
  ask: AskModel | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const all = await compactionsOf(memory.db, sessionId);
  if (all.length === 0 || !ask || !isWorthAModel(await getSession(memory.db, sessionId))) return;
  for (const one of all) {
    if (one.made?.provider === offline && one.made.note === null && one.observations > 0) {
      await improve(memory, one, all, ask, signal);
    }
  }
}

async function improve(
  memory: Memory,
  one: Compaction,
  all: readonly Compaction[],
  ask: AskModel,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { made } = one;
  if (!made) return;
  const started = performance.now();
  const stretch = stretchOf(one, all);
  const { count } = await countObservations(memory.db, stretch);
  const observations = await observationsOf(memory.db, stretch, { last: maxObservations });
  const asked = await ask("compact", `compact:${one.id}:${count}`, {
    system,
    prompt: "Summarise this stretch of the session.",
    data: numberedLines(observations),
    schema: compactionSummary,
    maxTokens: 4000,
    signal,
  });
  const at = new Date().toISOString();
  const clean = await cleanerOfSessions(memory, [one.sessionId]);
  await keepSummary(
    memory,
    one,
    started,
    asked.status === "answered"
      ? {
          at,
          provider: `${asked.provider}:${asked.model}`,
          note: null,
          summary: checked(clean.deep(asked.value) as CompactionSummary, made.summary),
          observations: count,
        }
      : { ...made, at, note: clean.text(noteOnFailure(asked)), observations: one.observations },
  );
}

/** The changed files and the kind of change are known; the model may know the purpose better. */
function checked(said: CompactionSummary, byRules: CompactionSummary): CompactionSummary {
  const purposes = new Map(said.files_modified.map(({ path, purpose }) => [path, purpose]));
  return {
    executive: said.executive.trim().slice(0, maxLength.executive) || byRules.executive,
    key_decisions: said.key_decisions
      .slice(0, max.decisions)
      .map(({ topic, decision, rationale, files }) => ({
        topic: line(topic),
        decision: line(decision),
        rationale: line(rationale),
        files: lines(files, max.files),
      })),
    files_modified: byRules.files_modified.map((file) => ({
      ...file,
      purpose: line(purposes.get(file.path) ?? "") || file.purpose,
    })),
    code_snippets: said.code_snippets.slice(0, max.snippets).map((snippet) => ({
      ...snippet,
      file: line(snippet.file),
      function: line(snippet.function),
      code: snippet.code.slice(0, maxLength.code),
    })),
    topics: lines(said.topics, max.topics),
    tasks_completed: lines(said.tasks_completed, max.tasks),
    tasks_pending: lines(said.tasks_pending, max.tasks),
  };
}

function line(text: string): string {
  return oneLine(text).slice(0, maxLength.line);
}

function lines(texts: readonly string[], count: number): string[] {
  return texts
    .slice(0, count)
    .map(line)
    .filter((text) => text !== "");
}
