// The sentences of turns that may answer a prompt: what a turn left behind, and what was said on the way to it, each with
// how well it answers. Pure.

import {
  aboutTerms,
  advises,
  asksForAmount,
  asksForCommand,
  beginsWithOpen,
  declines,
  demandsAlways,
  fillerIn,
  hasNumber,
  type Intent,
  isEntry,
  refersBack,
  rejects,
  sentencesOf,
  setsLimit,
  standsAlone,
  tellsCause,
  tellsChange,
  tellsEnd,
  tellsResult,
  withoutHost,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { statementsIn } from "../../rooms/turns/room.ts";
import type { Found } from "./about.ts";
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

export interface Question {
  subject: Subject;
  intent: Intent | null;
  /** Otherwise it is a task. */
  isQuestion: boolean;
  rarity: Rarity;
}

export interface Passage {
  source: Source;
  text: string;
  kind: Kind;
  /** The text that it stands in, and its position there. */
  part: number;
  at: number;
  /** Used whole: no other sentence of its turn is said with it. */
  isWritten: boolean;
  /** Words of the question that it has. */
  terms: ReadonlySet<string>;
  /** How much of the question it has, and has with its heading and the request: from 0 to 1, by how rare the words are. */
  own: number;
  coverage: number;
  worth: number;
  /** It makes sense without the sentence before it; or it refers to it. */
  isAlone: boolean;
  refersBack: boolean;
  /** It gives what the question asks for: a cause, a command, a number. */
  fits: boolean;
  /** Something is no more, or is otherwise than it was. */
  isEnd: boolean;
}

type Kind = "written" | "outcome" | "decision" | "open" | "user" | "final" | "middle";

interface Part {
  text: string;
  kind: Kind;
  heading?: string;
  part: number;
}

/**
 * What makes a sentence an answer. Fitted as log odds on 77 questions over eight histories, then rounded; what the user asked
 * for in passing, and what a fit gains from single words, counts less than the fit says.
 */
const worths = {
  coverage: 4,
  /** A rare word counts for more than several common ones; in the sentence, and in its heading or the request. */
  word: { own: 0.17, around: 0.22 },
  pair: 0.7,
  rank: -0.75,
  kind: { written: 2, outcome: 2, decision: 2, open: 0, user: 0.5, final: 0, middle: -1 },
  /** What the question asks for: a cause, a command, a number. */
  fits: { cause: 5, command: 6, amount: 3 },
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

export function passagesOf(source: Source, question: Question): Passage[] {
  const { subject, rarity } = question;
  const asked = ownTerms(subject);
  const all = weightOf(asked, rarity);
  const strength = (terms: readonly string[]) => terms.reduce((sum, term) => sum + rarity(term) ** power, 0);
  const request = textOf(source.turn.request).terms;
  const isRefused = refusedIn(source);
  const helps = helpOf(question);
  return partsOf(source, question).flatMap(({ text, kind, part, heading = "" }, at): Passage[] => {
    const said = text.trim();
    const isWritten = kind === "written";
    if (!isWritten && kind !== "user" && fillerIn(said) !== null) return [];
    if (said.length < length.min || said.length > (isWritten ? length.maxWritten : length.max)) return [];
    const words = textOf(said);
    if (isCode(said) || isRefused(words.terms)) return [];
    const beside = textOf(heading).terms;
    const shared = asked.filter((term) => words.terms.has(term));
    const around = asked.filter((term) => !words.terms.has(term) && (beside.has(term) || request.has(term)));
    const own = all === 0 ? 0 : weightOf(shared, rarity) / all;
    const isAlone = isWritten || standsAlone(said, 1);
    const fits = helps(said);
    const isResult = (tellsResult(said) && !subject.terms.has("test")) || COMMIT.test(said);
    const worth =
      worths.coverage * own +
      worths.word.own * strength(shared) +
      worths.word.around * strength(around) +
      worths.pair * pairsIn(subject, words) +
      worths.rank * Math.log(1 + source.rank) +
      worths.kind[kind] +
      own * fits +
      (tellsChange(said) ? worths.change : 0) +
      (isResult ? worths.result : 0) +
      (kind !== "user" && advises(said) ? worths.advice : 0) +
      (isAlone && !isEntry(said) ? 0 : worths.scrap);
    const terms = new Set([...shared, ...subject.names.filter((name) => words.plain.includes(name))]);
    const coverage = own + contextShare * (all === 0 ? 0 : weightOf(around, rarity) / all);
    const forms = {
      isWritten,
      isAlone,
      fits: fits > 0,
      refersBack: refersBack(said),
      isEnd: tellsEnd(said) || (source.rule !== undefined && setsLimit(said)),
    };
    return [{ source, text: said, kind, part, at, terms, own, coverage, worth, ...forms }];
  });
}

/** What the heading and the request have counts less than what the sentence itself says. */
const contextShare = 0.5;

function pairsIn({ pairs }: Subject, { sequence }: Text): number {
  return pairs.filter(([a, b]) => sequence.includes(` ${a} ${b} `)).length;
}

function helpOf({ subject, intent }: Question): (said: string) => number {
  const wantsCommand = asksForCommand(subject.typed);
  const wantsAmount = asksForAmount(subject.typed);
  return (said) =>
    (intent === "why" && tellsCause(said) ? worths.fits.cause : 0) +
    (wantsCommand && /`[^`]+`|https?:\/\//.test(said) ? worths.fits.command : 0) +
    (wantsAmount && hasNumber(said) ? worths.fits.amount : 0);
}

function partsOf({ turn, replies, rule }: Source, { isQuestion, subject }: Question): Part[] {
  const { outcome, decisions, open, provider, detail } = turn;
  if (rule) return [{ text: rule.memory.document.summary, kind: "written", part: 0 }];
  const isWritten = provider !== offline;
  const outcomes: Part[] = isWritten
    ? [{ text: outcome, kind: "written", part: 0 }]
    : sentencesOf(outcome).map((text) => ({ text, kind: "outcome", part: 0 }));
  const points = [
    ...decisions.map((text): Part => {
      return { text: isWritten ? `Decided: ${text}` : text, kind: "decision", part: 1 };
    }),
    ...open.map((text): Part => ({ text: openPoint(text), kind: "open", part: 2 })),
    ...statedIn(turn).map((text): Part => ({ text, kind: "user", part: 3 })),
  ];
  if (isWritten) return [...outcomes, ...points];
  const isAnswer = (line: string) =>
    asksForCommand(subject.typed) &&
    !line.includes("\n") &&
    /`[^`]+`|https?:\/\/|^[\w./-]+(?: \S+){0,8}$/.test(line);
  const said = (replies ?? []).flatMap((reply, at, all) =>
    statementsIn(reply)
      .filter(({ kind, text }) => kind !== "code" || isAnswer(text))
      .map(
        ({ text, kind, heading }): Part => ({
          text: kind === "code" ? `\`${text}\`` : text,
          kind: at === all.length - 1 ? "final" : "middle",
          heading,
          part: 4 + at,
        }),
      ),
  );
  const reported = detail
    .split("\n")
    .filter((text) => isAnswer(text) || standsAlone(text, 1))
    .map((text): Part => ({ text, kind: "final", part: 4 }));
  return [...outcomes, ...points, ...(isQuestion && said.length > 0 ? said : reported)];
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

const isCode = (line: string) => /[{(,;]$/.test(line);

/** Many open points begin with the word. */
function openPoint(point: string): string {
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
