// Finds a text that must go in other texts, and takes the sentences that repeat it out of them. Pure.

/** Whether a text contains what must go. */
export type Holds = (text: string) => boolean;

/** Lower case, one space between words: how texts are compared. */
export function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}

export function holding(needle: string): Holds {
  const wanted = plain(needle);
  return (text) => text.length >= wanted.length && plain(text).includes(wanted);
}

/** So many words in a row are a repetition, not a coincidence. */
const runLength = 5;
const wordsIn = (text: string) => plain(text).match(/[\p{L}\p{N}_]+/gu) ?? [];

/**
 * Recognises sentences that repeat deleted texts: by five words in a row that none of the kept texts contains, or, for
 * shorter ones, as a whole.
 */
export function repeating(deleted: readonly string[], kept: readonly string[]): Holds {
  const runs = new Set(deleted.flatMap((text) => runsOf(wordsIn(text))));
  for (const text of kept) for (const run of runsOf(wordsIn(text))) runs.delete(run);
  if (runs.size === 0) return () => false;
  return (text) => runsOf(wordsIn(text)).some((run) => runs.has(run));
}

function runsOf(words: readonly string[]): string[] {
  if (words.length === 0) return [];
  if (words.length < runLength) return words.length < 2 ? [] : [words.join(" ")];
  return words.slice(0, words.length - runLength + 1).map((_, i) => words.slice(i, i + runLength).join(" "));
}

const shortestName = 4;

/** Recognises words of a text that no other text has: names, mostly. */
export function wordsOnlyIn(text: string, others: readonly string[]): Holds {
  const known = new Set(others.flatMap(wordsIn));
  const own = new Set(wordsIn(text).filter((word) => word.length >= shortestName && !known.has(word)));
  return (other) => own.size > 0 && wordsIn(other).some((word) => own.has(word));
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
  const parts = line.split(/(?<=[.!?。！？;])\s+/u);
  const left = parts.filter((part) => !holds(part)).join(" ");
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

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
