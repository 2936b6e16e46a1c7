// Finds secrets that were bent on the way to the text: wrapped over two lines by a terminal, or with some characters
// escaped as in URLs (ghp%5F…). For shapes.ts and finders.ts.
import type { Span } from "./shapes.ts";
import { isHex, looksRandom } from "./values.ts";

/** A line break within a token: real, after a backslash or spelled out, and the next line's indentation. */
const WRAP = /(?:\\?\r?\n|\\{1,8}n)[ \t]{0,16}/y;
const RUN = /[A-Za-z0-9_.+/=~-]{1,4096}/y;
/** What a token's pattern may leave of the line: the next part of it is too short yet. */
const LAST_OF_LINE = /[A-Za-z0-9_-]{1,12}/y;
const MOST_LINES = 4;

export type Token = { value: string; end: number };

/** Where the run of token characters around `at` ends. */
export const runEnd = (text: string, at: number): number => Math.max(at, skip(RUN, text, at));

/**
 * The token that starts at `from` once its line breaks are left out: with the next line, with the next two, three.
 * `end` is where its first line ends, `body` what it must look like.
 */
export function unwrapped(text: string, from: number, end: number, body: RegExp): Token | undefined {
  let next = skip(WRAP, text, end);
  let joined = "";
  for (let lines = 1; next >= 0 && lines < MOST_LINES; lines++) {
    const to = skip(RUN, text, next);
    if (to < 0) return undefined;
    if (lines === 1) joined = text.slice(from, end);
    joined += text.slice(next, to);
    const length = skip(body, joined, 0);
    if (length >= 0) {
      const value = joined.slice(0, length);
      return looksRandom(value) ? { value, end: to - (joined.length - length) } : undefined;
    }
    next = skip(WRAP, text, to);
  }
  return undefined;
}

/** Where a token really ends that fills its line up to `end`: the next line may hold the rest of it. */
export function wrappedEnd(text: string, start: number, end: number): number {
  const from = skip(WRAP, text, Math.max(end, skip(LAST_OF_LINE, text, end)));
  const to = from < 0 ? -1 : skip(RUN, text, from);
  if (to - from < 12 || !/[\s"'`\\),;]|^$/.test(text.charAt(to))) return end;
  const token = text.slice(start, end);
  const rest = text.slice(from, to);
  if (isHex(rest) && !isHex(token.slice(-12))) return end;
  // Only the token's own sort of characters, or it is another word: NEXT_TOKEN=…, lib/file.js
  for (const [mark] of rest.matchAll(/[./+]|=(?!=*$)/g)) if (!token.includes(mark)) return end;
  return looksRandom(rest) ? to : end;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Letters, digits, "_", "-" and "." as URLs, JSON and code may spell them. */
const CODE = `(?:5[FfAa]|2[DdEe]|[46][1-9A-Fa-f]|[57][0-9]|7[Aa]|3[0-9])`;
const SPELLED = String.raw`%(?:25)?${CODE}|\\{1,4}(?:u00|x)${CODE}`;
const ESCAPE = new RegExp(SPELLED, "g");
const AROUND = new RegExp(`(?:[A-Za-z0-9_.~:/-]|${SPELLED}){1,2048}`, "y");

/** Runs of which the plain spelling holds a secret. `find` gives the secrets in a text. */
export function findEscaped(text: string, found: Span[], find: (plain: string) => readonly Span[]): void {
  let done = 0;
  ESCAPE.lastIndex = 0;
  for (let first = ESCAPE.exec(text); first; first = ESCAPE.exec(text)) {
    let start = first.index;
    while (start > done && first.index - start < 80 && /[A-Za-z0-9_.~:/-]/.test(text.charAt(start - 1)))
      start--;
    done = skip(AROUND, text, start);
    ESCAPE.lastIndex = done;
    const run = text.slice(start, done);
    const plain = run.replace(ESCAPE, (code) => String.fromCharCode(Number.parseInt(code.slice(-2), 16)));
    const [secret] = find(plain);
    if (secret) found.push({ start, end: done, kind: secret.kind });
    ESCAPE.lastIndex = done;
  }
}
