// Takes secrets and private parts out of text before anything is stored, indexed, logged or sent to a model. For
// every door and journey that handles what an agent saw. Pure, linear in the length of the text, and repeatable:
// redacting twice changes nothing more.
import { spellings } from "./dotenv.ts";
import { findSecrets } from "./finders.ts";
import { isTelling } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./shapes.ts";

export { secretsOf } from "./dotenv.ts";

const DEEPEST = 200;
/** Taking one secret out can lay bare the next (its neighbour now starts a word), so a changed text is read again. */
const MOST_PASSES = 6;
/** A secret may be encoded twice: base64 in the data of a Secret that was base64 itself. */
const MAX_LAYERS = 2;

/** The text without secrets, private blocks, terminal escapes and NUL. `known` are values that must never show. */
export function redact(text: string, known: readonly string[] = []): string {
  return redacted(text, known, false);
}

/** The same with as many lines as before: where something stands in a file must not change. */
export function redactLines(text: string, known: readonly string[] = []): string {
  return redacted(text, known, true);
}

function redacted(text: string, known: readonly string[], keepLines: boolean): string {
  let clean = dropPrivate(stripControls(text), keepLines);
  const values = spellings(known);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = replaceSpans(clean, findSecrets(clean, values, MAX_LAYERS), keepLines);
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Every string in a JSON value redacted, values behind names of secrets included, also { password: { value: … } }. The input is not touched. */
export function redactDeep<T>(
  value: T,
  known: readonly string[] = [],
  { clean = (text: string) => redact(text, known), prepare = (text: string) => text } = {},
): T {
  return walk(value, { known, clean, prepare }, false, 0) as T;
}

interface Rules {
  known: readonly string[];
  /** `redact` with these values; a caller may remember what it gave. */
  clean(text: string): string;
  /** What is done to every string, but not to keys, before it is redacted. */
  prepare(text: string): string;
}

/** Replaces spans by markers; overlapping ones become one, and markers already in the text stay whole. */
function replaceSpans(text: string, found: Span[], keepLines: boolean): string {
  if (found.length === 0) return text;
  const markers =
    text.includes("[secret:") || text.includes("[private]")
      ? [...text.matchAll(/\[secret:[a-z0-9-]{1,40}\]|\[private\]/g)]
      : [];
  const spans = found.sort((a, b) => a.start - b.start || b.end - a.end);
  let out = "";
  let done = 0;
  let marker = 0;
  for (let i = 0; i < spans.length; ) {
    const first = spans[i];
    if (!first) break;
    let { start, end } = first;
    for (i++; i < spans.length && (spans[i]?.start ?? end) < end; i++)
      end = Math.max(end, spans[i]?.end ?? end);
    while (marker < markers.length && markerEnd(markers[marker]) <= start) marker++;
    const touched = markers[marker];
    if (touched && touched.index < end) {
      if (touched.index <= start && markerEnd(touched) >= end) continue;
      start = Math.min(start, touched.index);
      for (let m = marker; m < markers.length && (markers[m]?.index ?? end) < end; m++)
        end = Math.max(end, markerEnd(markers[m]));
    }
    if (isLowHalf(text, end)) end++;
    if (end <= done) continue;
    out += `${text.slice(done, Math.max(done, start))}[secret:${first.kind}]`;
    if (keepLines) out += linesIn(text, start, end);
    done = end;
  }
  return out + text.slice(done);
}

/** The line breaks of a part that is removed. */
function linesIn(text: string, start: number, end: number): string {
  return "\n".repeat(text.slice(start, end).split("\n").length - 1);
}

/** Whether a cut here would go through a surrogate pair. */
const isLowHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const markerEnd = (match: RegExpExecArray | undefined): number => (match ? match.index + match[0].length : 0);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is to be removed
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]?[@-Z\\^_`-~]?|\0/g;

function stripControls(text: string): string {
  const visible = text.includes("\x1b") || text.includes("\0") ? text.replace(ESCAPES, "") : text;
  return visible.isWellFormed() ? visible : visible.toWellFormed();
}

const PRIVATE_TAG = /(?:<|\\u003c|&lt;)(\\{0,8}\/)?private[ \t]{0,8}(?:>|\\u003e|&gt;)/gi;

/** Whether what stands between the lines of a text matters, because a part of it is private. */
export function hasPrivatePart(text: string): boolean {
  return /private/i.test(text) && stripControls(text).search(PRIVATE_TAG) !== -1;
}

/** Drops <private>…</private>, nested or not; one that is never closed takes the rest of the text with it. */
function dropPrivate(text: string, keepLines: boolean): string {
  if (!/private/i.test(text)) return text;
  let out = "";
  let done = 0;
  let depth = 0;
  let opened = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    if (!tag[1]) {
      if (depth++ > 0) continue;
      out += `${text.slice(done, tag.index)}[private]`;
      opened = tag.index;
    } else if (depth > 0 && --depth === 0) {
      done = tag.index + tag[0].length;
      if (keepLines) out += linesIn(text, opened, done);
    }
  }
  if (depth > 0) return keepLines ? out + linesIn(text, opened, text.length) : out;
  return done === 0 ? text : out + text.slice(done);
}

function walk(value: unknown, rules: Rules, isBehindName: boolean, depth: number): unknown {
  if (typeof value === "string") {
    const text = rules.prepare(value);
    const clean = rules.clean(text);
    return isBehindName && clean === text && text.length >= 4 && !isPlaceholder(text)
      ? "[secret:value]"
      : clean;
  }
  // A PIN or a numeric password is a number in JSON.
  if (typeof value === "number" && rules.known.includes(String(value))) return "[secret:known]";
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[too deep]";
  if (Array.isArray(value))
    return value.map((item, i) =>
      walk(item, rules, isBehindName || isFlagFor(value[i - 1], rules), depth + 1),
    );
  const named = isBehindName || namedValue(value as Record<string, unknown>, rules);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const says = isTelling(key) || (named && /^value$/i.test(key));
      return [rules.clean(key), walk(item, rules, says, depth + 1)];
    }),
  );
}

/** ["--password", "…"] */
function isFlagFor(before: unknown, { prepare }: Rules): boolean {
  if (typeof before !== "string") return false;
  const flag = prepare(before);
  return /^--?[A-Za-z][\w-]{2,40}$/.test(flag) && isTelling(flag);
}

/** { name: "DB_PASSWORD", value: "…" } */
function namedValue(object: Record<string, unknown>, { prepare }: Rules): boolean {
  const given = object.name ?? object.Name ?? object.key ?? object.Key;
  const name = typeof given === "string" ? prepare(given) : "";
  return name.length <= 128 && isTelling(name);
}
