// The sentences of a turn that may be told at a prompt that gives work: what it left behind, each with how much of the prompt
// it has. Pure.

import {
  aboutTerms,
  advises,
  beginsWithOpen,
  declines,
  demandsAlways,
  fillerIn,
  type Intent,
  isEntry,
  refersBack,
  rejects,
  sentencesOf,
  setsLimit,
  standsAlone,
  tellsCause,
  tellsChange,
  tellsResult,
  withoutHost,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { Found } from "./about.ts";
import type { BriefLine } from "./brief.ts";
import { ownTerms, type Rarity, type Text, textOf, weightOf } from "./evidence.ts";
import type { Subject } from "./subject.ts";

/** A turn about the prompt. */
export interface Source {
  turn: Turn;
  /** The best is 0. */
  rank: number;
  /** What the agent said in it, in order; without it the detail has to do. */
  replies?: readonly string[] | undefined;
  /** What the user said later in the session. */
  later?: readonly string[] | undefined;
  caution?: string | undefined;
  /** A rule, a decision or another statement: the turn stands for where it was said. */
  rule?: Found;
}

/** A line, and where it comes from. */
export interface Told extends BriefLine {
  source: Source;
}

export interface Question {
  subject: Subject;
  intent: Intent | null;
  rarity: Rarity;
}

export interface Passage {
  source: Source;
  text: string;
  kind: Kind;
  at: number;
  /** Used whole: no other sentence of its turn is said with it. */
  isWritten: boolean;
  /** It has a word of the prompt. */
  hasTerms: boolean;
  worth: number;
  /** It makes sense without the sentence before it; or it refers to it. */
  isAlone: boolean;
  refersBack: boolean;
}

type Kind = "written" | "outcome" | "decision" | "open" | "user" | "detail";

interface Part {
  text: string;
  kind: Kind;
}

/** What makes a sentence worth telling. Fitted as log odds on 77 questions over eight histories, then rounded. */
const worths = {
  coverage: 4,
  /** A rare word counts for more than several common ones; in the sentence, and in the request. */
  word: { own: 0.17, around: 0.22 },
  pair: 0.7,
  rank: -0.75,
  kind: { written: 2, outcome: 2, decision: 2, open: 0, user: 0.5, detail: 0 },
  change: 0.9,
  /** Nobody asked whether the tests pass, or what could be done. */
  result: -1.5,
  advice: -1,
  scrap: -1,
};
const power = 1.5;
/** What a commit is called is no answer. */
const COMMIT = /^Commit [0-9a-f]{7,}/;
const length = { min: 8, max: 400, maxWritten: 1_000 };

export function passagesOf(source: Source, { subject, rarity }: Question): Passage[] {
  const asked = ownTerms(subject);
  const all = weightOf(asked, rarity);
  const strength = (terms: readonly string[]) => terms.reduce((sum, term) => sum + rarity(term) ** power, 0);
  const request = textOf(source.turn.request).terms;
  const isRefused = refusedIn(source);
  return partsOf(source).flatMap(({ text, kind }, at): Passage[] => {
    const said = text.trim();
    const isWritten = kind === "written";
    if (!isWritten && kind !== "user" && fillerIn(said) !== null) return [];
    if (said.length < length.min || said.length > (isWritten ? length.maxWritten : length.max)) return [];
    const words = textOf(said);
    if (isCode(said) || isRefused(words.terms)) return [];
    const shared = asked.filter((term) => words.terms.has(term));
    const around = asked.filter((term) => !words.terms.has(term) && request.has(term));
    const isAlone = isWritten || standsAlone(said, 1);
    const isResult = (tellsResult(said) && !subject.terms.has("test")) || COMMIT.test(said);
    const worth =
      (all === 0 ? 0 : (worths.coverage * weightOf(shared, rarity)) / all) +
      worths.word.own * strength(shared) +
      worths.word.around * strength(around) +
      worths.pair * pairsIn(subject, words) +
      worths.rank * Math.log(1 + source.rank) +
      worths.kind[kind] +
      (tellsChange(said) ? worths.change : 0) +
      (isResult ? worths.result : 0) +
      (kind !== "user" && advises(said) ? worths.advice : 0) +
      (isAlone && !isEntry(said) ? 0 : worths.scrap);
    const hasTerms = shared.length > 0 || subject.names.some((name) => words.plain.includes(name));
    const forms = { isWritten, isAlone, refersBack: refersBack(said) };
    return [{ source, text: said, kind, at, hasTerms, worth, ...forms }];
  });
}

function pairsIn({ pairs }: Subject, { sequence }: Text): number {
  return pairs.filter(([a, b]) => sequence.includes(` ${a} ${b} `)).length;
}

function partsOf({ turn, rule }: Source): Part[] {
  const { outcome, decisions, open, provider, detail } = turn;
  if (rule) return [{ text: rule.memory.document.summary, kind: "written" }];
  const isWritten = provider !== offline;
  const points = [
    ...decisions.map((text): Part => ({ text: isWritten ? `Decided: ${text}` : text, kind: "decision" })),
    ...open.map((text): Part => ({ text: openPoint(text), kind: "open" })),
    ...statedIn(turn).map((text): Part => ({ text, kind: "user" })),
  ];
  if (isWritten) return [{ text: outcome, kind: "written" }, ...points];
  const lines = detail.split("\n").filter((text) => standsAlone(text, 1));
  return [
    ...sentencesOf(outcome).map((text): Part => ({ text, kind: "outcome" })),
    ...points,
    ...lines.map((text): Part => ({ text, kind: "detail" })),
  ];
}

/** A proposal of which the user then said how it must be, or must not be, is no fact. */
export function refusedIn({ turn, later = [] }: Source): (terms: ReadonlySet<string>) => boolean {
  if (turn.files.length > 0 || turn.commit !== null) return () => false;
  const limits = later
    .filter(({ length }) => length <= maxAnswer)
    .flatMap((said) => sentencesOf(said, { isTyped: true }))
    .filter(setsLimit)
    .map((text) => aboutTerms(text));
  return (terms) =>
    limits.some(
      (about) => about.filter((term) => terms.has(term)).length >= Math.min(minRefused, about.length),
    );
}

/** A longer prompt gives a task of its own. */
const maxAnswer = 300;
const minRefused = 2;

export const isCode = (line: string) => /[{(,;]$/.test(line);

/** Many open points begin with the word. */
export function openPoint(point: string): string {
  return beginsWithOpen(point) ? point : `Open: ${point}`;
}

/** What the user stated in the request: a reason, or how it must be; not what the agent was to do. */
export function statedIn({ request }: Turn): string[] {
  if (rejects(request) || declines(request)) return [];
  return sentencesOf(withoutHost(request), { isTyped: true })
    .filter((text) => fillerIn(text) === null && !text.includes("…"))
    .filter((text) => tellsCause(text) || demandsAlways(text))
    .map((text) => `The user: ${text}`);
}
