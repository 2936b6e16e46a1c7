// What the user had to repeat: the same correction in two prompts of a session is a rule; once, it is a wish. Pure.

import { alternatives } from "../../../../libs/language/index.ts";
import {
  asContent,
  overlap,
  ownSentences,
  readStatement,
  withoutFiller,
} from "../../../../libs/language/statement-model.ts";
import type { Observation } from "../../../protocol/observations.ts";

const OPENING = new RegExp(
  `^(?:${alternatives(({ learnings }) => learnings.corrects)})\\b[\\s,:;.!–—-]*`,
  "i",
);
const REMINDER = new RegExp(
  `^(?:${alternatives(({ learnings }) => learnings.reminds)})\\b[\\s,:;.!–—-]*(?:${alternatives(({ learnings }) => learnings.remindsThat)})?`,
  "i",
);
const WISH = new RegExp(`\\b(?:${alternatives(({ learnings }) => learnings.wishes)})\\b`, "i");
const alike = 0.5;
const maxCompared = 100;

interface Correction {
  content: string;
  terms: ReadonlySet<string>;
  prompt: Observation;
}

export interface Repeated {
  content: string;
  prompt: Observation;
}

export function repeatedCorrections(prompts: readonly Observation[]): Repeated[] {
  const all = prompts.flatMap(correctionsIn).slice(-maxCompared);
  const repeated = all.flatMap((later, i) => {
    const before = all.slice(0, i).some((one) => one.prompt.id !== later.prompt.id && isAlike(one, later));
    return before ? [later] : [];
  });
  // The last wording is kept.
  return repeated.filter((one, i) => !repeated.slice(i + 1).some((later) => isAlike(one, later)));
}

function correctionsIn(prompt: Observation): Correction[] {
  const sentences = ownSentences(prompt.detail);
  const isCorrection = OPENING.test(prompt.detail.trim());
  return sentences
    .filter((sentence) => (isCorrection || OPENING.test(sentence)) && WISH.test(sentence))
    .map((sentence) =>
      withoutFiller(withoutFiller(sentence, "en").replace(REMINDER, ""), "en").replace(REMINDER, ""),
    )
    .map((text) => ({ content: asContent(text), terms: allTerms(text), prompt }))
    .filter(({ terms }) => terms.size >= 1 && terms.size <= 15);
}

function isAlike(a: Correction, b: Correction): boolean {
  return overlap(a.terms, b.terms) >= alike;
}

function allTerms(text: string): Set<string> {
  const { terms, against } = readStatement(text);
  return new Set([...terms, ...against]);
}
