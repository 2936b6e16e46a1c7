// What a turn says: its outcome, not its request; for a prompt, with the lines of its detail that answer it. Pure.

import { beginsWithOpen, cutAtSentence, sentencesOf } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type Rarity, textOf } from "./evidence.ts";
import { type Subject, withoutHost } from "./subject.ts";

export interface SourceText {
  title: string;
  summary: string;
  detail: string;
}

const maxLength = { title: 240, summary: 440, detail: 900 };
/** Many open points begin with the word. */
export function openPoint(point: string): string {
  return beginsWithOpen(point) ? point : `Open: ${point}`;
}

interface Piece {
  text: string;
  at: number;
  worth: number;
  terms: ReadonlySet<string>;
}

/** What answers are made of: an address, a command, a path, a number with a unit. */
const facts =
  /https?:\/\/|`[^`]+`|\b\d+(?:\.\d+)?\s?(?:ms|s|min|h|MB|GB|KB|%|km)\b|\b[\w-]+\.[a-z]{2,5}\b|:\d{2,5}\b/;
const factWeight = 0.5;
const outcomeWeight = 1;
/** A line that repeats the terms of one before it adds little. */
const repeated = 0.3;

const maxRequestLength = 90;
const minWorth = 0.5;

/** For a prompt: the outcome, and the lines that share most with the prompt. A question also gets what was decided. */
export function answerOf(turn: Turn, subject: Subject, rarity: Rarity, isQuestion = false): SourceText {
  const outcome = sentencesOf(turn.outcome);
  const decided = new Set(turn.decisions.map((line) => line.trim()));
  const others = [...decided, ...turn.detail.split("\n"), ...turn.open.map(openPoint)]
    .map((line) => line.trim())
    .filter((line, at, all) => {
      const before = [...outcome, ...all.slice(0, at)];
      return line !== "" && !before.some((said) => said !== "" && isSame(said, line));
    });
  const pieces = [
    ...outcome.map((text, at) => pieceOf(text, at, outcomeWeight)),
    ...others.map((text, i) =>
      pieceOf(text, outcome.length + i, isQuestion && decided.has(text) ? outcomeWeight : 0),
    ),
  ];
  const request = pieceOf(turn.request, -1, 0);

  function pieceOf(text: string, at: number, base: number): Piece {
    const { terms, plain } = textOf(text);
    const shared = [...subject.terms].filter(([term]) => terms.has(term));
    const names = subject.names.filter((name) => plain.includes(name));
    const worth =
      base +
      shared.reduce((sum, [term]) => sum + rarity(term), 0) +
      names.length +
      (facts.test(text) ? factWeight : 0);
    return { text, at, worth, terms: new Set(shared.map(([term]) => term)) };
  }

  const chosen = (room: number): string => {
    const taken: Piece[] = [];
    const covered = new Set<string>();
    const left = [...pieces];
    for (let spent = 0; left.length > 0; ) {
      const gain = ({ worth, terms }: Piece) =>
        terms.size > 0 && [...terms].every((term) => covered.has(term)) ? worth * repeated : worth;
      left.sort((a, b) => gain(b) - gain(a) || a.at - b.at);
      const best = left.shift() as Piece;
      const text = cutAtSentence(best.text, room);
      if (taken.length > 0 && (spent + text.length > room || gain(best) < minWorth)) continue;
      spent += text.length + 1;
      taken.push({ ...best, text });
      for (const term of best.terms) covered.add(term);
    }
    const isAskedOnly = [...request.terms].some((term) => !covered.has(term));
    const said = inOneLine(taken.sort((a, b) => a.at - b.at).map(({ text }) => text));
    return isAskedOnly ? `(${cutAtSentence(withoutHost(turn.request), maxRequestLength)}) ${said}` : said;
  };
  return {
    title: chosen(maxLength.title),
    summary: chosen(maxLength.summary),
    detail: chosen(maxLength.detail),
  };
}

/** Items of a list and commands have no full stop: without a sign they would run into each other. */
function inOneLine(texts: readonly string[]): string {
  return texts
    .map((text, at) =>
      at === texts.length - 1 || /[.!?…:;,。！？]["')\]]*$/u.test(text) ? text : `${text};`,
    )
    .join(" ");
}

function isSame(one: string, other: string): boolean {
  return plain(one).includes(plain(other)) || plain(other).includes(plain(one));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
