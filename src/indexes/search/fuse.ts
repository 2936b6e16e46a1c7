// Combines the scores of two retrievers. Scores are compared as z-scores over all documents in scope, because
// ranks lose how confident a retriever is: plain rank fusion is worse than the better retriever alone.
// The weights are rounded; they were chosen on conversations, commits and functions together, one set checked against
// the others; bench/search.ts measures them.

export interface Spread {
  mean: number;
  deviation: number;
}

export interface Candidate {
  seq: number;
  /** bm25 or similar; 0 if no term is found. */
  text: number;
  /** Cosine; null if the document has no vector or the model is unavailable. */
  cosine: number | null;
  /** Set for words that somebody said. */
  spoken: { words: number; isQuestion: boolean; authorIsNamed: boolean } | null;
  /** Brackets and operators among its characters, in thousandths. */
  codeShare: number;
  /** A number for its session; 0 means none. */
  session: number;
  /** Neighbours in the session; 0 means none. */
  before: number;
  after: number;
  /** The share of the question that it and its neighbours cover. */
  coverage: number;
  /** How near it is in time to a date that the question names. */
  date: number;
}

interface Parts {
  text: number;
  meaning: number;
  /** The documents just before and after match too. */
  neighbour: number;
  /** Something else in its session matches. */
  session: number;
  /** It contains the rare words of the question, or its neighbours do. */
  coverage: number;
  /** It is from the time that the question names. */
  date: number;
  /** Long enough to answer, not a question itself, by the person in question. */
  manner: number;
}

export interface Fused {
  seq: number;
  score: number;
  parts: Parts;
}

export interface Spreads {
  text: Spread;
  cosine: Spread;
}

export type Retrievers = "both" | "text" | "meaning";

const neighbourWeight = 0.35;
const secondNeighbourWeight = 0.2;
/** What follows a matching question is likely its answer. */
const answerWeight = 0.35;
const sessionWeight = 0.3;
const dateWeight = 4;
const lengthWeight = 0.8;
/** Words of a turn of usual length, as a logarithm: shorter ones rarely answer anything. */
const usualLength = 3;
const questionWeight = 0.6;
const authorWeight = 1.2;

interface WordWeights {
  /** Of full text; the rest is the weight of meaning. */
  text: number;
  coverage: number;
}
/** What people said is asked about in other words; records of work are asked about in their own. */
const ofSpoken: WordWeights = { text: 0.38, coverage: 0.75 };
const ofWritten: WordWeights = { text: 0.45, coverage: 1 };
/** The words of code count as far as they lead to what is near in meaning too. */
const ofStrangeCode: WordWeights = { text: 0.03, coverage: 0.15 };
const ofFamiliarCode: WordWeights = { text: 0.25, coverage: 0.75 };
const strange = 0.4;
const familiar = 0.9;
const bestCompared = 5;
/** In chats 9 of 10 turns have less than 10 of these marks in a thousand characters, 99 of 100 functions more than 19. */
const surelyProse = 12;
const surelyCode = 20;
/** So many of the nearest documents show what the question is about. */
const maxJudged = 20;

/** The same weights for all documents: scores with different weights could not be compared. */
function weightsFor(candidates: readonly Candidate[], spreads: Spreads, namesCode: boolean): WordWeights {
  const near = candidates.filter(({ cosine }) => cosine !== null);
  if (near.length === 0) return ofWritten;
  near.sort((a, b) => (b.cosine ?? 0) - (a.cosine ?? 0));
  const judged = near.slice(0, maxJudged);
  const spoken = meanOf(judged.map(({ spoken }) => Number(spoken !== null)));
  const prose = between(ofWritten, ofSpoken, spoken);
  // A question that names code uses the words of the code.
  if (namesCode) return prose;
  const isCode = ({ codeShare }: Candidate) => share(codeShare, surelyProse, surelyCode);
  const familiarity = share(agreement(near, spreads), strange, familiar);
  return between(prose, between(ofStrangeCode, ofFamiliarCode, familiarity), meanOf(judged.map(isCode)));
}

/** How near the best by words are, compared with the nearest. */
function agreement(near: readonly Candidate[], { cosine }: Spreads): number {
  const nearness = (some: readonly Candidate[]) => meanOf(some.map((one) => zScore(one.cosine ?? 0, cosine)));
  const nearest = nearness(near.slice(0, bestCompared));
  const byWords = near.toSorted((a, b) => b.text - a.text).slice(0, bestCompared);
  return nearest > 0 ? nearness(byWords) / nearest : 0;
}

function between(from: WordWeights, to: WordWeights, part: number): WordWeights {
  return {
    text: from.text + part * (to.text - from.text),
    coverage: from.coverage + part * (to.coverage - from.coverage),
  };
}

