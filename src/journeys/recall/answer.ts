// The few sentences of earlier work that answer a prompt, within the tokens: chosen from all turns about it, by what each
// is worth as an answer. What an agent or a model wrote as an outcome is used whole.

import { tellsCause } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import type { BriefLine } from "./brief.ts";
import { type Passage, passagesOf, type Question, type Signals, type Source } from "./passages.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

/**
 * Log odds that a sentence answers a question, fitted on 77 questions over eight public histories and rounded; what reads as a
 * scrap counts less than the fit says. Fitted without the history that is judged: 63 % of
 * the facts, 50 % by the weights before.
 */
const weights: Signals = {
  coverage: 4,
  lexical: 0.17,
  pairs: 0.7,
  ofRequest: 0.25,
  near: 0.12,
  rank: -0.75,
  outcome: 2,
  decision: 0,
  middle: -1,
  user: 2,
  item: 0.8,
  command: 6,
  cause: 8,
  number: 5,
  amount: 1,
  change: 0.9,
  result: -1.5,
  fragment: -0.6,
  entry: -0.6,
};
/** Somebody who gives a task needs the state rather than the sentence with the same words. */
const outcomeForTask = 2;
/** What says again what was said adds little. */
const repeated = 1;
/** A sentence beside one that was chosen. */
const beside = 1;
/** What each further sentence of a turn loses where a task is about what several turns left behind. */
const perTurn = 3;
/** So much less than the best is no answer any more. */
const maxBehind = { asked: 3.5, others: 4 };
const maxLength = 500;
const maxTurns = { asked: 2, others: 4 };
/** Date and mark of a line. */
const frameTokens = 8;

interface Candidate extends Passage {
  worth: number;
}

/** Lines for the prompt, one a turn, the best first, within the tokens. */
export function answerFrom(
  sources: readonly Source[],
  question: Question,
  tokens: number,
): (BriefLine & { caution?: string | undefined })[] {
  const isTask = !question.isQuestion;
  const left: Candidate[] = sources
    .flatMap((source) => passagesOf(source, question))
    .map((one) => ({
      ...one,
      worth: worthOf(one.signals) + (isTask ? outcomeForTask * one.signals.outcome : 0),
    }));
  const best = Math.max(...left.map(({ worth }) => worth));
  const least = best - maxBehind[isTask ? "others" : "asked"];
  const chosen = new Map<Source, Candidate[]>();
  const covered = new Set<string>();
  const said: ReadonlySet<string>[] = [];
  const isBeside = ({ source, at }: Candidate) =>
    (chosen.get(source) ?? []).some((other) => Math.abs(other.at - at) === 1);
  const gain = (one: Candidate) => {
    const belongs = isBeside(one) && goesWith(one) ? least : Number.NEGATIVE_INFINITY;
    if (isTask) return Math.max(belongs, one.worth - (chosen.get(one.source)?.length ?? 0) * perTurn);
    if (isBeside(one)) return Math.max(belongs, one.worth + beside);
    const isNew = covered.size === 0 || [...one.terms].some((term) => !covered.has(term));
    return isNew ? one.worth : one.worth - repeated;
  };
  for (let room = tokens; left.length > 0; ) {
    left.sort((a, b) => gain(b) - gain(a) || a.at - b.at);
    const next = left.shift() as Candidate;
    const { source, text } = next;
    const own = chosen.get(source);
    const words = distinctWords(text);
    const cost = countTokens(text) + (own ? 0 : frameTokens);
    const length = (own ?? []).reduce((sum, one) => sum + one.text.length, text.length);
    const isFirst = chosen.size === 0;
    if (gain(next) < least) break;
    if (next.terms.size === 0 && !(isBeside(next) && goesWith(next))) continue;
    if (!isFirst && (cost > room || length > maxLength)) continue;
    if (own?.some(({ isWritten }) => isWritten !== next.isWritten)) continue;
    if (
      (!own && chosen.size >= maxTurns[isTask ? "others" : "asked"]) ||
      said.some((other) => saysTheSame(words, other))
    )
      continue;
    room -= cost;
    said.push(words);
    for (const term of next.terms) covered.add(term);
    chosen.set(source, [...(own ?? []), next]);
  }
  return [...chosen].map(([{ turn, caution }, passages]) => ({
    turn,
    text: inOneLine(passages.sort((a, b) => a.at - b.at).map(({ text }) => text)),
    caution,
  }));
}

/** Of what a turn left behind, the cause, what was done about it and what was decided belong together. */
function goesWith({ text, signals: { outcome, change, decision } }: Candidate): boolean {
  return decision === 1 || (outcome === 1 && (change === 1 || tellsCause(text)));
}

function worthOf(signals: Signals): number {
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * signals[name as keyof Signals],
    0,
  );
}

/** Items of a list and commands have no full stop: without a sign they would run into each other. */
function inOneLine(texts: readonly string[]): string {
  return texts
    .map((text, at) =>
      at === texts.length - 1 || /[.!?…:;,。！？]["')\]]*$/u.test(text) ? text : `${text};`,
    )
    .join(" ");
}
