// What a model answers about a session: its form, and what of it is used. Whatever it says is text within limits; its
// numbers count only where they name something that was asked about. Pure.

import { z } from "zod";
import { fillerIn, oneLine, standsAlone, tellsOpenPoint } from "../../../../libs/language/index.ts";
import { isAnnounced } from "../../../../libs/language/statement-model.ts";
import { storable, unique } from "../../../../libs/shorten/index.ts";
import type { LearningCategory } from "../../../protocol/knowledge.ts";
import type { Decision } from "../../../protocol/sessions.ts";

const turnNumber = z.number().int().describe("number of the turn");

/** No limits here: an answer that is a little too long is used in part, not requested again. */
export const described = z.object({
  title: z.string().describe("what the session was about, at most 10 words"),
  now: z.string().describe("what is true at its end, and why: one to four sentences, at most 80 words"),
  open: z
    .array(z.string())
    .describe("what is left to do at its end and not in the OPEN LIST, at most 25 words each"),
  closed: z.array(z.string()).describe("points of the OPEN LIST that this session dealt with: o1, o2"),
  decided: z.array(
    z.object({
      what: z.string().describe("the choice, at most 25 words"),
      because: z.string().describe("the reason that was given, or empty"),
      by: z.enum(["user", "agent"]),
      turn: turnNumber,
    }),
  ),
  turns: z.array(z.object({ turn: turnNumber, said: z.string().describe("at most 30 words, or empty") })),
  known: z.array(
    z.object({
      text: z.string().describe("one sentence, at most 30 words"),
      kind: z.enum(["rule", "fact", "gotcha", "command", "dead end"]),
      turn: turnNumber,
      proof: z.string().describe("a few words copied from that turn that show it"),
    }),
  ),
  drop: z.array(z.string()).describe("CANDIDATES that do not hold beyond this session: c1, c2"),
});
export type Described = z.infer<typeof described>;

const max = { lines: 12, known: 8, now: 900, line: 300, title: 120 };

interface Known {
  text: string;
  category: LearningCategory;
  isDeadEnd: boolean;
  /** Place of its turn, from 0. */
  turn: number;
}

export interface UsedAnswer {
  title: string;
  now: string;
  open: string[];
  /** Places in the lists that the model was given, from 0. */
  closed: number[];
  drop: number[];
  decided: (Decision & { turn: number })[];
  /** By the place of the turn, from 0; empty: nothing came of it. */
  turns: Map<number, string>;
  known: Known[];
}

/** `texts`: what the model was given of each turn. */
export function usedOf(
  said: Described,
  given: { open: number; candidates: number; texts: readonly string[] },
): UsedAnswer {
  const isTurn = (turn: number) => turn >= 1 && turn <= given.texts.length;
  return {
    title: line(said.title, max.title),
    now: line(said.now, max.now),
    open: lines(said.open),
    closed: placesIn(said.closed, "o", given.open),
    drop: placesIn(said.drop, "c", given.candidates),
    decided: said.decided
      .map(({ what, because, by, turn }) => ({
        ...{ what: line(what), because: line(because), by },
        turn: isTurn(turn) ? turn - 1 : given.texts.length - 1,
      }))
      .filter(({ what }) => what !== "")
      .slice(0, max.lines),
    turns: new Map(
      said.turns
        .filter(({ turn }) => isTurn(turn))
        .map(({ turn, said: text }) => [turn - 1, line(text, max.now)]),
    ),
    known: said.known
      .filter(({ turn, proof }) => isTurn(turn) && isSaidIn(proof, given.texts[turn - 1] ?? ""))
      .filter(({ text, kind }) => isLasting(line(text), kind))
      .map(({ text, kind, turn }) => ({
        ...{ text: line(text), category: categories[kind], isDeadEnd: kind === "dead end", turn: turn - 1 },
      }))
      .slice(0, max.known),
  };
}

const categories = {
  ...{ rule: "convention", fact: "architecture", gotcha: "gotcha", command: "dependency" },
  "dead end": "gotcha",
} as const satisfies Record<string, LearningCategory>;

const minLength = 12;

/**
 * What the rules demand of a statement: it makes sense alone, and is neither a report, a plan nor a question. A rule or a
 * command is an order: "Ask before …", "leave it uncommitted".
 */
export function isLasting(text: string, kind: Described["known"][number]["kind"]): boolean {
  const isOrder = kind === "rule" || kind === "command";
  return (
    text.length >= minLength &&
    !/[?？]$/.test(text) &&
    fillerIn(text) === null &&
    !isAnnounced(text) &&
    (isOrder || (standsAlone(text) && !tellsOpenPoint(text)))
  );
}

/** Most of the words that are said to show it are there. */
function isSaidIn(proof: string, text: string): boolean {
  const words = wordsIn(proof);
  const known = new Set(wordsIn(text));
  return words.length > 0 && words.filter((word) => known.has(word)).length >= proven * words.length;
}

const proven = 0.7;

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** "o3" of a list of five is place 2; what names nothing counts for nothing. */
function placesIn(names: readonly string[], mark: string, count: number): number[] {
  const places = names.flatMap((name) => {
    const number = new RegExp(`^${mark}(\\d{1,4})$`, "i").exec(name.trim())?.[1];
    return number === undefined || Number(number) < 1 || Number(number) > count ? [] : [Number(number) - 1];
  });
  return [...new Set(places)];
}

/** What is too long is no answer to what was asked: it is left out, not cut. */
function line(text: string, limit = max.line): string {
  const one = oneLine(storable(text));
  return one.length > limit ? "" : one;
}

function lines(texts: readonly string[]): string[] {
  return unique(texts.map((text) => line(text)).filter((text) => text !== "")).slice(0, max.lines);
}
