// Removes secrets and private parts from text before it is stored, indexed, logged or sent to a model. For every door
// and journey that handles agent text. Pure, linear in the length of the text, and idempotent: redacting twice gives
// the same result.
import { findKeyed } from "./keys.ts";
import { namesSecret } from "./names.ts";
import {
  findCommandPasswords,
  findEncoded,
  findMiddles,
  findPrefixed,
  findPrivateKeys,
  findUrlPasswords,
  type Span,
} from "./shapes.ts";
import { isHex, isPlaceholder, isUuid, looksRandom } from "./values.ts";

const SHORTEST_KNOWN = 8;
const DEEPEST = 200;
/** Removing one secret can expose the next (its neighbour now starts a word), so a changed text is read again. */
const MOST_PASSES = 6;

/** The text without secrets, private blocks, terminal escapes and NUL. `known`: values that must never appear. */
export function redact(text: string, known: readonly string[] = []): string {
  let clean = dropPrivate(stripControls(text));
  const values = spellings(known);
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = replaceSpans(clean, findSecrets(clean, values, true));
    if (next === clean) break;
    clean = next;
  }
  return clean;
}

/** Redacts every string in a JSON value, and values under keys that indicate a secret. The input is not changed. */
export function redactDeep<T>(value: T, known: readonly string[] = []): T {
  return walk(value, known, false, 0) as T;
}

/** The values in the text of a .env file that should be passed as `known`. */
export function secretsOf(dotenv: string): string[] {
  const line = /^[ \t]*(?:export[ \t]+)?([\w.-]{1,128})[ \t]*[=:][ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^\n]*)/gm;
  const values = new Set<string>();
  for (const [, name = "", raw = ""] of dotenv.matchAll(line)) {
    const quoted = /^(["'`])([\s\S]*)\1$/.exec(raw);
    const value = quoted ? (quoted[2] ?? "") : raw.replace(/[ \t]#.*$/, "").trim();
    for (const secret of secretsIn(name, value)) if (secret.length >= SHORTEST_KNOWN) values.add(secret);
  }
  return [...values];
}

function secretsIn(name: string, value: string): string[] {
  if (value.length < SHORTEST_KNOWN || isPlaceholder(value)) return [];
  const shown = findSecrets(value, [], false);
  if (shown.length > 0) return shown.map(({ start, end }) => value.slice(start, end));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^[\d.,:_-]+$/.test(value) || /\s/.test(value)) return [];
  // Ordinary words would be redacted everywhere in the project.
  if (/^[A-Za-z._/-]+$/.test(value) && value.length < 20 && !looksRandom(value)) return [];
  if (namesSecret(name)) return [value];
  const anonymous = !isHex(value) && !isUuid(value) && /\d/.test(value) && looksRandom(value, 24);
  return anonymous && !/(?:id|sha|hash|commit|version|digest|checksum|public\w*|url|host|path)$/i.test(name)
    ? [value]
    : [];
}

function findSecrets(text: string, known: readonly string[], encodedToo: boolean): Span[] {
  const found: Span[] = [];
  for (const value of known)
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length))
      found.push({ start: at, end: at + value.length, kind: "known" });
  findPrivateKeys(text, found);
  findPrefixed(text, found);
  findMiddles(text, found);
  findUrlPasswords(text, found);
  findCommandPasswords(text, found);
  findKeyed(text, found);
  if (encodedToo) findEncoded(text, found, (decoded) => findSecrets(decoded, known, false).length > 0);
  return found;
}

/** Replaces spans by markers; overlapping spans become one, and existing markers stay whole. */
function replaceSpans(text: string, found: Span[]): string {
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
    done = end;
  }
  return out + text.slice(done);
}

/** Whether a cut here would split a surrogate pair. */
const isLowHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

const markerEnd = (match: RegExpExecArray | undefined): number => (match ? match.index + match[0].length : 0);

/** The known values that are long enough to differ from ordinary text, also in JSON and URL encoding, longest first. */
function spellings(known: readonly string[]): string[] {
  const values = new Set<string>();
  for (const value of known) {
    const plain = value.trim();
    if (plain.length < SHORTEST_KNOWN) continue;
    values.add(plain).add(JSON.stringify(plain).slice(1, -1)).add(encodeURIComponent(plain.toWellFormed()));
  }
  return [...values].sort((a, b) => b.length - a.length);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]?[@-Z\\^_`-~]?|\0/g;

function stripControls(text: string): string {
  const visible = text.includes("\x1b") || text.includes("\0") ? text.replace(ESCAPES, "") : text;
  return visible.isWellFormed() ? visible : visible.toWellFormed();
}

const PRIVATE_TAG = /(?:<|\\u003c|&lt;)(\\{0,8}\/)?private[ \t]{0,8}(?:>|\\u003e|&gt;)/gi;

/** Removes <private>…</private>, nested or not; an unclosed one removes the rest of the text. */
function dropPrivate(text: string): string {
  let out = "";
  let done = 0;
  let depth = 0;
  for (const tag of text.matchAll(PRIVATE_TAG)) {
    if (!tag[1]) {
      if (depth++ === 0) out += `${text.slice(done, tag.index)}[private]`;
    } else if (depth > 0 && --depth === 0) done = tag.index + tag[0].length;
  }
  if (depth > 0) return out;
  return done === 0 ? text : out + text.slice(done);
}

function walk(value: unknown, known: readonly string[], isSecret: boolean, depth: number): unknown {
  if (typeof value === "string") {
    const clean = redact(value, known);
    return isSecret && clean === value && value.length >= 4 && !isPlaceholder(value)
      ? "[secret:value]"
      : clean;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[too deep]";
  if (Array.isArray(value))
    return value.map((item, i) => walk(item, known, isSecret || isFlagFor(value[i - 1]), depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const named = namedValue(value as Record<string, unknown>);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecretValue =
        typeof item !== "object" || Array.isArray(item)
          ? namesSecret(key) || (named && /^value$/i.test(key))
          : false;
      return [redact(key, known), walk(item, known, isSecretValue, depth + 1)];
    }),
  );
}

/** ["--password", "…"] */
const isFlagFor = (before: unknown): boolean =>
  typeof before === "string" && /^--?[A-Za-z][\w-]{2,40}$/.test(before) && namesSecret(before);

/** { name: "DB_PASSWORD", value: "…" } */
function namedValue(object: Record<string, unknown>): boolean {
  const name = object.name ?? object.Name ?? object.key ?? object.Key;
  return typeof name === "string" && name.length <= 128 && namesSecret(name);
}
