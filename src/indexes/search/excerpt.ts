// The text shown with a result: the stretch that contains the words of the question, and those words as they are
// written there.

import { oneLine, termsOf } from "../../../libs/language/index.ts";
import { parseQuestion } from "./question.ts";

export interface Excerpt {
  /** At most about `length` characters on one line; empty if the title is the whole text. */
  excerpt: string;
  /** Words of the title and the excerpt that match the question. */
  matched: string[];
}

interface Match {
  start: number;
  end: number;
  terms: readonly string[];
}

const word = /[\p{L}\p{M}\p{N}_$]+(?:\.[\p{L}\p{M}\p{N}_$]+)*/gu;
/** Scripts without spaces: a match is a pair of characters, not a word of the pattern. */
const unspaced = /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Two lines in a terminal of 80 columns: a later match would not be visible. */
const length = 100;
/** Text before a match helps to understand it. */
const lead = 30;

export function excerptsFor(
  typed: string,
): (document: { title: string; summary: string; detail: string }) => Excerpt {
  const { any, phrases } = parseQuestion(typed);
  const wanted = new Set([...any, ...phrases.flat()]);
  return ({ title, summary, detail }) => {
    const texts = [summary, detail].map((text) => oneLine(text));
    const stretches = texts.map((text) => densest(text, matchesIn(text, wanted)));
    const best = stretches.reduce((a, b) => (b.found > a.found ? b : a), { text: "", found: -1 });
    const excerpt = isIn(title, best.text) ? "" : best.text;
    const matched = [title, excerpt].flatMap((text) =>
      matchesIn(text, wanted).map(({ start, end }) => text.slice(start, end)),
    );
    return { excerpt, matched: [...new Set(matched)] };
  };
}

function matchesIn(text: string, wanted: ReadonlySet<string>): Match[] {
  const matches: Match[] = [];
  for (const { 0: found, index } of text.matchAll(word)) {
    const pieces = unspaced.test(found) ? pairsIn(found) : [[0, found.length] as const];
    for (const [from, to] of pieces) {
      const terms = termsOf(found.slice(from, to)).filter((term) => wanted.has(term));
      if (terms.length === 0) continue;
      const last = matches.at(-1);
      const overlaps = last !== undefined && last.end > index + from;
      if (overlaps) matches.pop();
      matches.push({
        start: overlaps ? last.start : index + from,
        end: index + to,
        terms: overlaps ? [...last.terms, ...terms] : terms,
      });
    }
  }
  return matches;
}

function pairsIn(run: string): (readonly [number, number])[] {
  return Array.from({ length: Math.max(1, run.length - 1) }, (_, i) => [i, Math.min(i + 2, run.length)]);
}

/** The stretch with the most different words of the question; without any, the beginning. */
function densest(text: string, matches: readonly Match[]): { text: string; found: number } {
  let start = 0;
  let found = 0;
  for (const [i, first] of matches.entries()) {
    const from = startBefore(text, first.start);
    const inside = matches.slice(i).filter(({ end }) => end <= from + length);
    const different = new Set(inside.flatMap(({ terms }) => terms)).size;
    if (different > found) [start, found] = [from, different];
  }
  return { text: cut(text, start), found };
}

/** A little before the match, at the start of a word; never so late that the excerpt is shorter than it could be. */
function startBefore(text: string, at: number): number {
  if (at <= lead || text.length <= length) return 0;
  const from = Math.min(at - lead, text.length - length);
  const space = text.indexOf(" ", from);
  return space === -1 || space >= at ? from : space + 1;
}

function cut(text: string, start: number): string {
  const rest = text.slice(start);
  const end = rest.length <= length ? rest.length : rest.lastIndexOf(" ", length);
  const shown = rest.slice(0, end <= 0 ? length : end).toWellFormed();
  return (start > 0 ? "…" : "") + shown + (start + shown.length < text.length ? "…" : "");
}

function isIn(title: string, excerpt: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return letters(title).includes(letters(excerpt));
}
