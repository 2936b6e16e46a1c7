// The model's part in reflect: a better summary, learnings that rules cannot see, and its judgement whether two
// learnings say the same. Its answers are checked; without an answer the rules' result stays.

import { z } from "zod";
import { oneLine } from "../../../libs/language/index.ts";
import { type AskModel, noteOnFailure, numberedLines } from "../../memory/ask-model.ts";
import { learningCategory } from "../../protocol/knowledge.ts";
import type { Observation } from "../../protocol/observations.ts";
import { type SummaryParts, summaryParts } from "../../protocol/sessions.ts";
import type { Cleaner } from "../../secrets/cleaner.ts";
import type { Candidate } from "./extract/candidate.ts";
import type { Neighbour } from "./judge.ts";

/** No limits here: an answer that is a little too long is cut, not requested again. */
const reflection = z.object({
  summary: summaryParts.omit({ files: true }),
  learnings: z.array(
    z.object({
      category: learningCategory,
      content: z.string().describe("one sentence that is true beyond this session"),
      kind: z
        .enum(["known", "hypothesis", "dead end"])
        .describe("known: shown or stated; hypothesis: believed; dead end: tried X, failed because Y"),
      seen: z.number().int().describe("number of the line where it shows best"),
      proof: z
        .number()
        .int()
        .nullable()
        .describe("number of a command that succeeded and proves it, or null"),
    }),
  ),
});
const maxLearnings = 10;
const maxLines = 12;
const maxContentLength = 300;
const maxLineLength = 400;

const system = `You keep the memory of a coding agent. You are given what happened in one session, a numbered line each.
Summarise it: title, what is true now, decisions with their reasons, what is open, what stays known.
Then give learnings: knowledge about this code base, its tools or its people's wishes that will help in later sessions.
Never a thing that was merely done here ("fixed the login bug"), never a guess as knowledge, nothing general that any
programmer knows. Most sessions have none, or one or two. Be brief. Name files, commands and numbers exactly.`;

export interface ModelReflection {
  provider: string;
  parts: Omit<SummaryParts, "files">;
  candidates: Candidate[];
}

/** The reflection, or why there is none. */
export async function reflectByModel(
  ask: AskModel,
  sessionId: string,
  upTo: number,
  observations: readonly Observation[],
  clean: Cleaner,
): Promise<ModelReflection | { note: string }> {
  const asked = await ask("reflect", `reflect:${sessionId}:${upTo}`, {
    system,
    prompt: "Summarise this session and give its learnings.",
    data: numberedLines(observations),
    schema: reflection,
    maxTokens: 3000,
  });
  if (asked.status !== "answered") return { note: clean.text(noteOnFailure(asked)) };
  const { summary, learnings } = clean.deep(asked.value) as z.infer<typeof reflection>;
  return {
    provider: `${asked.provider}:${asked.model}`,
    parts: bounded(summary),
    candidates: learnings.slice(0, maxLearnings).flatMap((one) => candidateOf(one, observations)),
  };
}

const DONE =
  /^(?:i |we |the agent )?(?:fixed|added|implemented|updated|refactored|removed|created|wrote|changed|ran|renamed|moved|deleted|investigated|debugged)\b/i;

function candidateOf(
  said: z.infer<typeof reflection>["learnings"][number],
  observations: readonly Observation[],
): Candidate[] {
  const content = oneLine(said.content);
  if (content.length < 10 || content.length > maxContentLength || DONE.test(content)) return [];
  const seen = observations[said.seen - 1] ?? observations.at(-1);
  const proof = said.proof === null ? undefined : observations[said.proof - 1];
  // An edit proves nothing; a command that succeeded does.
  const isProof = /^(?:Bash|PowerShell)$/.test(proof?.tool ?? "") && proof?.status === "ok";
  return [
    {
      content,
      category: said.category,
      statementKind: said.kind === "known" ? "claim" : said.kind,
      // A model's reading of the session, not the user's own words.
      saidBy: null,
      isSure: true,
      isDecision: false,
      observationId: seen?.id ?? null,
      at: seen?.happenedAt ?? new Date().toISOString(),
      claim: content,
      proof: isProof ? (proof?.id ?? null) : null,
    },
  ];
}

function bounded(parts: Omit<SummaryParts, "files">): Omit<SummaryParts, "files"> {
  const line = (text: string) => oneLine(text).slice(0, maxLineLength);
  const lines = (texts: readonly string[]) => texts.slice(0, maxLines).map(line);
  return {
    title: line(parts.title),
    now: line(parts.now),
    decided: parts.decided.slice(0, maxLines),
    open: lines(parts.open),
    known: lines(parts.known),
  };
}

const words = z.object({
  pairs: z.array(z.object({ pair: z.number().int(), word: z.enum(["same", "contradicts", "different"]) })),
});

export type Word = NonNullable<Neighbour["word"]>;

export interface Pair {
  candidate: string;
  known: string;
}

/** The model's judgement on pairs about the same topic; rules judge those that it leaves out. */
export async function judgePairs(
  ask: AskModel,
  sessionId: string,
  upTo: number,
  pairs: readonly Pair[],
): Promise<Map<Pair, Word>> {
  if (pairs.length === 0) return new Map();
  const asked = await ask("judge", `judge:${sessionId}:${upTo}`, {
    system:
      "You compare statements about a code base. same: both say the same. contradicts: they cannot both hold now. different: anything else.",
    prompt: "Give one word for each numbered pair.",
    data: pairs
      .map(({ candidate, known }, i) => `${i + 1}. NEW: ${candidate}\n   KNOWN: ${known}`)
      .join("\n"),
    schema: words,
    maxTokens: 1000,
  });
  if (asked.status !== "answered") return new Map();
  const said = new Map<Pair, Word>();
  for (const { pair, word } of asked.value.pairs) {
    const one = pairs[pair - 1];
    if (one) said.set(one, word);
  }
  return said;
}
