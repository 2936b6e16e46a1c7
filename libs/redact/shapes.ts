// Finds secrets that show by themselves, whatever stands around them: vendor prefixes, private key blocks. For
// finders.ts. Every finder walks the text once; none looks further ahead than what it then consumes.
import { CUES, type Cue, type CueGroup } from "./cues.ts";
import { isExample } from "./placeholder.ts";
import { looksRandom } from "./values.ts";
import { MIDDLES, SHAPES } from "./vendors.ts";
import { runEnd, type Token, unwrapped, wrappedEnd } from "./wrapped.ts";

export type Span = { start: number; end: number; kind: string };

type Rule = {
  kind: string;
  prefix: string;
  third: number;
  fourth: number;
  body: RegExp;
  keep: number;
  random: boolean;
  /** A word that only announces a secret. */
  cue?: CueGroup;
};

const ALNUM = new Uint8Array(128).fill(1, 48, 58).fill(1, 65, 91).fill(1, 97, 123);

/** Characters that can begin an escape: \\ % [ ; */
const ESCAPING = new Uint8Array(128);
for (const char of "\\%[;") ESCAPING[char.charCodeAt(0)] = 1;

/** Rules by their first two characters, longest prefix first; 0 means none. */
const BUCKETS: Rule[][] = [[]];
const BUCKET_OF = new Uint16Array(128 * 128);
for (const rule of [...SHAPES.flatMap(rulesOf), ...CUES.map(cueRule)].sort(
  (a, b) => b.prefix.length - a.prefix.length,
)) {
  const first = rule.prefix.charCodeAt(0) * 128;
  const seconds =
    rule.prefix.length > 1 ? [rule.prefix.charCodeAt(1)] : Array.from({ length: 128 }, (_, i) => i);
  for (const second of seconds) {
    const at = BUCKET_OF[first + second] || BUCKETS.push([]) - 1;
    BUCKET_OF[first + second] = at;
    BUCKETS[at]?.push(rule);
  }
}

function rulesOf(shape: (typeof SHAPES)[number]): Rule[] {
  const body = new RegExp(shape.body, "y");
  const { kind, keep = 0, random = false } = shape;
  return shape.starts.split(" ").map((prefix) => {
    const third = prefix.length > 2 ? prefix.charCodeAt(2) : -1;
    const fourth = prefix.length > 3 ? prefix.charCodeAt(3) : -1;
    return { kind, prefix, third, fourth, body, keep, random };
  });
}

function cueRule({ group, word, followedBy }: (typeof CUES)[number]): Rule {
  const third = word.length > 2 ? word.charCodeAt(2) : -1;
  const fourth = word.length > 3 ? word.charCodeAt(3) : -1;
  return { kind: "", prefix: word, third, fourth, body: followedBy, keep: 0, random: false, cue: group };
}

/** The walk over all words of a text, and what it has met so far. */
type Walk = {
  readonly text: string;
  readonly found: Span[];
  readonly cues: Cue[];
  /** How far the last run of token characters goes: a token within it is not wrapped before. */
  runEnd: number;
};

/** Secrets with a vendor's prefix, at the start of a word. Cues that are met on the way go into `cues`. */
export function findPrefixed(text: string, found: Span[], cues: Cue[]): void {
  const walk: Walk = { text, found, cues, runEnd: 0 };
  const length = text.length;
  let inWord = false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127 || ALNUM[code] === 0) {
      inWord = false;
      continue;
    }
    if (inWord) continue;
    const escaped = ESCAPING[text.charCodeAt(i - 1)] === 1 ? escapeEnd(text, i) : i;
    if (escaped > i) {
      i = escaped - 1;
      continue;
    }
    inWord = true;
    const next = text.charCodeAt(i + 1);
    const bucket = next < 128 ? BUCKET_OF[code * 128 + next] : 0;
    if (!bucket) continue;
    const end = matchRules(BUCKETS[bucket] ?? [], walk, i);
    if (end > i) {
      i = end - 1;
      inWord = false;
    }
  }
}

function matchRules(rules: readonly Rule[], walk: Walk, at: number): number {
  const { text } = walk;
  const third = text.charCodeAt(at + 2);
  const fourth = text.charCodeAt(at + 3);
  for (const rule of rules) {
    if ((rule.third >= 0 && rule.third !== third) || (rule.fourth >= 0 && rule.fourth !== fourth)) continue;
    const { kind, prefix, body, keep, random, cue } = rule;
    if (!text.startsWith(prefix, at)) continue;
    // A JWT may be tried at the start of a run only: its first part can be long and still lead nowhere.
    if (kind === "jwt" && /[-_]/.test(text.charAt(at - 1))) continue;
    if (cue) {
      body.lastIndex = at + prefix.length;
      if (body.test(text)) walk.cues.push({ group: cue, at });
      continue;
    }
    const token = readToken(rule, walk, at);
    if (!token) continue;
    const { value, end } = token;
    if (isExample(value) || (random && (!looksRandom(value) || isInsideBase64(text, at)))) continue;
    walk.found.push({ start: at + keep, end, kind });
    return end;
  }
  return at;
}

