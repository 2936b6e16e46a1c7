// What answers a question: spans of earlier replies, as they were written. A span is a paragraph, some of its sentences, or
// a list with what introduces it; what an agent's closing line or a model has written is one span. Pure.

import {
  fillerIn,
  refersBack,
  type StatedValue,
  sentencesOf,
  tellsEnd,
  valuesIn,
} from "../../../libs/language/index.ts";
import { type Block, blocksOf, withoutTags } from "../../../libs/shorten/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import { ownTerms, type Text, textOf, weightOf } from "./evidence.ts";
import { inOneLine } from "./one-line.ts";
import { isCode, openPoint, type Question, refusedIn, type Source, statedIn, type Told } from "./passages.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";
import type { Subject } from "./subject.ts";

const maxLength = 480;
const maxUnits = { span: 8, reply: 200 };
const maxWritten = 1_000;
/** Lines of code that are a command or a setting rather than a file. */
const maxCodeLines = 3;

interface Unit {
  text: string;
  words: Text;
  heading: string;
  /** Units of one paragraph, or of one list with its introduction. */
  run: number;
}

/** Some units of a text, one after the other. */
export interface Span {
  units: readonly Unit[];
  from: number;
  to: number;
}

/** Every span of a reply that some of these words stand in. */
export function spansIn(reply: string, has: (unit: Unit) => boolean = () => true): Span[] {
  const units = unitsOf(reply).slice(0, maxUnits.reply);
  return units.flatMap((first, from) => {
    if (refersBack(first.text) && units[from - 1]?.run === first.run) return [];
    const spans: Span[] = [];
    for (let to = from + 1; to <= from + maxUnits.span && isWhole({ units, from, to }); to++)
      if (!/[:：]$/.test(units[to - 1]?.text ?? "") && units.slice(from, to).some(has))
        spans.push({ units, from, to });
    return spans;
  });
}

/** Within its run, and not too long. */
function isWhole({ units, from, to }: Span): boolean {
  if (from < 0 || to > units.length) return false;
  let length = 0;
  for (let at = from; at < to; at++) {
    length += (units[at]?.text.length ?? 0) + 1;
    if (units[at]?.run !== units[from]?.run) return false;
  }
  return length <= maxLength;
}

export function textOfSpan({ units, from, to }: Span): string {
  return inOneLine(units.slice(from, to).map(({ text }) => text));
}

/** The same with a sentence or item more, after it or else before it; null where its run ends. */
export function wider({ units, from, to }: Span): Span | null {
  return (
    [
      { units, from, to: to + 1 },
      { units, from: from - 1, to },
    ].find(isWhole) ?? null
  );
}

function unitsOf(reply: string): Unit[] {
  const units: Unit[] = [];
  let heading = "";
  let run = 0;
  let before: Block | null = null;
  for (const block of blocksOf(withoutTags(reply))) {
    if (block.kind === "heading") {
      heading = block.text;
      before = null;
      continue;
    }
    if (!goesOn(before, block)) run++;
    before = block;
    if (block.kind === "code" && block.text.split("\n").length > maxCodeLines) continue;
    const texts = block.kind === "paragraph" ? sentencesOf(block.text) : [block.text.replaceAll("\n", "; ")];
    for (const text of texts) if (isContent(text)) units.push({ text, words: textOf(text), heading, run });
  }
  return units;
}

/** The items of a list, and what stands before them with a colon. */
function goesOn(before: Block | null, block: Block): boolean {
  if (before === null || block.kind === "paragraph") return false;
  return before.kind === block.kind || /[:：]$/.test(before.text);
}

function isContent(text: string): boolean {
  const filler = fillerIn(text);
  return filler === null || filler === "introduction";
}

/** How much a word of the question counts that stands in the heading, or in the request and the rest of the reply. */
const around = { heading: 0.6, request: 0.35 };
/** A longer span says less about each word; a few words say little. */
const lengthCost = 0.12;
const shortest = 60;
const shortCost = 0.3;
/** The last reply says what came of a turn, and the newest turn what holds now. */
const finalBonus = 0.15;
const freshBonus = 0.15;
const writtenBonus = 0.3;
/** Of the best: less is not said beside it. */
const minShare = 0.6;
const maxLines = 3;
const frameTokens = 8;

