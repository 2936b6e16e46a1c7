// The answer to a prompt: the few sentences, of all turns about it, that say what it asks. Pure. What an agent or a model
// wrote as an outcome is used whole; by rules, whole sentences of the outcome and lines of the report are chosen.

import {
  asksForCommand,
  beginsWithOpen,
  declines,
  fillerIn,
  hasNumber,
  type Intent,
  isEntry,
  rejects,
  sentencesOf,
  setsLimit,
  standsAlone,
  tellsCause,
} from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { BriefLine } from "./brief.ts";
import { type Rarity, textOf } from "./evidence.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";
import type { Subject } from "./subject.ts";

/** A turn about the prompt. */
export interface Source {
  turn: Turn;
  /** How much of the prompt it is about, from 0 to 1 for the best. */
  share: number;
  caution?: string | undefined;
}

export interface Question {
  subject: Subject;
  intent: Intent | null;
  /** Otherwise it is a task. */
  isQuestion: boolean;
  rarity: Rarity;
}

interface Passage {
  source: Source;
  text: string;
  /** Its position in the turn. */
  at: number;
  worth: number;
  /** What of it is shared with the prompt. */
  lexical: number;
  terms: ReadonlySet<string>;
}

/** Tuned on three histories (safecast, specstory, entire-soph). */
const weights = {
  turn: 3,
  name: 1.5,
  pair: 0.7,
  outcome: 1,
  /** Somebody who gives a task needs the state rather than the sentence with the same words. */
  outcomeForTask: 3,
  decision: 0.8,
  request: 0.3,
  cause: 1.5,
  command: 1,
  number: 0.7,
  entry: -0.5,
  fragment: -1.5,
  /** What the sentences beside it share with the prompt. */
  around: 0.4,
  /** A sentence beside one that was chosen. */
  beside: 1.5,
};
/** A rare word counts for more than several common ones. */
const power = 1.5;
/** What says again what was said adds little. */
const repeated = 0.6;
/** Of the best passage's worth, for a question and for a task. */
const minShare = { asked: 0.5, others: 0.2 };
const maxLength = { sentence: 400, turn: 400 };
const maxTurns = 4;
/** What each further passage of a turn loses. */
const perTurn = 3;
/** Date and mark of a line. */
const frameTokens = 8;

/** Many open points begin with the word. */
function openPoint(point: string): string {
  return beginsWithOpen(point) ? point : `Open: ${point}`;
}

/** Lines for the prompt, one a turn, the best first, within the tokens. */
export function answerFrom(
  sources: readonly Source[],
  question: Question,
  tokens: number,
): (BriefLine & { caution?: string | undefined })[] {
  const left = sources.flatMap((source) => passagesOf(source, question));
  const best = Math.max(0, ...left.map(({ worth }) => worth));
  const isTask = !question.isQuestion;
  const least = best * (isTask ? minShare.others : minShare.asked);
  const chosen = new Map<Source, Passage[]>();
  const covered = new Set<string>();
  const said: ReadonlySet<string>[] = [];
  const isBeside = ({ source, at }: Passage) =>
    (chosen.get(source) ?? []).some((other) => Math.abs(other.at - at) === 1);
  const gain = (one: Passage) => {
    // A task is about what several turns left behind: a word about each.
    if (isTask) return one.worth - (chosen.get(one.source)?.length ?? 0) * perTurn;
    if (isBeside(one)) return one.worth + weights.beside;
    const isNew = covered.size === 0 || [...one.terms].some((term) => !covered.has(term));
    return isNew ? one.worth : one.worth * repeated;
  };
  for (let room = tokens; left.length > 0; ) {
    left.sort((a, b) => gain(b) - gain(a) || a.at - b.at);
    const next = left.shift() as Passage;
    const { source, text } = next;
    const own = chosen.get(source);
    const words = distinctWords(text);
    const cost = countTokens(text) + (own ? 0 : frameTokens);
    const length = (own ?? []).reduce((sum, one) => sum + one.text.length, text.length);
    const isFirst = chosen.size === 0;
    if (!isFirst && (cost > room || gain(next) < least || length > maxLength.turn)) continue;
    if ((!own && chosen.size >= maxTurns) || said.some((other) => saysTheSame(words, other))) continue;
    room -= cost;
    said.push(words);
    for (const term of next.terms) covered.add(term);
    chosen.set(source, [...(own ?? []), next]);
  }
  return [...chosen].map(([{ turn, caution }, passages]) => ({
    turn,
    text: inOneLine(passages.sort((a, b) => a.at - b.at).map(({ text }) => text)),
    caution,
  }));
}

