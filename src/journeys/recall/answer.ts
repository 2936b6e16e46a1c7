// The few sentences of earlier work that answer a prompt, within the tokens: the one that answers best, as it holds now,
// with what belongs to it; then at most one that says what it leaves out. What an agent or a model wrote is used whole.

import { type StatedValue, tellsCause, tellsChange, valuesIn } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import type { BriefLine } from "./brief.ts";
import { weightOf } from "./evidence.ts";
import { type Passage, passagesOf, type Question, type Source } from "./passages.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

/** Of the best worth: less is not said beside it. */
const maxBehind = { same: 3, again: 3, rule: 5, task: 2 };
const maxSentences = 3;
/** Of what the best sentence has of the question: a later one that ends something and has so much of it speaks of the same. */
const endShare = 0.6;
/** A later sentence that is so much worse says something else. */
const maxWorse = { end: 3, state: 0.4 };
const maxLength = 420;
/** Date and mark of a line. */
const frameTokens = 8;

export interface Answer extends BriefLine {
  source: Source;
  /** How much of the question its best sentence has, from 0 to 1; and which names. */
  coverage: number;
  names: readonly string[];
  /** Words of the question that it has. */
  terms: ReadonlySet<string>;
}

/** Lines for the prompt, one a turn, the best first, within the tokens. */
export function answerFrom(sources: readonly Source[], question: Question, tokens: number): Answer[] {
  const each = sources.flatMap((source) => passagesOf(source, question));
  const all = each.filter(({ terms }) => terms.size > 0);
  const found = best(all);
  const lead = newest(found, all, question);
  if (!lead) return [];
  const first = lineOf(lead, each, question, tokens);
  const left = tokens - countTokens(first.text) - frameTokens;
  // What a later sentence has outdated is not told beside it.
  const standing = lead === found ? all : all.filter((one) => endOf(one) >= endOf(lead));
  const next = best(standing.filter((one) => adds(one, lead, first, question)));
  if (!next) return [first];
  const second = lineOf(next, each, question, left);
  return countTokens(second.text) > left ? [first] : [first, second];
}

const endOf = ({ source }: Passage) => source.turn.endedAt;

function best(passages: readonly Passage[]): Passage | undefined {
  return passages.reduce<Passage | undefined>(
    (found, one) => (found === undefined || one.worth > found.worth ? one : found),
    undefined,
  );
}

/** Of what was said about the same, the last holds: that it is no more, that it is otherwise, or the same in newer words. */
function newest(
  found: Passage | undefined,
  all: readonly Passage[],
  { isQuestion, rarity }: Question,
): Passage | undefined {
  if (!found || !isQuestion) return found;
  const words = [...found.terms];
  const values = valuesIn(found.text);
  const later = all.filter((one) => {
    if (endOf(one) <= endOf(found) || one.refersBack || (found.fits && !one.fits)) return false;
    const both = weightOf(
      words.filter((term) => one.terms.has(term)),
      rarity,
    );
    if (one.terms.size > 0 && statesOther(one.text, values)) return true;
    const share = both / Math.max(weightOf(words, rarity), 1e-9);
    return one.isEnd
      ? share >= endShare && one.worth >= found.worth - maxWorse.end
      : share === 1 && one.worth >= found.worth - maxWorse.state;
  });
  const last = later.map(endOf).sort().at(-1);
  return best(later.filter((one) => endOf(one) === last)) ?? found;
}

/** Of the same setting, another value. */
export function statesOther(text: string, values: readonly StatedValue[]): boolean {
  if (values.length === 0) return false;
  return valuesIn(text).some((one) =>
    values.some(({ subject, value }) => subject === one.subject && value !== one.value),
  );
}

