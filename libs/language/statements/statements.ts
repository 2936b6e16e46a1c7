// Lasting statements in what a user typed or an agent replied: decisions, rules, warnings, standing facts and rejected
// options, each as a sentence that stands alone. Pure.

import { type Language, languages } from "../languages/all.ts";
import { compiled } from "../patterns.ts";
import type { Speaker } from "../speaker.ts";
import { claimTerms } from "./claim.ts";
import { type Certainty, certaintyOf, type Kind, kindOf } from "./classify.ts";
import { correctionRule } from "./correction.ts";
import { isImperative, mayDecide, saysDecided } from "./features.ts";
import { asContent, ownSentences } from "./own-sentences.ts";
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

const minWords = 2;
const maxWords = 45;

export function statementsIn(text: string, by: Speaker): Stated[] {
  let before: { certainty: Certainty | null; text: string } | null = null;
  return readSentences(text, by).flatMap((sentence) => {
    const isCorrection = by === "user" && correctionRule(sentence.bare) !== null;
    // "We use pnpm; tests are written with vitest": said in one breath with a statement.
    const isListed = before?.certainty === "sure" && before.text.endsWith(";") && sentence.score > 0;
    const own = certaintyOf(sentence) ?? (isCorrection ? "maybe" : null);
    const certainty = isListed && sentence.standsAlone ? "sure" : own;
    before = { certainty, text: sentence.text };
    // An agent says much that may be a statement: nobody would want to review it.
    const isWorthAsking = certainty === "sure" || by === "user";
    return certainty !== null && isWorthAsking ? stated(sentence, certainty) : [];
  });
}

/** The sentences that may be statements by their wording alone. */
export function statementsSaid(text: string, by: Speaker): string[] {
  return readSentences(text, by)
    .filter((sentence) => certaintyOf(sentence) !== null)
    .map((sentence) => sentence.text);
}

/**
 * The sentences that decide something. "I decided to …" is a decision of the session even if it is no statement that lasts
 * beyond it; a lasting statement is one where it prefers one thing to another.
 */
export function decisionsSaid(text: string, by: Speaker): string[] {
  const sentences = ownSentences(text);
  return sentences.filter(mayDecide).filter((sentence) =>
    readSentences(sentence, by).some((read) => {
      const { cues } = read;
      return saysDecided(cues) || (cues.has("contrast") && certaintyOf(read) !== null);
    }),
  );
}

/** Log odds: about four to one. */
const firm = 1.3;

/** Whether a sentence is a statement by its wording alone, beyond reasonable doubt. */
export function isFirm(content: string, by: Speaker): boolean {
  return readSentences(content, by).some(({ score }) => score >= firm);
}

function stated({ text, bare, language, features, grams }: ReadSentence, certainty: Certainty): Stated[] {
  const kind = kindOf(features, grams);
  return partsOf(bare, language).flatMap((content) => {
    const words = content.split(/\s+/).length;
    const isComplete =
      (!languages[language].isSpaced || words >= minWords) &&
      words <= maxWords &&
      claimTerms(content).size >= 1;
    return isComplete ? [{ kind, isSure: certainty === "sure", content, claim: text }] : [];
  });
}

/** "Use pnpm, and never commit a lockfile of npm" is two rules; a correction is the one that it means. */
function partsOf(bare: string, language: Language): string[] {
  const whole = standingAlone(correctionRule(bare) ?? bare, language);
  const { and } = languages[language].wording;
  if (and === "") return [whole];
  const parts = whole.split(compiled(`,?\\s+(?:${and})\\s+(?=\\S+\\s+\\S)`));
  const joined = [parts[0] ?? whole];
  // Only where both sides tell somebody what to do: "use tabs and spaces" is one.
  for (const part of parts.slice(1)) {
    const before = joined.at(-1) ?? "";
    if (isImperative(before, language) && isImperative(part, language)) joined.push(part);
    else joined[joined.length - 1] = whole.slice(whole.indexOf(before), whole.indexOf(part) + part.length);
  }
  return joined.map(asContent);
}