/** Where a number lies between two others, 0 to 1. */
function share(number: number, none: number, all: number): number {
  return Math.min(1, Math.max(0, (number - none) / (all - none)));
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

/**
 * Best first, of those that may be an answer; the others are only neighbours. One retriever alone is
 * judged by its own score, without the other signals.
 */
export function fuse(
  candidates: readonly Candidate[],
  spreads: Spreads,
  namesCode: boolean,
  retrievers: Retrievers = "both",
  isAnswer: (seq: number) => boolean = () => true,
): Fused[] {
  const weights = chooseWeights(candidates, spreads, namesCode, retrievers);
  const placeOf = new Map<number, number>();
  const texts = new Float64Array(candidates.length);
  const meanings = new Float64Array(candidates.length);
  const isBoth = retrievers === "both";
  const unread = isBoth ? nearnessByWords(candidates, spreads) : () => 0;
  for (const [i, one] of candidates.entries()) {
    const text = zScore(one.text, spreads.text);
    const meaning = one.cosine === null ? unread(text) : zScore(one.cosine, spreads.cosine);
    texts[i] = weights.text * text;
    meanings[i] = (1 - weights.text) * meaning;
    placeOf.set(one.seq, i);
  }
  const around = isBoth ? surroundings(candidates, placeOf, texts, meanings) : alone;
  const fused: Fused[] = [];
  for (const [i, one] of candidates.entries()) {
    if (!isAnswer(one.seq)) continue;
    const parts: Parts = {
      text: texts[i] ?? 0,
      meaning: meanings[i] ?? 0,
      ...around(one),
      coverage: isBoth ? weights.coverage * one.coverage : 0,
      date: isBoth ? dateWeight * one.date : 0,
      manner: isBoth ? mannerPart(one) : 0,
    };
    const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
    fused.push({ seq: one.seq, score, parts });
  }
  return fused.sort((a, b) => b.score - a.score || b.seq - a.seq);
}

/**
 * A new document has no vector yet. It counts as near as its words fit: as the nearest, if no other words fit better. Counted as
 * average it would rank below its near-copies.
 */
function nearnessByWords(candidates: readonly Candidate[], spreads: Spreads): (text: number) => number {
  const best = { text: 0, cosine: 0 };
  for (const { text, cosine } of candidates) {
    best.text = Math.max(best.text, zScore(text, spreads.text));
    best.cosine = Math.max(best.cosine, cosine === null ? 0 : zScore(cosine, spreads.cosine));
  }
  return (text) => (best.text > 0 ? (best.cosine * Math.max(0, text)) / best.text : 0);
}

function chooseWeights(
  candidates: readonly Candidate[],
  spreads: Spreads,
  namesCode: boolean,
  retrievers: Retrievers,
): WordWeights {
  if (retrievers === "meaning") return { text: 0, coverage: 0 };
  // Without vectors, words are all there is.
  if (retrievers === "text" || spreads.cosine.deviation === 0) return { text: 1, coverage: 1 };
  return weightsFor(candidates, spreads, namesCode);
}

type Surroundings = Pick<Parts, "neighbour" | "session">;
const alone = (): Surroundings => ({ neighbour: 0, session: 0 });

/** What a candidate gains from its neighbours, and from the best of its session. */
function surroundings(
  candidates: readonly Candidate[],
  placeOf: ReadonlyMap<number, number>,
  texts: Float64Array,
  meanings: Float64Array,
): (candidate: Candidate) => Surroundings {
  const at = (seq: number) => (seq === 0 ? -1 : (placeOf.get(seq) ?? -1));
  const fits = (place: number) => (place < 0 ? 0 : Math.max(0, (texts[place] ?? 0) + (meanings[place] ?? 0)));
  const bestOf = new Map<number, number>();
  for (const [i, { session }] of candidates.entries()) {
    if (session > 0) bestOf.set(session, Math.max(bestOf.get(session) ?? 0, fits(i)));
  }
  return ({ before, after, session }) => {
    const previous = at(before);
    const next = at(after);
    const near = Math.max(fits(previous), fits(next));
    const beyond = Math.max(
      fits(at(candidates[previous]?.before ?? 0)),
      fits(at(candidates[next]?.after ?? 0)),
    );
    const asked = candidates[previous]?.spoken?.isQuestion ? fits(previous) : 0;
    return {
      neighbour: neighbourWeight * near + secondNeighbourWeight * beyond + answerWeight * asked,
      session: sessionWeight * (bestOf.get(session) ?? 0),
    };
  };
}

function mannerPart({ spoken }: Candidate): number {
  if (!spoken) return 0;
  const length = lengthWeight * (Math.log(1 + spoken.words) - usualLength);
  return length - (spoken.isQuestion ? questionWeight : 0) + (spoken.authorIsNamed ? authorWeight : 0);
}

function zScore(value: number, { mean, deviation }: Spread): number {
  return deviation > 0 ? (value - mean) / deviation : 0;
}

/** For scores of which only the best are known, in a scope of `rows`: all others count as 0. */
export function spreadOf(scores: readonly number[], rows: number): Spread {
  if (rows === 0) return { mean: 0, deviation: 0 };
  const mean = scores.reduce((sum, score) => sum + score, 0) / rows;
  const square = scores.reduce((sum, score) => sum + score * score, 0) / rows;
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
}
