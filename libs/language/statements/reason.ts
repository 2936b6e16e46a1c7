// Splits a sentence into what it states and why: "Use JWT because it needs no state". For what is shown, and for
// comparing two statements, whose reasons may differ. Pure.

import { languageOf } from "../detect.ts";
import { alternatives, languages } from "../languages/all.ts";

export interface Reasoned {
  statement: string;
  reason: string | null;
}

/** On a line of its own, as agents and imported files write it. */
const LABELLED = new RegExp(
  `\\s*\\n\\s*(?:${alternatives(({ wording }) => wording.reasonLabels)}):\\s*`,
  "i",
);
/** A clause of its own after a comma: "Don't touch legacy, it will be deleted". */
const CLAUSE = new RegExp(`,\\s+(?=${alternatives(({ wording }) => wording.explains)})`, "iu");
const minLength = 3;

export function splitReason(content: string): Reasoned {
  const at = LABELLED.exec(content) ?? languages[languageOf(content)].statements.because.exec(content);
  if (!at || at.index < minLength) return { statement: content, reason: null };
  const reason = content.slice(at.index + at[0].length).trim();
  if (reason.length < minLength) return { statement: content, reason: null };
  return { statement: content.slice(0, at.index).trim(), reason };
}

/** The statement without any explanation, for comparing. */
export function withoutReason(content: string): string {
  const { statement } = splitReason(content);
  const clause = CLAUSE.exec(statement);
  return clause && clause.index >= minLength ? statement.slice(0, clause.index) : statement;
}
