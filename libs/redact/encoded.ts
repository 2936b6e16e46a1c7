// Finds secrets in runs of 24 characters and more: base64 or hex of something secret, the dump of a file in hex, and
// random literals that are arguments of a call. For finders.ts. One walk that looks at every 24th character.
import { findArgument } from "./calls.ts";
import { beginsDump, dumpAt } from "./dumps.ts";
import type { Span } from "./shapes.ts";

const DIGITS64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
const BASE64 = new Uint8Array(128);
/** The six bits behind a character of base64, in either alphabet. */
const SIXES = new Uint8Array(128);
for (const [i, char] of [...DIGITS64].entries()) {
  const code = char.charCodeAt(0);
  BASE64[code] = 1;
  SIXES[code] = i < 64 ? i : i - 2;
}
const READABLE = new Uint8Array(256).fill(1, 32, 127);
for (const code of [9, 10, 13]) READABLE[code] = 1;

/** `hides` says whether a text that was decoded holds a secret. */
export function findEncoded(text: string, found: Span[], hides: (decoded: string) => boolean): void {
  // A run is looked for around every 24th character: a shorter one is of no interest.
  for (let at = SHORTEST_RUN - 1, done = 0, dumped = 0; at < text.length; at += SHORTEST_RUN) {
    if (!isBase64(text, at) && !(isHexPair(text, at + 1) && isBase64(text, ++at))) continue;
    let start = at;
    while (start > done && isBase64(text, start - 1)) start--;
    let stop = at + 1;
    while (stop < text.length && isBase64(text, stop)) stop++;
    if (stop - start >= SHORTEST_RUN) stop = readRun(text, start, stop, found, hides);
    else if (isHexPair(text, start) && beginsDump(text, start)) {
      const dump = dumpAt(text, start, dumped);
      if (dump?.texts.some(hides)) found.push({ start: dump.start, end: dump.end, kind: "encoded-secret" });
      dumped = stop = Math.max(stop, dump?.end ?? 0);
    }
    done = stop;
    at = stop;
  }
}

function readRun(
  text: string,
  start: number,
  stop: number,
  found: Span[],
  hides: (decoded: string) => boolean,
): number {
  let end = stop;
  while (end < stop + 2 && text.charCodeAt(end) === 61) end++;
  if (isQuote(text.charCodeAt(start - 1)) && closes(text, end)) findArgument(text, start, end, found);
  if (startsReadable(text, start)) {
    const from = text.charAt(start - 1) === "\\" ? start + 1 : start;
    const decoded = decodeBase64(text.slice(from, Math.min(stop, from + MAX_DECODED)));
    if (decoded && hides(decoded)) found.push({ start: from, end, kind: "encoded-secret" });
  }
  if (!isReadableHex(text, start)) return stop;
  const hexEnd = skip(HEX_LINES, text, start);
  const decoded = Buffer.from(text.slice(start, hexEnd).replace(/\s+/g, ""), "hex").toString("latin1");
  if (hides(decoded)) found.push({ start, end: hexEnd, kind: "encoded-secret" });
  return Math.max(stop, hexEnd);
}

const MAX_DECODED = 65_536;
/** Hex in lines of one length, as xxd -p prints it. */
const HEX_LINES = /(?:[0-9a-f]{2}){12,32768}(?:\n(?:[0-9a-f]{2}){1,64}(?=\n|$)){0,1000}/iy;
const HEX = new Uint8Array(128).fill(1, 48, 58).fill(1, 65, 71).fill(1, 97, 103);

const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96;

/** Whether a literal ends here; within JSON its quote has backslashes. */
function closes(text: string, at: number): boolean {
  while (text.charCodeAt(at) === 92) at++;
  return isQuote(text.charCodeAt(at));
}

/** Two hex digits, or the "0x" before them. */
function isHexPair(text: string, at: number): boolean {
  if (HEX[text.charCodeAt(at)] !== 1) return false;
  const next = text.charCodeAt(at + 1);
  return HEX[next] === 1 || next === 120;
}

/** Whether six bytes in hex from here are letters, digits or signs of plain text. */
function isReadableHex(text: string, at: number): boolean {
  for (let i = at; i < at + 12; i += 2) {
    const high = text.charCodeAt(i);
    if (high < 50 || high > 55 || HEX[text.charCodeAt(i + 1)] !== 1) return false;
  }
  return true;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const SHORTEST_RUN = 24;

const isBase64 = (text: string, at: number): boolean => BASE64[text.charCodeAt(at)] === 1;

/** Whether six bytes decoded from here, or from one further (after the "n" of an escape), are plain text. */
function startsReadable(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) === 92) at++;
  return isReadableTriple(text, at) && isReadableTriple(text, at + 4);
}

function isReadableTriple(text: string, at: number): boolean {
  let bits = 0;
  for (let i = at; i < at + 4; i++) bits = bits * 64 + (SIXES[text.charCodeAt(i)] ?? 0);
  return READABLE[bits >> 16] === 1 && READABLE[(bits >> 8) & 255] === 1 && READABLE[bits & 255] === 1;
}

/** The text behind a run of base64, or nothing when it is not plain printable text. */
export function decodeBase64(run: string): string | undefined {
  const usual = run
    .replace(/={1,2}$/, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  if (usual.length < 8 || usual.includes("=")) return undefined;
  const decoded = atob(usual.length % 4 === 1 ? usual.slice(0, -1) : usual);
  return /^[\t\r\n\x20-\x7e]*$/.test(decoded) ? decoded : undefined;
}