/** Another turn, or another part of the same, that has words of the question which the first line lacks. */
function adds(one: Passage, lead: Passage, first: Answer, { isQuestion, rarity }: Question): boolean {
  if (one === lead || first.text.includes(one.text) || !one.isAlone) return false;
  if (one.source === lead.source && (one.isWritten || lead.isWritten)) return false;
  const isOfRule = lead.source.rule !== undefined && one.source.rule === undefined;
  if (one.worth < lead.worth - maxBehind[isOfRule ? "rule" : isQuestion ? "again" : "task"]) return false;
  if (saysTheSame(distinctWords(one.text), distinctWords(first.text))) return false;
  if (!isQuestion) return one.source !== lead.source;
  const words = first.text.toLowerCase();
  if (isOfRule || one.worth >= lead.worth - asGood) return true;
  const more = [...one.terms].filter((term) => !lead.terms.has(term) && !words.includes(term));
  return weightOf(more, rarity) >= minAdded * weightOf([...lead.terms], rarity);
}

/** Of what the first line has of the question. */
const minAdded = 0.25;
/** A second answer that is nearly as good is said too. */
const asGood = 1.2;

/** The sentence with what belongs to it: the one before that it refers to, those after that refer to it, its cause. */
function lineOf(lead: Passage, each: readonly Passage[], question: Question, tokens: number): Answer {
  const { source, at } = lead;
  const own = each.filter((one) => one.source === source);
  const chosen = [lead];
  const size = () => chosen.reduce((sum, { text }) => sum + text.length, 0);
  const take = (one: Passage | undefined, isWanted: (one: Passage) => boolean) => {
    if (!one || lead.isWritten || one.isWritten || chosen.includes(one) || !isWanted(one)) return false;
    const room = countTokens([...chosen, one].map(({ text }) => text).join(" ")) + frameTokens <= tokens;
    if (!room || size() + one.text.length > maxLength) return false;
    if (chosen.some(({ text }) => saysTheSame(distinctWords(text), distinctWords(one.text)))) return false;
    chosen.push(one);
    return true;
  };
  const beside = (step: number) => own.find((one) => one.at === at + step && one.part === lead.part);
  if (lead.refersBack) take(beside(-1), () => true);
  for (let step = 1; take(beside(step), (one) => belongs(one, lead, question)); step++);
  if (lead.kind === "outcome") take(beside(-1), ({ text, terms }) => terms.size > 0 || tellsCause(text));
  // What was decided says what the report of it does not.
  if (question.isQuestion && lead.kind !== "decision")
    take(
      own.find((one) => one.kind === "decision"),
      ({ isAlone }) => isAlone && lead.kind === "outcome",
    );
  const others = own.filter((one) => one.terms.size > 0).sort((a, b) => b.worth - a.worth);
  if (!chosen.some(({ fits }) => fits))
    take(
      others.find(({ fits }) => fits),
      () => true,
    );
  for (const one of question.isQuestion ? others : [])
    if (chosen.length < maxSentences)
      take(one, ({ isAlone, worth }) => isAlone && worth >= lead.worth - maxBehind.same);
  chosen.sort((a, b) => a.at - b.at);
  return {
    source,
    turn: source.turn,
    text: inOneLine(chosen.map(({ text }) => text)),
    names: question.subject.names.filter((name) => lead.terms.has(name)),
    terms: new Set(chosen.flatMap((one) => [...one.terms])),
    coverage: Math.max(...own.map(({ coverage }) => coverage)),
  };
}

/** It refers back, gives the cause, or has as much of the question. */
function belongs(one: Passage, lead: Passage, { isQuestion }: Question): boolean {
  if (one.refersBack) return true;
  // What a turn left behind: a cause goes with what was done about it.
  if (one.kind === "outcome" && (tellsCause(one.text) || tellsChange(one.text))) return true;
  if (!one.isAlone) return false;
  if (one.fits && !lead.fits) return true;
  return isQuestion && one.own >= 0.6 * lead.own && lead.own > 0;
}

/** Items of a list and commands have no full stop: without a sign they would run into each other. */
export function inOneLine(texts: readonly string[]): string {
  return texts
    .map((text, at) =>
      at === texts.length - 1 || /[.!?…:;,。！？]["')\]]*$/u.test(text) ? text : `${text};`,
    )
    .join(" ");
}
