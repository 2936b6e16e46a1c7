// What answers a question: spans of earlier replies, as they were written. A span is a paragraph, some of its sentences, or
// a list with what introduces it; what an agent's closing line or a model has written is one span. Pure.

import { fillerIn, refersBack, sentencesOf, tellsEnd, valuesIn } from "../../../libs/language/index.ts";
import { type Block, blocksOf, withoutTags } from "../../../libs/shorten/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import { type Answer, inOneLine, statesOther } from "./answer.ts";
import { ownTerms, type Text, textOf, weightOf } from "./evidence.ts";
import { type Question, refusedIn, type Source, statedIn } from "./passages.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

const maxLength = 480;
const maxUnits = 8;
const maxWritten = 1_000;
/** Lines of code that are a command or a setting rather than a file. */
const maxCodeLines = 3;

interface Unit {
  text: string;
  heading: string;
  /** Units of one paragraph, or of one list with its introduction. */
  run: number;
}

export interface Span {
  text: string;
  heading: string;
  /** The same with a sentence or item more, after it or else before it; null where its run ends. */
  wider(): Span | null;
}

/** Every span of a reply. */
export function spansIn(reply: string): Span[] {
  const units = unitsOf(reply);
  return units.flatMap((first, at) => {
    if (refersBack(first.text) && units[at - 1]?.run === first.run) return [];
    const spans: Span[] = [];
    for (let count = 1; count <= maxUnits; count++) {
      const span = spanOf(units, at, at + count);
      if (span === null) break;
      if (!span.text.endsWith(":")) spans.push(span);
    }
    return spans;
  });
}

/** Null if it would go beyond its run, or be too long. */
function spanOf(units: readonly Unit[], from: number, to: number): Span | null {
  const own = units.slice(from, to);
  const [first] = own;
  if (from < 0 || to > units.length || !first || own.some(({ run }) => run !== first.run)) return null;
  const text = inOneLine(own.map((unit) => unit.text));
  if (text.length > maxLength) return null;
  const wider = () => spanOf(units, from, to + 1) ?? spanOf(units, from - 1, to);
  return { text, heading: first.heading, wider };
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
    for (const text of texts) if (isContent(text)) units.push({ text, heading, run });
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
  if (statesOther(later.text, valuesIn(one.text))) return true;
  const both = [...one.terms].filter((term) => later.terms.has(term));
  return tellsEnd(later.text) && weightOf(both, rarity) >= endShare * weightOf([...one.terms], rarity);
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
  let widest = span;
  for (let next = span.wider(); next !== null; next = next.wider()) {
    if (countTokens(toldAs(next, isUnder)) > most) break;
    widest = next;
  }
  return toldAs(widest, isUnder);
}

/** With its heading, where that has a word of the question that the span lacks. */
function toldAs({ heading, text }: Span, isUnder: boolean): string {
  return isUnder ? `${heading.replace(/[:：]$/, "")}: ${text}` : text;
}

function bestOf(source: Source, question: Question, factor: number): Weighed | null {
  const asked = ownTerms(question.subject);
  const all = weightOf(asked, question.rarity);
  if (all === 0) return null;
  const isRefused = refusedIn(source);
  const request = textOf(source.turn.request);
  let best: Weighed | null = null;
  for (const { spans, reply, bonus } of textsOf(source)) {
    for (const span of spans) {
      const { text, heading } = span;
      const words = textOf(text);
      if (isRefused(words.terms)) continue;
      const head = textOf(heading);
      const isIn = ({ terms }: Text, term: string) => terms.has(term);
      const share = (term: string) => {
        if (isIn(words, term)) return 1;
        if (isIn(head, term)) return around.heading;
        return isIn(request, term) ? around.request : 0;
      };
      const beside = asked.filter((term) => share(term) === 0 && isIn(reply, term));
      const own = asked.filter((term) => isIn(words, term) || isIn(head, term));
      if (own.length === 0) continue;
      const coverage = asked.reduce((sum, term) => sum + share(term) * question.rarity(term), 0) / all;
      const whole = coverage + (around.request * weightOf(beside, question.rarity)) / all;
      const long = (lengthCost * Math.min(text.length, maxLength)) / maxLength;
      const short = shortCost * Math.max(0, 1 - text.length / shortest);
      const worth = whole * factor * (1 + bonus) * (1 - long) * (1 - short);
      if (best !== null && best.worth >= worth) continue;
      const names = question.subject.names.filter(
        (name) => words.plain.includes(name) || request.plain.includes(name),
      );
      const terms = new Set([...own, ...names]);
      const isUnder = asked.some((term) => isIn(head, term) && !isIn(words, term));
      const told = { text: toldAs(span, isUnder), span, isUnder };
      best = { source, turn: source.turn, ...told, coverage, names, terms, worth };
    }
  }
  return best;
}

/** The texts of a source with their spans. */
function textsOf(source: Source): { spans: readonly Span[]; reply: Text; bonus: number }[] {
  const { turn, replies = [], rule } = source;
  const written = (texts: readonly string[]) => ({
    spans: texts
      .filter((text) => text !== "" && text.length <= maxWritten)
      .map((text) => ({ text, heading: "", wider: () => null })),
    reply: textOf(texts.join("\n")),
    bonus: writtenBonus,
  });
  if (rule) return [written([rule.memory.document.summary])];
  const stated = { ...written(statedIn(turn)), bonus: 0 };
  if (turn.provider !== offline) {
    const { outcome, decisions, open } = turn;
    return [
      written([outcome, ...decisions.map((one) => `Decided: ${one}`), ...open.map((one) => `Open: ${one}`)]),
      stated,
    ];
  }
  const texts = replies.length > 0 ? replies : [[turn.outcome, turn.detail].join("\n\n")];
  const decided = written(turn.decisions.filter((one) => !texts.some((text) => text.includes(one))));
  const said = texts.map((text, at) => ({
    spans: spansIn(text),
    reply: textOf(text),
    bonus: at === texts.length - 1 ? finalBonus : 0,
  }));
  return [decided, ...said, stated];
}
