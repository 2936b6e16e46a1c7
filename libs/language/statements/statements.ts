// Lasting statements in what a user typed or an agent replied: decisions, rules, warnings, standing facts and rejected
// options, each as a sentence that stands alone. Pure: vectors come from the caller.

import { languages } from "../languages/all.ts";
import type { Speaker } from "../speaker.ts";
import { claimTerms } from "./claim.ts";
import { type Certainty, certaintyOf, isUndecided, type Kind, kindOf } from "./classify.ts";
import { mayDecide, saysDecided } from "./features.ts";
import { ownSentences } from "./own-sentences.ts";
import { type ReadSentence, readSentences } from "./read.ts";
import { standingAlone } from "./standalone.ts";

export interface Stated {
  kind: Kind;
  /** Otherwise a person may decide whether it is worth keeping. */
  isSure: boolean;
  /** A complete sentence, with its reason. */
  content: string;
  /** The words in which it was said. */
  claim: string;
}

/** Vectors by sentence, of the bundled embedder; empty where it is off. */
export type Vectors = ReadonlyMap<string, Float32Array>;
export const noVectors: Vectors = new Map();

const minWords = 2;
const maxWords = 45;

export function statementsIn(text: string, by: Speaker, vectors: Vectors, among?: number): Stated[] {
  return readSentences(text, by, among).flatMap((sentence) => {
    const certainty = certaintyOf(sentence, vectors.get(sentence.bare) ?? null);
    // An agent says much that may be a statement: nobody would want to review it.
    const isWorthAsking = certainty === "sure" || by === "user";
    return certainty !== null && isWorthAsking ? stated(sentence, certainty) : [];
  });
}

/**
 * Sentences that may be statements: those that are, and those that a vector could make one. `among` is the number of
 * all sentences: who reads one of these alone passes it on.
 */
export function possibleIn(text: string, by: Speaker): { sentences: string[]; among: number } {
  const all = readSentences(text, by);
  const possible = all.filter((sentence) => isUndecided(sentence) || certaintyOf(sentence, null) !== null);
  return { sentences: possible.map(({ text: said }) => said), among: all.length };
}

/** The sentences that may be statements by their wording alone. */
export function statementsSaid(text: string, by: Speaker): string[] {
  return readSentences(text, by)
    .filter((sentence) => certaintyOf(sentence, null) !== null)
    .map((sentence) => sentence.text);
}

/**
 * The sentences that decide something. "I decided to …" is a decision of the session even if it is no statement that lasts
 * beyond it; a lasting statement is one where it prefers one thing to another.
 */
export function decisionsSaid(text: string, by: Speaker): string[] {
  const sentences = ownSentences(text);
  return sentences.filter(mayDecide).filter((sentence) =>
    readSentences(sentence, by, sentences.length).some((read) => {
      const { cues } = read;
      return saysDecided(cues) || (cues.has("contrast") && certaintyOf(read, null) !== null);
    }),
  );
}

/** Log odds: about four to one. */
const firm = 1.3;

/** Whether a sentence is a statement by its wording alone, beyond reasonable doubt. */
export function isFirm(content: string, by: Speaker): boolean {
  return readSentences(content, by).some(({ score }) => score >= firm);
}

/** Sentences that are worth a vector. */
export function undecidedIn(text: string, by: Speaker, among?: number): string[] {
  return readSentences(text, by, among)
    .filter(isUndecided)
    .map(({ bare }) => bare);
}

function stated({ text, bare, language, features, grams }: ReadSentence, certainty: Certainty): Stated[] {
  const content = standingAlone(bare, language);
  const words = content.split(/\s+/).length;
  const isComplete =
    (!languages[language].isSpaced || words >= minWords) &&
    words <= maxWords &&
    claimTerms(content).size >= 1;
  return isComplete
    ? [{ kind: kindOf(features, grams), isSure: certainty === "sure", content, claim: text }]
    : [];
}
