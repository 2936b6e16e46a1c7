// The probability that a result answers the question, from 0 to 1, independent of the size of the store: the value
// for `min_relevance`. fuse.ts decides the order of results; this file only judges each of them.
//
// A logistic fit, rounded, on the ten best results of 1,000 questions: the small stores and prompts of bench/, LoCoMo,
// commits and functions, questions inside long text, and for each also questions that belong to another store and have no
// answer in it. It weighs what the document contains, not what it lacks: a long prompt is never covered as a whole.
// `node bench/relevance.ts` compares its predictions with the truth.

import { partsOf, termsOf } from "../../../libs/language/index.ts";
import type { DocumentRow } from "../../store/schema.ts";
import type { Question } from "./question.ts";

export interface Signals {
  /** How much nearer to the question than an average text, 0 to 1; null without a model. */
  nearness: number | null;
  /** The share of the question's words in the document, 0 to 1; rare words count for more. */
  coverage: number;
  /** The same as an amount, in words as rare as can be: a long question is rarely covered, but many of its rare words may be. */
  strength: number;
  /** Whether all copied or quoted text of the question occurs, not all occurs, or there is none. */
  named: "all" | "not all" | "none";
  /** Rank among the results; the best is 0. */
  rank: number;
  /** For somebody who asks: by how much its score leads the others, or is behind the best; null for prompts. */
  lead: number | null;
}

interface Weights {
  bias: number;
  nearness: number;
  coverage: number;
  strength: number;
  named: Record<Signals["named"], number>;
  rank: number;
  lead: number;
}

const withModel: Weights = {
  bias: -4,
  nearness: 3.5,
  coverage: 1.5,
  strength: 2.2,
  named: { all: 0.5, "not all": -1.5, none: 0 },
  rank: -2,
  lead: 0,
};
const byWords: Weights = {
  bias: -3.8,
  nearness: 0,
  coverage: 2.5,
  strength: 2.6,
  named: { all: 0.5, "not all": -1.5, none: 0 },
  rank: -2,
  lead: 0,
};
/**
 * For somebody who asks: one result far ahead of the others is nearly always the answer, in a store of any size. A fit on the
 * even questions of the small stores and of LoCoMo. On the odd ones, what says 0.6 to 0.8 is right in 4 of 4 and 0.57 of cases,
 * what says more in 21 of 21 and 0.75; without the lead 0.8 and more was said of 13 instead of 21.
 */
const asked: Weights = {
  bias: -3.2,
  nearness: 3.6,
  coverage: 1,
  strength: 1,
  named: { all: 1.6, "not all": -3, none: 0 },
  rank: 0,
  lead: 0.7,
};
const maxLead = 3;
/** Worth listing, however many documents contain the same words. */
const withEveryWord = 0.06;
/** Further down it makes no difference: a broad question may have many answers. */
const lastRank = 3;

export function relevanceOf(signals: Signals): number {
  const { lead } = signals;
  const weights = signals.nearness === null ? byWords : lead === null ? withModel : asked;
  const sum =
    weights.bias +
    weights.nearness * (signals.nearness ?? 0) +
    weights.coverage * signals.coverage +
    weights.strength * Math.log(1 + signals.strength) +
    weights.named[signals.named] +
    weights.lead * Math.max(-maxLead, Math.min(maxLead, lead ?? 0)) +
    weights.rank * Math.log(1 + Math.min(signals.rank, lastRank));
  const probability = 1 / (1 + Math.exp(-sum));
  return signals.coverage < 1 ? probability : Math.max(probability, withEveryWord);
}

/** By how much the first is ahead of the second, or another behind the first. */
export function leadOf(score: number, rank: number, [first = 0, second = 0]: readonly number[]): number {
  return rank === 0 ? score - second : Math.min(0, score - first);
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

/** How rare words are in the searched documents. */
export interface Rarity {
  of(term: string): number;
  /** Of a word in so many documents. */
  inDocuments(count: number): number;
}

/** What was said in a session is in two documents at least, the reply and its turn: its words are no less rare for that. */
function isToldTwice({ owner_kind, author }: DocumentRow): boolean {
  return (
    owner_kind === "turn" || owner_kind === "session" || (owner_kind === "observation" && author !== null)
  );
}

/** What a question expects in a document. */
export function judgeOf(
  question: Question,
  rarity: Rarity,
): (document: DocumentRow) => Omit<Signals, "nearness" | "rank" | "lead"> {
  const wanted = question.any.map((term) => ({ term, weight: rarity.of(term) }));
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0);
  return (document) => {
    const { author, title, summary, detail, files, symbols } = document;
    const text = [author ?? "", title, summary, detail, files, symbols].join("\n");
    const terms = new Set(termsOf(text));
    const parts = remembered(() => new Set(partsOf(text)));
    const most = rarity.inDocuments(isToldTwice(document) ? 2 : 1);
    const covered = wanted.reduce((sum, { term, weight }) => sum + weight * shareOf(term, terms, parts), 0);
    return {
      coverage: whole > 0 ? covered / whole : 0,
      strength: most > 0 ? covered / most : 0,
      named: namedIn(text, question),
    };
  };
}

const minPartLength = 4;
const minCompoundLength = 9;
const worthOfPart = 0.7;

/** 1 for an exact word, less for a word that the index finds inside another, as its prefix or suffix. */
function shareOf(term: string, terms: ReadonlySet<string>, parts: () => ReadonlySet<string>): number {
  if (terms.has(term)) return 1;
  if (parts().has(term)) return worthOfPart;
  if (term.length < minPartLength) return 0;
  for (const longer of terms) {
    if (longer.length >= minCompoundLength && (longer.startsWith(term) || longer.endsWith(term)))
      return worthOfPart;
  }
  return 0;
}

function namedIn(text: string, { identifiers, phrases, isPlain }: Question): Signals["named"] {
  // Results without the phrases are excluded.
  if (identifiers.length === 0) return phrases.length > 0 ? "all" : "none";
  const lowered = text.toLowerCase();
  const joined = remembered(() => withoutJoints(lowered));
  const isNamed = (identifier: string) =>
    lowered.includes(identifier) || joined().includes(withoutJoints(identifier));
  if (identifiers.every(isNamed)) return "all";
  return isPlain ? "none" : "not all";
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
