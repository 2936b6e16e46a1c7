// Finds a text that must go in other texts, and takes the sentences that repeat it out of them. Pure.

import { folded, foldedWordsOf, forgettableParts, oneLine } from "../../../libs/language/index.ts";
import { textsIn } from "../../memory/json-texts.ts";

/** Whether a text contains what must go. */
export type Holds = (text: string) => boolean;

/** Lower case (ß as ss), one space between words: how texts are compared. */
export function plain(text: string): string {
  return oneLine(folded(text));
}

/** `onFound` gets each text with the words around it that it is a part of. */
export function holding(needle: string, onFound: (words: string) => void = () => {}): Holds {
  const wanted = plain(needle);
  return (text) => {
    for (const form of formsOf(text)) {
      const at = form.indexOf(wanted);
      if (at === -1) continue;
      onFound(wholeWords(form, at, at + wanted.length));
      return true;
    }
    return text.includes("…") && hasPartOf(wanted, plain(text));
  };
}

/** The same for names, in which words are joined by other characters than in a sentence. */
export function holdingInNames(holds: Holds): Holds {
  return (name) => holds(name) || (/[-_./\\]/.test(name) && holds(name.replace(/[-_./\\]+/g, " ")));
}

/** The name with the parts replaced that hold it, and whatever spans several parts as a whole. */
export function renamed(name: string, holds: Holds, standIn: (part: string) => string): string {
  if (!holds(name)) return name;
  const parts = name.split(/([/\\\s])/);
  const replaced = parts.map((part) => (holds(part) ? standIn(part) : part)).join("");
  return holds(replaced) ? standIn(name) : replaced;
}

/** A text may quote JSON, which may quote JSON. */
const maxEscapes = 3;

/** As it is, without the escapes of JSON, and without those of an address. */
function formsOf(text: string): string[] {
  const forms = [plain(text)];
  let inner = text;
  for (let n = 0; n < maxEscapes && inner.includes("\\"); n++) {
    inner = unescaped(inner);
    forms.push(plain(inner));
  }
  if (/%[0-9a-f]{2}/i.test(text)) forms.push(plain(decoded(text)));
  return forms;
}

/** JSON text with its escapes resolved, without parsing it: it may be cut or damaged. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([nrtbf])|(["\\/]))/g, (_, code, space, itself) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : space ? " " : itself,
  );
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8"),
  );
}

const wordCharacter = /[\p{L}\p{N}_]/u;

function wholeWords(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start > 0 && wordCharacter.test(text[start] ?? "") && wordCharacter.test(text[start - 1] ?? ""))
    start--;
  while (end < text.length && wordCharacter.test(text[end - 1] ?? "") && wordCharacter.test(text[end] ?? ""))
    end++;
  return text.slice(start, end);
}

/** So much of a text says what it was about. */
const tellingLength = 16;

/** Titles and excerpts end or begin in the middle of a text, with an ellipsis. */
function hasPartOf(wanted: string, text: string): boolean {
  const least = Math.max(tellingLength, Math.ceil(wanted.length / 3));
  if (wanted.length <= least) return false;
  const [first = "", ...rest] = text.split("…");
  let before = first;
  for (const after of rest) {
    for (let n = Math.min(wanted.length, before.trimEnd().length); n >= least; n--)
      if (before.trimEnd().endsWith(wanted.slice(0, n).trimEnd())) return true;
    for (let n = Math.min(wanted.length, after.trimStart().length); n >= least; n--)
      if (after.trimStart().startsWith(wanted.slice(-n).trimStart())) return true;
    before = after;
  }
  return false;
}

/** So many words in a row are a repetition, not a coincidence. */
const runLength = 5;

/**
 * Recognises sentences that repeat deleted texts: by five words in a row that none of the kept texts contains, or, for
 * shorter ones, as a whole.
 */
export function repeating(deleted: readonly string[], kept: readonly string[]): Holds {
  const runs = new Set(deleted.flatMap((text) => runsOf(foldedWordsOf(text))));
  for (const text of kept) for (const run of runsOf(foldedWordsOf(text))) runs.delete(run);
  if (runs.size === 0) return () => false;
  return (text) => runsOf(foldedWordsOf(text)).some((run) => runs.has(run));
}

function runsOf(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  if (words.length < runLength) return words.length < 2 ? [] : [words.join(" ")];
  return words.slice(0, words.length - runLength + 1).map((_, i) => words.slice(i, i + runLength).join(" "));
}

const minNameLength = 4;

/** Recognises words of a text that no other text has: names, mostly. */
export function wordsOnlyIn(text: string, others: readonly string[]): Holds {
  const known = new Set(others.flatMap(foldedWordsOf));
  const own = new Set(foldedWordsOf(text).filter((word) => word.length >= minNameLength && !known.has(word)));
  return (other) => own.size > 0 && foldedWordsOf(other).some((word) => own.has(word));
}

export function either(...all: readonly Holds[]): Holds {
  return (text) => all.some((holds) => holds(text));
}

/** The text without the sentences that hold it; if it spans several, without their lines; else nothing is left. */
export function cut(text: string, holds: Holds): string {
  if (!holds(text)) return text;
  const lines = text.split("\n");
  const sentences = lines.map((line) => (holds(line) ? withoutParts(line, holds) : line));
  const left = sentences.filter((line, i) => line !== "" || lines[i] === "").join("\n");
  return holds(left) ? "" : left.trim();
}

function withoutParts(line: string, holds: Holds): string {
  const left = forgettableParts(line)
    .filter((part) => !holds(part))
    .join(" ");
  return holds(left) ? "" : left;
}

/** The same for every text in a JSON value; what becomes empty in a list leaves it. */
export function cutDeep(value: unknown, holds: Holds): unknown {
  if (typeof value === "string") return cut(value, holds);
  if (Array.isArray(value)) {
    const items = value.map((item) => cutDeep(item, holds));
    return items.filter((item, i) => !isEmptied(value[i], item));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutDeep(inner, holds)]));
}

function isEmptied(before: unknown, after: unknown): boolean {
  if (typeof before === "string") return before !== "" && after === "";
  return JSON.stringify(before) !== JSON.stringify(after) && textsIn(after).every((text) => text === "");
}