export interface Answer extends Told {
  /** How much of the question it has, from 0 to 1; which names, and which words. */
  coverage: number;
  names: readonly string[];
  terms: ReadonlySet<string>;
}

interface Weighed extends Answer {
  worth: number;
  span: Span;
  isUnder: boolean;
}

/** The spans that have most of the question, one a turn, the best first, within the tokens. */
export function spansFor(sources: readonly Source[], question: Question, tokens: number): Answer[] {
  const newest = sources.map(({ turn }) => turn.endedAt).sort();
  const freshness = ({ turn }: Source) => (newest.indexOf(turn.endedAt) + 1) / newest.length;
  const requests = sources.map(({ turn }) => distinctWords(turn.request));
  const isRequest = ({ rule, turn }: Source) =>
    rule !== undefined && requests.some((words) => saysTheSame(words, distinctWords(turn.outcome)));
  const best = sources
    .filter((source) => !isRequest(source))
    .map((source) => bestOf(source, question, 1 + freshBonus * freshness(source)))
    .filter((one) => one !== null)
    .sort((a, b) => b.worth - a.worth)
    .filter((one, _, all) => !all.some((later) => outdates(later, one, question)));
  const told: Weighed[] = [];
  let room = tokens;
  for (const one of best) {
    const size = countTokens(one.text) + frameTokens;
    const isRepeated = told.some(({ text }) => saysTheSame(distinctWords(text), distinctWords(one.text)));
    if (one.worth < minShare * (best[0]?.worth ?? 0) || isRepeated) continue;
    if (told.length === maxLines || (size > room && told.length > 0)) continue;
    told.push(one);
    room -= size;
  }
  return told.map((one, at) => (at === 0 ? { ...one, text: withMore(one, room) } : one));
}

/** Of two that give a value of the same thing the later holds, and one that says that something is no more, if both speak of it. */
function outdates(later: Weighed, one: Weighed, { rarity, intent }: Question): boolean {
  if (intent === "tried" || later.turn.endedAt <= one.turn.endedAt) return false;
  if (givesOther(later.text, one.text)) return true;
  const both = [...one.terms].filter((term) => later.terms.has(term));
  return tellsEnd(later.text) && weightOf(both, rarity) >= endShare * weightOf([...one.terms], rarity);
}

/** Of the same setting, another value. */
function givesOther(later: string, text: string): boolean {
  const values = valuesIn(text);
  const isOther = (one: StatedValue) =>
    values.some(({ subject, value }) => subject === one.subject && value !== one.value);
  return values.length > 0 && valuesIn(later).some(isOther);
}

/** Of the words of the question that the earlier one has. */
const endShare = 0.6;

/** What belongs to a span is said with it, as far as there is room; so is what was decided, which reports often leave out. */
function withMore(one: Weighed, room: number): string {
  const whole = widened(one, room);
  if (one.turn.provider !== offline) return whole;
  const words = distinctWords(whole);
  const decided = one.turn.decisions.find((text) => !saysTheSame(distinctWords(text), words));
  const left = room - countTokens(decided ?? "");
  return decided === undefined || left < 0 ? whole : inOneLine([widened(one, left), decided]);
}

/** What belongs to the best answer is said with it, as far as there is room. */
function widened({ span, isUnder, text }: Weighed, room: number): string {
  const most = countTokens(text) + room;
  let widest = text;
  for (let next = wider(span); next !== null; next = wider(next)) {
    const longer = toldAs(next, isUnder);
    if (countTokens(longer) > most) break;
    widest = longer;
  }
  return widest;
}

/** With its heading, where that has a word of the question that the span lacks. */
function toldAs(span: Span, isUnder: boolean): string {
  const heading = isUnder ? `${span.units[span.from]?.heading.replace(/[:：]$/, "")}: ` : "";
  return `${heading}${textOfSpan(span)}`;
}

