// Combines the scores of two retrievers. Scores are compared as z-scores over all documents in scope, because
// ranks lose how confident a retriever is: plain rank fusion is worse than the better retriever alone.
// The weights were chosen on LoCoMo conversations and checked on held-out ones; bench/search.ts measures them.

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
  /** Neighbours in the session; 0 means none. */
  before: number;
  after: number;
}

export interface Parts {
  text: number;
  meaning: number;
  /** The documents just before and after match too. */
  neighbour: number;
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

const neighbourWeight = 0.4;
/** One step further away counts for this share. */
const secondNeighbour = 0.8;
/** What follows a matching question is likely its answer. */
const answerWeight = 0.2;
const lengthWeight = 0.5;
/** Words of a turn of usual length, as a logarithm: shorter ones rarely answer anything. */
const usualLength = 3;
const questionWeight = 0.6;
const authorWeight = 0.7;

const textWeightOfProse = 0.5;
const textWeightOfCode = 0.1;
/** In chats 9 of 10 turns have less than 10 of these marks in a thousand characters, 99 of 100 functions more than 19. */
const surelyProse = 12;
const surelyCode = 20;

/** Code uses other words than the people who search for it, unless the question itself names code. */
function textWeight({ codeShare }: Candidate, namesCode: boolean): number {
  if (namesCode) return textWeightOfProse;
  const share = Math.min(1, Math.max(0, codeShare - surelyProse) / (surelyCode - surelyProse));
  return textWeightOfProse + share * (textWeightOfCode - textWeightOfProse);
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
  const placeOf = new Map<number, number>();
  const texts = new Float64Array(candidates.length);
  const meanings = new Float64Array(candidates.length);
  for (const [i, one] of candidates.entries()) {
    const ofText = textShare(one, spreads, namesCode, retrievers);
    const meaning = one.cosine === null ? 0 : zScore(one.cosine, spreads.cosine);
    texts[i] = ofText * zScore(one.text, spreads.text);
    meanings[i] = (1 - ofText) * meaning;
    placeOf.set(one.seq, i);
  }
  const around = retrievers === "both" ? neighboursIn(candidates, placeOf, texts, meanings) : () => 0;
  const fused: Fused[] = [];
  for (const [i, one] of candidates.entries()) {
    if (!isAnswer(one.seq)) continue;
    const text = texts[i] ?? 0;
    const meaning = meanings[i] ?? 0;
    const neighbour = around(one);
    const manner = retrievers === "both" ? mannerPart(one) : 0;
    const score = text + meaning + neighbour + manner;
    fused.push({ seq: one.seq, score, parts: { text, meaning, neighbour, manner } });
  }
  return fused.sort((a, b) => b.score - a.score || b.seq - a.seq);
}

function textShare(
  candidate: Candidate,
  spreads: Spreads,
  namesCode: boolean,
  retrievers: Retrievers,
): number {
  if (retrievers === "meaning") return 0;
  if (retrievers === "text") return 1;
  // Without vectors, all words weigh the same.
  return textWeight(candidate, namesCode || spreads.cosine.deviation === 0);
}

/** What a candidate gains from its neighbours. */
function neighboursIn(
  candidates: readonly Candidate[],
  placeOf: ReadonlyMap<number, number>,
  texts: Float64Array,
  meanings: Float64Array,
): (candidate: Candidate) => number {
  const at = (seq: number) => (seq === 0 ? -1 : (placeOf.get(seq) ?? -1));
  const fits = (place: number) => (place < 0 ? 0 : Math.max(0, (texts[place] ?? 0) + (meanings[place] ?? 0)));
  return ({ before, after }) => {
    const previous = at(before);
    const next = at(after);
    const beyond = Math.max(
      fits(at(candidates[previous]?.before ?? 0)),
      fits(at(candidates[next]?.after ?? 0)),
    );
    const near = Math.max(fits(previous), fits(next), secondNeighbour * beyond);
    const asked = candidates[previous]?.spoken?.isQuestion ? fits(previous) : 0;
    return neighbourWeight * near + answerWeight * asked;
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
