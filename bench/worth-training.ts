// The training of the second model (libs/language/statements/worth.ts): which of the sentences that users typed in real work
// a reader would keep. What it learns from the wording comes from a model that saw none of a user's sentences. For
// bench/statements.ts and bench/knowledge.ts.

import type { Limits, Thresholds } from "../libs/language/statements/classify.ts";
import { gramCount } from "../libs/language/statements/grams.ts";
import type { ReadSentence } from "../libs/language/statements/read.ts";
import { worthNames } from "../libs/language/statements/worth.ts";
import type { NaturalSentence } from "./labelled-histories.ts";
import {
  crossScores,
  type Example,
  fitLinear,
  type Labelled,
  naturalExamples,
  type Penalty,
  penalty,
  writtenExamples,
} from "./statement-training.ts";

export interface ReadLabel {
  label: Labelled;
  sentence: ReadSentence;
}

/** Chosen by cross-validation on the histories, of which two were never looked at. */
const worthPenalty: Penalty = { values: 0.002, grams: 0 };
/** Half of the written sentences are statements, in real work one in twenty: they only help to weigh the forms. */
const writtenWeight = 0.5;
/** The share of right ones among what is kept at once, and among what waits for a person. */
const wanted = { sure: 0.88, maybe: 0.45 };

export interface WorthRow extends Example {
  sentence: ReadSentence;
  natural: NaturalSentence | null;
}

/** What the wording model is trained on: what was written for it, and what agents said. */
export function wordingExamples(written: readonly ReadLabel[], natural: readonly NaturalSentence[]) {
  const agents = natural.filter(({ by }) => by === "agent");
  return [...writtenExamples(written), ...naturalExamples(agents)];
}

/** Users' sentences with what the wording of each says to a model that saw neither it nor its history. */
export function worthRows(written: readonly ReadLabel[], natural: readonly NaturalSentence[]): WorthRow[] {
  const histories = [...new Set(natural.map(({ history }) => history))].sort();
  const foldOf = (history: string) => histories.indexOf(history);
  const possible = natural.filter(({ sentence }) => Number.isFinite(sentence.score));
  const users = possible.filter(({ by }) => by === "user");
  const agents = naturalExamples(
    possible.filter(({ by }) => by === "agent"),
    foldOf,
  );
  const read = written.filter(({ sentence }) => Number.isFinite(sentence.score));
  const unseen = naturalExamples(users, foldOf).map((one) => ({ ...one, weight: 0 }));
  const always = writtenExamples(read).map((one) => ({ ...one, fold: -1 }));
  const ofUsers = crossScores([...always, ...agents, ...unseen], penalty, gramCount).slice(-users.length);
  const ofWritten = crossScores(
    [...writtenExamples(read), ...agents.map((one) => ({ ...one, fold: -1 }))],
    penalty,
    gramCount,
  );
  return [
    ...users.flatMap((one, i) =>
      rowOf(one.sentence, ofUsers[i] ?? 0, one, {
        isPositive: one.isWorthKeeping,
        weight: 1,
        fold: foldOf(one.history),
      }),
    ),
    ...read.flatMap(({ label, sentence }, i) =>
      label.by === "agent"
        ? []
        : rowOf(sentence, ofWritten[i] ?? 0, null, {
            isPositive: label.kind !== "none",
            weight: writtenWeight,
            fold: -1,
          }),
    ),
  ];
}

function rowOf(
  sentence: ReadSentence,
  wording: number,
  natural: NaturalSentence | null,
  rest: Pick<Example, "isPositive" | "weight" | "fold">,
): WorthRow[] {
  const features = sentence.worthFeatures(wording);
  if (features === null) return [];
  // Written sentences have a bias of their own, because so many of them are statements.
  const values = Float64Array.from([...features, natural === null ? 1 : 0]);
  return [{ ...rest, values, grams: [], each: 0, offset: 0, sentence, natural }];
}

/** Each natural row by a model that did not see its history; null for what was written. */
export function crossWorth(rows: readonly WorthRow[]): (number | null)[] {
  const scores = crossScores(rows, worthPenalty, 0);
  return rows.map(({ natural }, i) => (natural === null ? null : (scores[i] ?? 0)));
}

/** The limits that would have held on these rows. */
export function limitsFor(rows: readonly WorthRow[], scores: readonly (number | null)[]): Limits {
  const scored = rows.flatMap(({ sentence, isPositive }, i) => {
    const score = scores[i] ?? null;
    return score === null || !sentence.standsAlone ? [] : [{ sentence, isPositive, score }];
  });
  const of = (isNormative: boolean): Thresholds => {
    const own = scored.filter(({ sentence }) => sentence.isNormative === isNormative);
    const sure = lowest(own, wanted.sure);
    const below = own.filter(({ score }) => score < sure);
    return { sure: rounded(sure), maybe: rounded(Math.min(sure, lowest(below, wanted.maybe))) };
  };
  return { norms: of(true), others: of(false) };
}

/** The lowest score from which on this share is right. */
function lowest(rows: readonly { score: number; isPositive: boolean }[], share: number): number {
  const order = rows.toSorted((a, b) => b.score - a.score);
  let [right, best] = [0, Number.POSITIVE_INFINITY];
  for (const [i, { score, isPositive }] of order.entries()) {
    if (isPositive) right++;
    if (right / (i + 1) < share) continue;
    best = (score + (order[i + 1]?.score ?? score - 0.2)) / 2;
  }
  return best;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export function trainWorth(rows: readonly WorthRow[]) {
  const { bias, weights } = fitLinear(rows, worthPenalty, 0);
  return {
    bias: rounded(bias),
    weights: Object.fromEntries(worthNames.map((name, i) => [name, rounded(weights[i] ?? 0)])),
    ...limitsFor(rows, crossWorth(rows)),
  };
}
