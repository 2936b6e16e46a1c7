// What the values of a project's .env files are, and how they may be spelled elsewhere. For redact.ts: these values
// are secrets wherever they appear, however harmless they look.
import { findSecrets } from "./finders.ts";
import { isTelling } from "./names.ts";
import { isHex, isUuid, looksRandom } from "./values.ts";

const SHORTEST = 6;

/** Would be blacked out all over the project, and hides nothing. */
const COMMON = new Set(
  (
    "localhost development production staging testing preview default public private example sample enabled disabled " +
    "undefined required optional verbose warning password passwd passphrase secret secrets tokens apikey username " +
    "administrator postgres postgresql mariadb mongodb rabbitmq sqlite memory string number boolean object unknown"
  ).split(" "),
);

/** Settings that everybody may see: behind these names only what looks like a secret is one. */
const PUBLIC =
  /(?:id|sha|hash|commit|version|digest|checksum|public\w*|anon\w*|ur[il]|host(?:name)?|domain|origins?|endpoint|address|ip|path|dir(?:ectory)?|folder|file|port|env(?:ironment)?|mode|level|stage|region|zone|bucket|cluster|model|name|user(?:name)?|e?mail|from|to|locale|lang(?:uage)?|tz|timezone|timeout|interval|ttl|size|limit|max|min|count|date|format|driver|type|provider|theme|colou?r|title|description|database|db|table|schema|prefix|suffix|branch|tag|image|platform|debug|options|opts|flags|args)\d*$/i;

/** The values in the text of a .env file that are worth passing on as `known`. */
export function secretsOf(dotenv: string): string[] {
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]{1,128})[ \t]*[=:][ \t]*("(?:[^"\\]|\\[\s\S])*"|'[^']*'|`[^`]*`|[^\n]*)/gm;
  const values = new Set<string>();
  for (const [, name = "", raw = ""] of dotenv.matchAll(line)) {
    const quoted = /^(["'`])([\s\S]*)\1$/.exec(raw);
    const value = quoted ? (quoted[2] ?? "") : raw.replace(/[ \t]#.*$/, "").trim();
    for (const secret of secretsIn(name, value)) {
      values.add(secret);
      if (quoted?.[1] === '"') values.add(unescaped(secret));
    }
  }
  return [...values];
}

/** Most readers of .env files resolve \n and \" between double quotes. */
const unescaped = (value: string): string =>
  value.replace(/\\([\s\S])/g, (_, char: string) => ({ n: "\n", r: "\r", t: "\t" })[char] ?? char);

function secretsIn(name: string, value: string): string[] {
  if (isCommon(value) || /^\$\{?\w+\}?$/.test(value)) return [];
  const parts = findSecrets(value, [], 0).map(({ start, end }) => value.slice(start, end));
  const shown = [...parts, ...passwordOfUrl(value)].filter((part) => !isCommon(part));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return shown;
  if (isTelling(name)) return [value, ...shown];
  if (shown.length > 0) return shown;
  if (PUBLIC.test(name)) {
    const random = !isHex(value) && !isUuid(value) && /\d/.test(value) && looksRandom(value, 24);
    return random && !/(?:id|sha|hash|commit|version|digest|checksum|public\w*|ur[il]|host|path)$/i.test(name)
      ? [value]
      : [];
  }
  return isOrdinary(value) ? [] : [value];
}

/** Too short to mean anything, a word of every program, or a number such as a port. */
function isCommon(value: string): boolean {
  return value.length < SHORTEST || COMMON.has(value.toLowerCase());
}

/** Words, numbers, paths, addresses and lists of them. */
function isOrdinary(value: string): boolean {
  if (/^[\d.,:_-]+$/.test(value) || /^[./~]/.test(value)) return true;
  return /^[A-Za-z][A-Za-z ,._/@-]*$/.test(value) && !looksRandom(value);
}

function passwordOfUrl(value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#:@\s]*:([\s\S]+)@[^@]*$/i.exec(value)?.[1];
  return password ? [password] : [];
}

const spelled = new WeakMap<readonly string[], string[]>();

/** The known values long enough to be told from ordinary text, in every spelling, longest first. */
export function spellings(known: readonly string[]): string[] {
  const before = spelled.get(known);
  if (before) return before;
  const values = new Set<string>();
  for (const value of known) {
    const plain = value.trim();
    if (plain.length >= SHORTEST) for (const spelling of spellingsOf(plain)) values.add(spelling);
  }
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  spelled.set(known, longestFirst);
  return longestFirst;
}

/** As it is, in JSON, in JSON within JSON, in URLs, in base64. */
function spellingsOf(plain: string): string[] {
  const json = JSON.stringify(plain).slice(1, -1);
  const url = encodeURIComponent(plain.toWellFormed());
  const strictUrl = url.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  // What follows in the text decides about the last character.
  const base64 = Buffer.from(plain).toString("base64").replace(/.=+$/, "");
  const spellings = [plain, json, JSON.stringify(json).slice(1, -1), url, strictUrl];
  return base64.length >= 10 ? [...spellings, base64] : spellings;
}
