// How two opinions about a document become one. Scores are compared as z-scores over all documents in scope, because
// ranks throw away how sure a retriever is: plain rank fusion is worse than the better retriever alone.
// The weights were chosen on LoCoMo conversations and checked on held-out ones; bench/search.ts measures them.

export interface Spread {
  mean: number;
  deviation: number;
}

export interface Candidate {
  seq: number;
  /** bm25 or its like; 0 where no term is found. */
  text: number;
  /** Cosine; null where the document has no vector or no model is at hand. */
  cosine: number | null;
  /** Set for what somebody said. */
  spoken: { words: number; isQuestion: boolean; authorIsNamed: boolean } | null;
  /** Brackets and operators among its characters, in thousandths. */
  codeShare: number;
  /** Neighbours in the session; 0 is none. */
  before: number;
  after: number;
}

export interface Parts {
  text: number;
  meaning: number;
  /** What was said and done just before and after fits too. */
  neighbour: number;
  /** Long enough to answer, not a question itself, by the one who is asked about. */
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
/** One step further away counts for so much of that. */
const secondNeighbour = 0.8;
/** What follows a fitting question is likely its answer. */
const answerWeight = 0.2;
const lengthWeight = 0.5;
/** Words of a turn of usual length, as a logarithm: shorter ones seldom answer anything. */
const usualLength = 3;
const questionWeight = 0.6;
const authorWeight = 0.7;

const textWeightOfProse = 0.5;
const textWeightOfCode = 0.1;
/** In chats 9 of 10 turns have less than 10 of these marks in a thousand characters, 99 of 100 functions more than 19. */
const surelyProse = 12;
const surelyCode = 20;

/** Code uses other words than the people who ask for it, unless the question itself names code. */
function textWeight({ codeShare }: Candidate, namesCode: boolean): number {
  if (namesCode) return textWeightOfProse;
  const share = Math.min(1, Math.max(0, codeShare - surelyProse) / (surelyCode - surelyProse));
  return textWeightOfProse + share * (textWeightOfCode - textWeightOfProse);
}

/** The best first. One retriever alone is judged by its own score, without the signals around it. */
export function fuse(
  candidates: readonly Candidate[],
  spreads: Spreads,
  namesCode: boolean,
  retrievers: Retrievers = "both",
): Fused[] {
  const known = new Map(candidates.map((candidate) => [candidate.seq, candidate]));
  const own = new Map(candidates.map((one) => [one.seq, ownParts(one, spreads, namesCode, retrievers)]));
  const fits = (seq: number): number => {
    const parts = own.get(seq);
    return parts ? Math.max(0, parts.text + parts.meaning) : 0;
  };
  const fused = candidates.map((candidate): Fused => {
    const { text, meaning } = own.get(candidate.seq) ?? { text: 0, meaning: 0 };
    const alone = retrievers !== "both";
    const neighbour = alone ? 0 : neighbourPart(candidate, known, fits);
    const manner = alone ? 0 : mannerPart(candidate);
    const parts = { text, meaning, neighbour, manner };
    return { seq: candidate.seq, score: text + meaning + neighbour + manner, parts };
  });
  return fused.sort((a, b) => b.score - a.score || b.seq - a.seq);
}

function ownParts(candidate: Candidate, spreads: Spreads, namesCode: boolean, retrievers: Retrievers) {
  const ofText = textShare(candidate, spreads, namesCode, retrievers);
  const meaning = candidate.cosine === null ? 0 : zScore(candidate.cosine, spreads.cosine);
  return { text: ofText * zScore(candidate.text, spreads.text), meaning: (1 - ofText) * meaning };
}

function textShare(
  candidate: Candidate,
  spreads: Spreads,
  namesCode: boolean,
  retrievers: Retrievers,
): number {
  if (retrievers === "meaning") return 0;
  if (retrievers === "text") return 1;
  // Where nothing is known of meaning, all words weigh the same.
  return textWeight(candidate, namesCode || spreads.cosine.deviation === 0);
}

function neighbourPart(
  { before, after }: Candidate,
  known: ReadonlyMap<number, Candidate>,
  fits: (seq: number) => number,
): number {
  const beyond = Math.max(fits(known.get(before)?.before ?? 0), fits(known.get(after)?.after ?? 0));
  const near = Math.max(fits(before), fits(after), secondNeighbour * beyond);
  const asked = known.get(before)?.spoken?.isQuestion ? fits(before) : 0;
  return neighbourWeight * near + answerWeight * asked;
}

function mannerPart({ spoken }: Candidate): number {
  if (!spoken) return 0;
  const length = lengthWeight * (Math.log(1 + spoken.words) - usualLength);
  return length - (spoken.isQuestion ? questionWeight : 0) + (spoken.authorIsNamed ? authorWeight : 0);
}

function zScore(value: number, { mean, deviation }: Spread): number {
  return deviation > 0 ? (value - mean) / deviation : 0;
}

/** Of scores of which only the best are known, in a scope of `rows`: all others count as 0. */
export function spreadOf(scores: readonly number[], rows: number): Spread {
  if (rows === 0) return { mean: 0, deviation: 0 };
  const mean = scores.reduce((sum, score) => sum + score, 0) / rows;
  const square = scores.reduce((sum, score) => sum + score * score, 0) / rows;
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
}

/**
 * How likely a document with this score answers the question, from 0 to 1. Fitted on the twenty best answers to 760
 * questions; where it says 0.2, one in four does.
 */
export function relevanceOf(score: number): number {
  return 1 / (1 + Math.exp(6.2 - 0.77 * score));
}