/** What follows the prefix, and where it ends. A terminal may have wrapped it. */
function readToken({ prefix, body }: Rule, walk: Walk, at: number): Token | undefined {
  const { text } = walk;
  const from = at + prefix.length;
  body.lastIndex = from;
  if (body.test(text))
    return { value: text.slice(from, body.lastIndex), end: wrappedEnd(text, from, body.lastIndex) };
  if (prefix.length < 2) return undefined;
  if (walk.runEnd < from) walk.runEnd = runEnd(text, at);
  return unwrapped(text, from, Math.max(from, walk.runEnd), body);
}

const isInsideBase64 = (text: string, at: number): boolean =>
  /[A-Za-z0-9][+/]/.test(text.slice(Math.max(0, at - 2), at));

/** The letters of "\n", "\u001b", "%3D" or "[32m" belong to the escape and not to the word after it. */
function escapeEnd(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  const code = text.charCodeAt(at);
  if (before === 92) {
    if (code === 110 || code === 114 || code === 116) return at + 1;
    if (code === 117 && /^[0-9a-fA-F]{4}/.test(text.slice(at + 1, at + 5))) return at + 5;
    if (code === 120 && /^[0-9a-fA-F]{2}/.test(text.slice(at + 1, at + 3))) return at + 3;
  } else if (before === 37) {
    if (/^[2357][0-9A-Fa-f]/.test(text.slice(at, at + 2))) return at + 2;
  } else if (before === 91 || before === 59) {
    const colour = /^\d{1,3}m/.exec(text.slice(at, at + 4));
    if (colour) return at + colour[0].length;
  }
  return at;
}

/** Secrets told by something in their middle. */
export function findMiddles(text: string, found: Span[]): void {
  for (const { kind, mark, before, after } of MIDDLES) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      after.lastIndex = at + mark.length;
      if (!after.test(text)) continue;
      const head = before.exec(text.slice(Math.max(0, at - 80), at));
      if (head && !isExample(text.slice(at, after.lastIndex)))
        found.push({ start: at - head[0].length, end: after.lastIndex, kind });
    }
  }
}

const KEY_MARK = /-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-Lines: \d{1,4}/g;
const KEY_CLOSE = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const BETWEEN_LINES = /(?:\\{1,8}[rnt"']|["'`,;+>|#*\s]|-(?!-)|\d{1,6}(?:→|\t|: ?))*/y;
const KEY_HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): ?[^\n\\"]{0,200}/y;
const KEY_LINE = /=?[A-Za-z0-9+/]+={0,2}/y;

/** Private keys in PEM, PGP and PuTTY dress: whole, cut off at the end, or with only their tail left. */
export function findPrivateKeys(text: string, found: Span[]): void {
  if (!text.includes("PRIVATE KEY") && !text.includes("Private-Lines")) return;
  let done = 0;
  for (const mark of text.matchAll(KEY_MARK)) {
    if (mark.index < done) continue;
    const after = mark.index + mark[0].length;
    if (mark[1] === "END") {
      const start = tailStart(text, done, mark.index);
      if (start < mark.index) found.push({ start, end: after, kind: "private-key" });
      done = after;
    } else {
      const end = keyEnd(text, after);
      if (end > after) found.push({ start: mark[1] ? mark.index : after, end, kind: "private-key" });
      done = Math.max(after, end);
    }
  }
}

function keyEnd(text: string, from: number): number {
  let at = from;
  let sure = from;
  for (;;) {
    const start = skip(BETWEEN_LINES, text, at);
    const header = skip(KEY_HEADER, text, start);
    if (header > start) {
      at = header;
      continue;
    }
    const end = skip(KEY_LINE, text, start);
    if (end === start) {
      const closed = sure > from ? skip(KEY_CLOSE, text, start) : start;
      return closed > start ? closed : sure;
    }
    const line = text.slice(start, end);
    const cutOff = end === text.length && sure > from && at === sure;
    if (cutOff || (line.length >= 30 && looksKeyed(line)) || (line.length >= 10 && looksRandom(line, 9)))
      sure = end;
    else if (line.length > 76) return sure;
    at = end;
    if (at - sure > 200) return sure;
  }
}

const looksKeyed = (line: string): boolean =>
  /[A-Z]/.test(line) && /[a-z]/.test(line) && /[0-9+/]/.test(line);

/** Where the lines of base64 before an END mark begin. */
function tailStart(text: string, from: number, end: number): number {
  let start = end;
  let at = end;
  for (let lines = 0; at > from; lines++) {
    let stop = at;
    while (stop > from) {
      const char = text.charAt(stop - 1);
      if ((char === "n" || char === "r") && text.charAt(stop - 2) === "\\") stop -= 2;
      else if (/[\s\\"',]/.test(char)) stop--;
      else break;
    }
    let begin = stop;
    while (begin > from && /[A-Za-z0-9+/=]/.test(text.charAt(begin - 1))) begin--;
    if (text.charAt(begin - 1) === "\\") begin++;
    if (stop - begin < (lines === 0 ? 1 : 40)) break;
    if (stop - begin >= 40) start = begin;
    at = begin;
  }
  return start;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
