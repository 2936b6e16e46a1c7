// The probability that a result answers the question, from 0 to 1, independent of the size of the store: the value
// for `min_relevance`. fuse.ts decides the order of results; this file only judges each of them.
//
// A logistic fit on the ten best results of 2,000 questions: LoCoMo, CoSQA, the small stores of
// bench/relevance-samples.ts, and for each also questions that belong to another store and have no answer in it.
// `node bench/relevance.ts` compares its predictions with the truth.

import type { DocumentRow } from "../../store/schema.ts";
import { partsOf, termsOf } from "./analyse.ts";
import type { Question } from "./question.ts";

export interface Signals {
  /** How much nearer to the question than an average text, 0 to 1; null without a model. */
  nearness: number | null;
  /** The share of the question's words in the document, 0 to 1; common words count little. */
  coverage: number;
  /** Whether all copied or quoted text of the question occurs, not all occurs, or there is none. */
  named: "all" | "not all" | "none";
  /** Rank among the results; the best is 0. */
  rank: number;
}

interface Weights {
  bias: number;
  nearness: number;
  coverage: number;
  named: Record<Signals["named"], number>;
  rank: number;
}

const withModel: Weights = {
  bias: -3.6,
  nearness: 2.75,
  coverage: 3.75,
  named: { all: 3, "not all": -4.3, none: 0 },
  rank: -1.9,
};
const byWords: Weights = {
  bias: -3.1,
  nearness: 0,
  coverage: 5,
  named: { all: 2.6, "not all": -4.8, none: 0 },
  rank: -1.9,
};
/** Further down it makes no difference: a broad question may have many answers. */
const lastRank = 3;

export function relevanceOf(signals: Signals): number {
  const weights = signals.nearness === null ? byWords : withModel;
  const sum =
    weights.bias +
    weights.nearness * (signals.nearness ?? 0) +
    weights.coverage * signals.coverage +
    weights.named[signals.named] +
    weights.rank * Math.log(1 + Math.min(signals.rank, lastRank));
  return 1 / (1 + Math.exp(-sum));
}

/** How near unrelated texts are to the question: the mean of the store, if it is large enough. */
export interface Usual {
  mean: number;
  rows: number;
}

/** Two unrelated texts under the bundled model, and how many documents are needed for a better estimate. */
const usualCosine = 0.1;
const knownFrom = 20;

export function nearnessOf(cosine: number, { mean, rows }: Usual): number {
  const usual = (mean * rows + usualCosine * knownFrom) / (rows + knownFrom);
  return (cosine - usual) / (1 - usual);
}

/** What a question expects in a document. */
export function judgeOf(question: Question): (document: DocumentRow) => Pick<Signals, "coverage" | "named"> {
  const wanted = question.any.map((term) => ({ term, weight: commonTerms.has(term) ? commonWeight : 1 }));
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0);
  return (document) => {
    const { author, title, summary, detail, files, symbols } = document;
    const text = [author ?? "", title, summary, detail, files, symbols].join("\n");
    const terms = new Set(termsOf(text));
    const parts = remembered(() => new Set(partsOf(text)));
    const covered = wanted.reduce((sum, { term, weight }) => sum + weight * shareOf(term, terms, parts), 0);
    return { coverage: whole > 0 ? covered / whole : 0, named: namedIn(text, question) };
  };
}

const shortestPart = 4;
const shortestCompound = 9;
const worthOfPart = 0.7;

/** 1 for an exact word, less for a word that the index finds inside another, as its prefix or suffix. */
function shareOf(term: string, terms: ReadonlySet<string>, parts: () => ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  if (parts().has(term)) return worthOfPart;
  if (term.length < shortestPart) return 0;
  for (const longer of terms) {
    if (longer.length >= shortestCompound && (longer.startsWith(term) || longer.endsWith(term)))
      return worthOfPart;
  }
  return 0;
}

function namedIn(text: string, { identifiers, phrases }: Question): Signals["named"] {
  // Results without the phrases are excluded.
  if (identifiers.length === 0) return phrases.length > 0 ? "all" : "none";
  const lowered = text.toLowerCase();
  const joined = remembered(() => withoutJoints(lowered));
  const isNamed = (identifier: string) =>
    lowered.includes(identifier) || joined().includes(withoutJoints(identifier));
  return identifiers.every(isNamed) ? "all" : "not all";
}

/** retryAfterMs, retry_after_ms and retry-after-ms are one name. */
function withoutJoints(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])[_-](?=[\p{L}\p{N}])/gu, "");
}

function remembered<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const commonWeight = 0.1;
/** Words of questions rather than of answers. */
export const commonTerms: ReadonlySet<string> = new Set(
  termsOf(`a an and are as at be been being but by can could did do does doing for from had has have having he her hers
    him his how i if in into is it its just me my no nor not of off on or our ours out over own she should so some such
    than that the their theirs them then there these they this those to too up us was we were what when where which
    while who whom whose why will with would you your yours am about any all after before because between both during
    each few further here more most only other same through under until very s t d ll m re ve`),
);
