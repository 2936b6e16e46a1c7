// What may be offered to an agent at all. Narration, acknowledgements, repeated requests, echoes of tool output and tags
// stay in the timeline; they are not memories. Pure.

import { statementsSaid } from "../../../libs/language/statement-model.ts";
import { withoutTags } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import { deedOf } from "../../protocol/tools.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isCheck, looksOnly } from "./deeds.ts";
import { countNames, statementsIn } from "./statements.ts";

/** A sentence of fewer words, without a name or a number, says nothing alone. */
const leastWords = 6;

export function isWorthOffering(one: Observation): boolean {
  switch (one.kind) {
    case "prompt":
      // A prompt is a request; what it states beside it may be a rule or a decision.
      return statementsSaid(withoutTags(one.detail), "user").length > 0;
    case "reply":
      return hasContent(withoutTags(one.detail));
    case "tool":
      return isTelling(one);
  }
}

/** A turn is offered for its outcome, its decisions and its open points, not for its request. */
export function isTurnWorthOffering({
  outcome,
  decisions,
  open,
}: Pick<Turn, "outcome" | "decisions" | "open">): boolean {
  return decisions.length > 0 || open.length > 0 || hasContent(outcome);
}

/** Whether a text says something of its own. */
export function hasContent(text: string): boolean {
  return statementsIn(text).some(({ kind, text: said }) => {
    if (kind === "code") return false;
    if (countNames(said) > 0 || /\d/.test(said)) return true;
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(said))
      return said.length > 8;
    return said.split(/\s+/).length >= leastWords;
  });
}

function isTelling(one: Observation): boolean {
  switch (deedOf(one.tool)) {
    case "reads":
    case "looks":
    case "plans":
      return false;
    case "runs":
      return (
        isCheck(one) || (one.status === "failed" ? !looksOnly(one) : /\bgit\b.*\bcommit\b/.test(one.title))
      );
    default:
      return one.status !== "interrupted";
  }
}
