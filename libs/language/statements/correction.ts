// A correction as the rule that it means: "You're editing the main workspace, not the session" asks to edit the session, not
// the main workspace. By rules, which only English has. Pure.

import { allWords, listed } from "../languages/all.ts";
import { firstMatch } from "../patterns.ts";

const CORRECTIONS = allWords.flatMap(({ learnings }) => learnings.corrections);
const known = new Set(
  allWords
    .filter(({ learnings }) => learnings.corrections.length > 0)
    .flatMap(({ frame, everyday }) => [frame, ...Object.values(everyday)].flatMap(listed)),
);

/** Null if the sentence is no correction of what the agent does. */
export function correctionRule(sentence: string): string | null {
  const [, verb, what, preposition, wrong, wanted] = firstMatch(CORRECTIONS, sentence) ?? [];
  if (!verb || !wrong || !wanted) return null;
  const kept = preposition ? `${what}${preposition} ` : "";
  return `${baseOf(verb)} ${kept}${wanted.replace(/[.!\s]+$/, "")}, not ${wrong}`;
}

/** "editing" → "edit", "using" → "use", "running" → "run". */
function baseOf(verb: string): string {
  const stem = verb.toLowerCase().replace(/(?:ing|ed)$/, "");
  if (known.has(`${stem}e`)) return `${stem}e`;
  return known.has(stem) ? stem : stem.replace(/([bdgmnprt])\1$/, "$1");
}
