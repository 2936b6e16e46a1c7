// The sentences of turns that may answer a prompt: what a turn left behind, and what the agent said on the way to it, each
// with what makes it an answer. Pure.

import {
  aboutTerms,
  asksForAmount,
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
  tellsChange,
  tellsResult,
} from "../../../libs/language/index.ts";
import { offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { statementsIn } from "../../rooms/turns/room.ts";
import { type Rarity, textOf } from "./evidence.ts";
import { type Subject, withoutHost } from "./subject.ts";

/** A turn about the prompt. */
export interface Source {
  turn: Turn;
  /** The best is 0. */
  rank: number;
  /** How much of the prompt it is about, from 0 to 1 for the best. */
  share: number;
  /** What the agent said in it, in order; without it the detail has to do. */
  replies?: readonly string[] | undefined;
  /** What the user said later in the session. */
  later?: readonly string[] | undefined;
  caution?: string | undefined;
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
  /** Its position in the turn. */
  at: number;
  /** Used whole: no other sentence of its turn is said with it. */
  isWritten: boolean;
  signals: Signals;
  terms: ReadonlySet<string>;
}

/** What the sentence, and the sentences around it, share with the prompt; and what kind of sentence it is. */
export interface Signals {
  coverage: number;
  lexical: number;
  pairs: number;
  ofRequest: number;
  near: number;
  rank: number;
  outcome: number;
  decision: number;
  middle: number;
  user: number;
  item: number;
  command: number;
  cause: number;
  number: number;
  amount: number;
  change: number;
  result: number;
  fragment: number;
  entry: number;
}

interface Part {
  text: string;
  kind: "written" | "outcome" | "decision" | "other" | "user" | "final" | "middle";
  isItem?: boolean;
}

/** A rare word counts for more than several common ones. */
const power = 1.5;
const length = { min: 8, max: 400, maxWritten: 1_000 };

export function passagesOf(source: Source, question: Question): Passage[] {
  const { subject, intent, rarity } = question;
  const request = textOf(source.turn.request).terms;
  const terms = [...subject.terms.keys()];
  const weigh = (some: readonly string[]) => some.reduce((sum, term) => sum + rarity(term) ** power, 0);
  const all = terms.reduce((sum, term) => sum + rarity(term), 0);
  const wantsCommand = asksForCommand(subject.typed);
  const wantsAmount = asksForAmount(subject.typed);
  const isRefused = refusedIn(source);
  const found = partsOf(source, question).flatMap(({ text, kind, isItem = false }, at): Passage[] => {
    const said = text.trim();
    const isWritten = kind === "written";
    if (said.length < length.min || said.length > (isWritten ? length.maxWritten : length.max)) return [];
    const { terms: own, plain, sequence } = textOf(said);
    const shared = terms.filter((term) => own.has(term));
    const coverage = all === 0 ? 0 : shared.reduce((sum, term) => sum + rarity(term), 0) / all;
    const isCommand = wantsCommand && /`[^`]+`|https?:\/\//.test(said);
    if (isCode(said) || isRefused(own)) return [];
    const is = (holds: boolean) => (holds ? 1 : 0);
    return [
      {
        ...{ source, text: said, at, isWritten },
        terms: new Set([...shared, ...subject.names.filter((name) => plain.includes(name))]),
        signals: {
          coverage,
          lexical: weigh(shared),
          pairs: subject.pairs.filter(([a, b]) => sequence.includes(` ${a} ${b} `)).length,
          ofRequest: weigh(terms.filter((term) => !own.has(term) && request.has(term))),
          near: 0,
          rank: Math.log(1 + source.rank),
          outcome: is(kind === "outcome" || isWritten),
          decision: is(kind === "decision"),
          middle: is(kind === "middle"),
          user: is(kind === "user"),
          item: is(isItem),
          command: coverage * is(isCommand),
          cause: coverage * is(intent === "why" && tellsCause(said)),
          number: coverage * is(hasNumber(said)),
          amount: is(wantsAmount && hasNumber(said)),
          change: is(tellsChange(said)),
          result: is(tellsResult(said)),
          fragment: is(!isWritten && !standsAlone(said, 1)),
          entry: is(isEntry(said)),
        },
      },
    ];
  });
  return found.map((one) => {
    const beside = found.filter(({ at }) => Math.abs(at - one.at) === 1);
    const near = Math.max(0, ...beside.map(({ signals }) => signals.lexical));
    return { ...one, signals: { ...one.signals, near } };
  });
}

function partsOf({ turn, replies }: Source, { isQuestion, subject }: Question): Part[] {
  const { outcome, decisions, open, provider, detail } = turn;
  const isWritten = provider !== offline;
  const outcomes: Part[] = isWritten
    ? [{ text: outcome, kind: "written" }]
    : sentencesOf(outcome).map((text) => ({ text, kind: "outcome" }));
  const points: Part[] = [
    ...decisions.map((text): Part => ({ text: isWritten ? `Decided: ${text}` : text, kind: "decision" })),
    ...open.map((text): Part => ({ text: openPoint(text), kind: "other" })),
  ];
  if (isWritten) return [...outcomes, ...points, ...statedIn(turn)];
  const isAnswer = (line: string) =>
    asksForCommand(subject.typed) &&
    !line.includes("\n") &&
    /`[^`]+`|https?:\/\/|^[\w./-]+(?: \S+){0,8}$/.test(line);
  const said = (replies ?? []).flatMap((reply, at, all) =>
    statementsIn(reply)
      .filter(({ kind, text }) => kind !== "code" || isAnswer(text))
      .map(
        ({ text, kind }): Part => ({
          text: kind === "code" ? `\`${text}\`` : text,
          kind: at === all.length - 1 ? "final" : "middle",
          isItem: kind === "item",
        }),
      ),
  );
  const reported = detail
    .split("\n")
    .filter((text) => isAnswer(text) || standsAlone(text, 1))
    .map((text): Part => ({ text, kind: "final" }));
  return [...outcomes, ...points, ...statedIn(turn), ...(isQuestion && said.length > 0 ? said : reported)];
}

/** A proposal of which the user then said how it must be, or must not be, is no fact. */
function refusedIn({ turn, later = [] }: Source): (terms: ReadonlySet<string>) => boolean {
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

/** What the user stated in the request: a reason, or how it must be. */
function statedIn({ request }: Turn): Part[] {
  if (rejects(request) || declines(request)) return [];
  return sentencesOf(withoutHost(request), { isTyped: true })
    .filter((text) => fillerIn(text) === null && !text.includes("…"))
    .filter((text) => tellsCause(text) || setsLimit(text))
    .map((text) => ({ text: `The user: ${text}`, kind: "user" }));
}
