// What is told of earlier work on the same thing, when a prompt gives work: the sentence that has most of the prompt, with what
// belongs to it; then at most one of another turn. What an agent or a model wrote is used whole. Pure.

import { tellsCause, tellsChange } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { inOneLine } from "./one-line.ts";
import { type Passage, passagesOf, type Question, type Source, type Told } from "./passages.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

/** Of the best worth: less is not said beside it. */
const maxBehind = 2;
const maxLength = 420;
/** Date and mark of a line. */
const frameTokens = 8;

/** The best first, within the tokens. */
export function workLines(sources: readonly Source[], asked: Question, tokens: number): Told[] {
  const each = sources.flatMap((source) => passagesOf(source, asked));
  const all = each.filter(({ hasTerms }) => hasTerms);
  const lead = best(all);
  if (!lead) return [];
  const first = lineOf(lead, each, tokens);
  const left = tokens - countTokens(first.text) - frameTokens;
  const next = best(all.filter((one) => adds(one, lead, first)));
  if (!next) return [first];
  const second = lineOf(next, each, left);
  return countTokens(second.text) > left ? [first] : [first, second];
}

function best(passages: readonly Passage[]): Passage | undefined {
  return passages.reduce<Passage | undefined>(
    (found, one) => (found === undefined || one.worth > found.worth ? one : found),
    undefined,
  );
}

/** Another turn that says something else, and nearly as much of the prompt. */
function adds(one: Passage, lead: Passage, first: Told): boolean {
  if (one.source === lead.source || !one.isAlone || one.worth < lead.worth - maxBehind) return false;
  return !saysTheSame(distinctWords(one.text), distinctWords(first.text));
}

/** The sentence with what belongs to it: the one before that it refers to, those after that refer to it, its cause. */
function lineOf(lead: Passage, each: readonly Passage[], tokens: number): Told {
  const { source, at } = lead;
  const own = each.filter((one) => one.source === source);
  const chosen = [lead];
  const take = (one: Passage | undefined, isWanted: (one: Passage) => boolean) => {
    if (!one || lead.isWritten || one.isWritten || chosen.includes(one) || !isWanted(one)) return false;
    const longer = [...chosen, one].map(({ text }) => text).join(" ");
    if (countTokens(longer) + frameTokens > tokens || longer.length > maxLength) return false;
    if (chosen.some(({ text }) => saysTheSame(distinctWords(text), distinctWords(one.text)))) return false;
    chosen.push(one);
    return true;
  };
  const beside = (step: number) => own.find((one) => one.at === at + step && one.kind === lead.kind);
  if (lead.refersBack) take(beside(-1), () => true);
  for (let step = 1; take(beside(step), belongs); step++);
  if (lead.kind === "outcome") take(beside(-1), ({ text, hasTerms }) => hasTerms || tellsCause(text));
  chosen.sort((a, b) => a.at - b.at);
  return { source, turn: source.turn, text: inOneLine(chosen.map(({ text }) => text)) };
}

/** It refers back, or says why or what was done about it. */
function belongs({ kind, text, refersBack }: Passage): boolean {
  return refersBack || (kind === "outcome" && (tellsCause(text) || tellsChange(text)));
}
