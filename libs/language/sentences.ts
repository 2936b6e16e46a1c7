// Splits prose into sentences: not at "i.e.", "e.g.", versions, file names, addresses or list numbers. Pure; any language.

import { cut, oneLine } from "./cuts.ts";
import { allWords, listed } from "./languages/all.ts";

const END = /(?<![.!?…])[.!?…]+["'”’»)\]*_`]*(?=\s)|(?<![。！？])[。！？]+[」』”）)]*/gu;
/** People type without capitals, and a semicolon separates what they state. */
const TYPED_END = /(?<![.!?…;])[.!?…;]+["'”’»)\]*_`]*(?=\s)|(?<![。！？])[。！？]+[」』”）)]*/gu;

/** Words that end with a dot inside a sentence. */
const SHORT = new Set(allWords.flatMap(({ abbreviations }) => listed(abbreviations)));

/** `isTyped`: by a person in a prompt, so that a small letter may begin a sentence. */
export function sentencesOf(text: string, { isTyped = false } = {}): string[] {
  const line = oneLine(text);
  const found: string[] = [];
  let from = 0;
  for (const match of line.matchAll(isTyped ? TYPED_END : END)) {
    const end = match.index + match[0].length;
    if (!endsHere(line, from, match.index, match[0], end, isTyped)) continue;
    found.push(line.slice(from, end).trim());
    from = end;
  }
  const rest = line.slice(from).trim();
  if (rest !== "") found.push(rest);
  return found.filter((sentence) => sentence !== "");
}

/** On one line: whole sentences if they fill a third of the length, otherwise cut at a word. */
export function cutAtSentence(text: string, max: number): string {
  const line = oneLine(text);
  if (line.length <= max) return line;
  let kept = "";
  for (const sentence of sentencesOf(line)) {
    if (kept.length + sentence.length + 1 > max) break;
    kept = kept === "" ? sentence : `${kept} ${sentence}`;
  }
  return kept.length >= max / 3 ? kept : cut(line, max);
}

/** Longer than any short form. */
const maxWordLength = 40;

function endsHere(
  line: string,
  from: number,
  at: number,
  mark: string,
  end: number,
  isTyped: boolean,
): boolean {
  if (/[。！？]/u.test(mark)) return true;
  const next = line.slice(end).trimStart();
  if (isInside(line.slice(from, end))) return false;
  if (!mark.startsWith(".") || mark.startsWith(".."))
    return isTyped || !/^\p{Ll}/u.test(next) || /[!?]/.test(mark);
  const before = line.slice(from, at);
  const word = /[\p{L}\p{N}.]+$/u.exec(before.slice(-maxWordLength))?.[0] ?? "";
  if (SHORT.has(word.toLowerCase()) && !canEnd(word, before, next)) return false;
  // An initial ("J. Smith"), and the number of a list item.
  if (/^\p{Lu}$/u.test(word)) return false;
  if (/^\d{1,3}$/.test(word) && before.trim() === word) return false;
  return isTyped || !/^\p{Ll}/u.test(next);
}

/** Words that are short forms only in their place: "etc." before a small letter, "no. 5", but "in 80 ms. Then". */
function canEnd(word: string, before: string, next: string): boolean {
  if (!/^\p{Lu}/u.test(next)) return false;
  return /^(?:etc|usw|no|nr)$/i.test(word) || /\d\s?\p{L}+$/u.test(before.slice(-maxWordLength));
}

/** Inside an open backtick or bracket. */
function isInside(part: string): boolean {
  if (part.length > 600) return false;
  const ticks = part.split("`").length - 1;
  if (ticks % 2 === 1) return true;
  return count(part, "(") > count(part, ")");
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