function bestOf(source: Source, { subject, rarity }: Question, factor: number): Weighed | null {
  const asked = ownTerms(subject);
  const all = weightOf(asked, rarity);
  if (all === 0) return null;
  const request = textOf(source.turn.request);
  const isRefused = refusedIn(source);
  let best: { span: Span; worth: number; coverage: number } | null = null;
  for (const { spansWith, whole, bonus } of textsOf(source)) {
    const heads = new Map<string, Text>();
    const headOf = (heading: string) => {
      const head = heads.get(heading) ?? textOf(heading);
      heads.set(heading, head);
      return head;
    };
    const hasAsked = ({ words, heading }: Unit) =>
      asked.some((term) => words.terms.has(term) || headOf(heading).terms.has(term));
    for (const span of spansWith(hasAsked)) {
      const { units, from, to } = span;
      const own = units.slice(from, to);
      const head = headOf(own[0]?.heading ?? "");
      let coverage = 0;
      let beside = 0;
      for (const term of asked) {
        if (own.some(({ words }) => words.terms.has(term))) coverage += rarity(term);
        else if (head.terms.has(term)) coverage += around.heading * rarity(term);
        else if (request.terms.has(term)) coverage += around.request * rarity(term);
        else if (whole.terms.has(term)) beside += around.request * rarity(term);
      }
      const length = own.reduce((sum, { text }) => sum + text.length + 1, 0);
      const long = (lengthCost * Math.min(length, maxLength)) / maxLength;
      const short = shortCost * Math.max(0, 1 - length / shortest);
      const worth = ((coverage + beside) / all) * factor * (1 + bonus) * (1 - long) * (1 - short);
      if (best !== null && best.worth >= worth) continue;
      if (isRefused(textOf(textOfSpan(span)).terms)) continue;
      best = { span, worth, coverage: coverage / all };
    }
  }
  return best && { ...best, ...answerOf(best.span, source, subject, asked, request) };
}

function answerOf(
  span: Span,
  source: Source,
  { names }: Subject,
  asked: readonly string[],
  request: Text,
): Omit<Weighed, "worth" | "coverage"> {
  const words = textOf(textOfSpan(span));
  const head = textOf(span.units[span.from]?.heading ?? "");
  const own = asked.filter((term) => words.terms.has(term) || head.terms.has(term));
  const isUnder = asked.some((term) => head.terms.has(term) && !words.terms.has(term));
  const named = names.filter((name) => words.plain.includes(name) || request.plain.includes(name));
  const told = {
    span,
    isUnder,
    text: toldAs(span, isUnder),
    names: named,
    terms: new Set([...own, ...named]),
  };
  return { source, turn: source.turn, ...told };
}

interface SourceText {
  spansWith(has: (unit: Unit) => boolean): readonly Span[];
  whole: Text;
  bonus: number;
}

/** The texts of a source with their spans. What was written as one is told as one. */
function textsOf({ turn, replies = [], rule }: Source): SourceText[] {
  const written = (texts: readonly string[], bonus = writtenBonus): SourceText => {
    const units = texts
      .filter((text) => text !== "" && text.length <= maxWritten)
      .map((text, run) => ({ text, words: textOf(text), heading: "", run }));
    const spans = units.map((unit, from) => ({ unit, span: { units, from, to: from + 1 } }));
    return {
      spansWith: (has) => spans.filter(({ unit }) => has(unit)).map(({ span }) => span),
      whole: textOf(texts.join("\n")),
      bonus,
    };
  };
  if (rule) return [written([rule.memory.document.summary])];
  const stated = written(statedIn(turn), 0);
  const { provider, outcome, decisions, open, detail } = turn;
  if (provider !== offline) {
    const points = [...decisions.map((one) => `Decided: ${one}`), ...open.map(openPoint)];
    return [written([outcome, ...points]), stated];
  }
  const texts = replies.length > 0 ? replies : [reportOf(outcome, detail)];
  const said = texts.map(
    (text, at): SourceText => ({
      spansWith: (has) => spansIn(text, has),
      whole: textOf(text),
      bonus: at === texts.length - 1 ? finalBonus : 0,
    }),
  );
  return [written(decisions.filter((one) => !texts.some((text) => text.includes(one)))), ...said, stated];
}

/** What is kept of the replies of an older turn, as one paragraph. */
function reportOf(outcome: string, detail: string): string {
  const lines = detail.split("\n").filter((line) => !isCode(line) && !outcome.includes(line));
  return [outcome, ...lines].join("\n");
}