function passagesOf(source: Source, question: Question): Passage[] {
  const { turn } = source;
  const outcomeWeight = question.isQuestion ? weights.outcome : weights.outcomeForTask;
  const decided = turn.decisions.map((text) => ({ text: `Decided: ${text}`, base: weights.decision }));
  const open = turn.open.map((text) => ({ text: openPoint(text), base: 0 }));
  const written = turn.provider === offline ? [] : [{ text: turn.outcome, base: outcomeWeight }];
  const outcome =
    turn.provider === offline ? sentencesOf(turn.outcome).map((text) => ({ text, base: outcomeWeight })) : [];
  const detail = turn.provider === offline ? turn.detail.split("\n").map((text) => ({ text, base: 0 })) : [];
  const all = [...written, ...outcome, ...decided, ...statedIn(turn), ...detail, ...open];
  const own = all.flatMap(({ text, base }, at) => {
    const said = text.trim();
    if (said === "" || (base === 0 && said.length > maxLength.sentence)) return [];
    const isCommand = asksForCommand(question.subject.text) && /`[^`]+`|https?:\/\//.test(said);
    if (base !== outcomeWeight && !isCommand && !standsAlone(said, 1)) return [];
    return [{ ...passageOf(source, said, at, base, question), isCommand }];
  });
  return own.map(({ isCommand, ...one }) => {
    const near = own.filter(({ at }) => Math.abs(at - one.at) === 1).map(({ lexical }) => lexical);
    const worth = one.worth + weights.around * Math.max(0, ...near) + (isCommand ? weights.command : 0);
    return { ...one, worth };
  });
}

/** What the user stated in the request: a reason, or how it must be. */
function statedIn({ request }: Turn): { text: string; base: number }[] {
  if (rejects(request) || declines(request)) return [];
  return sentencesOf(request, { isTyped: true })
    .filter((text) => fillerIn(text) === null && !text.includes("…"))
    .filter((text) => tellsCause(text) || setsLimit(text))
    .map((text) => ({ text: `The user: ${text}`, base: weights.request }));
}

function passageOf(
  source: Source,
  text: string,
  at: number,
  base: number,
  { subject, intent, rarity }: Question,
): Passage {
  const { terms, plain, sequence } = textOf(text);
  const shared = [...subject.terms].filter(([term]) => terms.has(term));
  const names = subject.names.filter((name) => plain.includes(name));
  const pairs = subject.pairs.filter(([a, b]) => sequence.includes(` ${a} ${b} `));
  const parts: [boolean, number][] = [
    [intent === "why" && tellsCause(text), weights.cause],
    [intent === "how" && hasNumber(text), weights.number],
    [isEntry(text), weights.entry],
    [!standsAlone(text, 1), weights.fragment],
  ];
  const lexical =
    shared.reduce((sum, [term]) => sum + rarity(term) ** power, 0) +
    weights.name * names.length +
    weights.pair * pairs.length;
  const worth =
    base +
    weights.turn * source.share +
    lexical +
    parts.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), 0);
  return { source, text, at, worth, lexical, terms: new Set(shared.map(([term]) => term)) };
}

/** Items of a list and commands have no full stop: without a sign they would run into each other. */
function inOneLine(texts: readonly string[]): string {
  return texts
    .map((text, at) =>
      at === texts.length - 1 || /[.!?…:;,。！？]["')\]]*$/u.test(text) ? text : `${text};`,
    )
    .join(" ");
}
