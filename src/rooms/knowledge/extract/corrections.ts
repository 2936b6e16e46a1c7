// What the user had to repeat: the same correction in two prompts of a session is a rule; once, it is a wish. Pure.

import { readStatement } from "../../../../libs/language/statements/claim.ts";
import { asContent, ownSentences } from "../../../../libs/language/statements/own-sentences.ts";
import { withoutFiller } from "../../../../libs/language/statements/read.ts";
import type { Observation } from "../../../protocol/observations.ts";
import { overlap } from "../clash.ts";

const OPENING =
  /^(?:no|nope|wrong|again|stop|not like that|that's (?:wrong|not)|i (?:already )?(?:said|told you)|as i (?:said|told you)|still|you (?:forgot|did it) again|once more|please)\b[\s,:;.!–—-]*/i;
const REMINDER =
  /^(?:i (?:already )?(?:said|told you)|as i (?:said|told you)|once more|not like that|wrong|still)\b[\s,:;.!–—-]*(?:to |that )?/i;
const WISH = /\b(?:use|don't|do not|never|always|not|instead of|rather than|write|put|keep|run|call|name)\b/i;
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
