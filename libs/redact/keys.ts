// Finds secrets by the name in front of them: DB_PASSWORD=…, "apiKey": "…", --token …, <password>…</password>,
// Authorization and Cookie headers, in any dress an agent's transcript has them (shell, YAML, JSON within JSON,
// code). For redact.ts.
import { nextAnchor } from "./anchors.ts";
import type { Cue } from "./cues.ts";
import { decodeBase64 } from "./encoded.ts";
import { groupsEnd, seedEnd } from "./groups.ts";
import { type Meaning, meaningOf } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";
import { closingQuote } from "./quotes.ts";
import type { Span } from "./shapes.ts";
import { leavesNoDoubt } from "./surroundings.ts";
import { findInTable } from "./tables.ts";
import { type Form, isSecretValue, looksRandom, type Sort } from "./values.ts";
import { wrappedEnd } from "./wrapped.ts";

/** Which characters can follow a name that has a value; anything else is passed over at once. */
const FOLLOWS = new Set(" \t=:\"'`\\][>%,(|?);<*\n".split("").map((char) => char.charCodeAt(0)));

const SEPARATOR =
  /(?:\\{0,8}["'`])?(?:[\])]|\[\d{0,4}\])?\*{0,2}[ \t]{0,24}(?:=>|:=|={1,3}|!==?|\|\|=?|\?\?=?|:(?:[ \t]{0,4}&?[A-Za-z_][\w<>|.]{0,24}[ \t]{0,4}=(?!=))?|%3[aAdD])\*{0,2}[ \t]{0,24}/y;
const PAIRED_VALUE =
  /(?:\\{0,8}["'])?(?:[,;]|\\{1,8}n)?\s{0,40}\\{0,8}["']?(?:value|val|--body|--value|-b)\\{0,8}["']?[ \t]{0,4}[:= ][ \t]{0,4}|<\/key>\s{0,40}<string>|["'][ \t]{0,4}\{[^{}]{0,200}?\bdefault\s{0,16}=\s{0,4}(?=["'])/iy;
/** "db_password": { "sensitive": true, "value": "…" } */
const OBJECT_VALUE =
  /\\{0,8}["']?\s{0,4}[:=]\s{0,4}\[?\s{0,16}\{[^{}]{0,200}?\\{0,8}["']value\\{0,8}["']\s{0,4}:\s{0,4}(?=\\{0,8}["'])/iy;
/** password: Some("…"), SecretStr("…") */
const WRAPPER =
  /(?:Some|Ok|Just|String::from|(?:new )?Sec(?:ret|ure)(?:Str|String)?|Secret::new|Buffer\.from|bytes|new TextEncoder\(\)\.encode|\[\]byte|base64\.b64decode)\((?=\\{0,8}["'])/y;
const ARGUMENT = /\\{0,8}["'`]?[ \t]?[(,](?:[ \t]{0,24}|\s{0,4})(?=\\{0,8}["'`])/y;
const BLANK = /[ \t]{1,16}(?:\|[ \t]{1,8}|(?:is|was|to|set to)[ \t:]{1,4}|\((?=[\w.-]{20,200}\)))?/y;
/** "Password for jo: ", "Secret Access Key [None]: ", "passphrase for key '/a/b': " */
const PROMPT =
  /[ \t](?:\[[^\]\n]{0,60}\]|\([^)\n]{1,60}\)|(?:is generated )?(?:for|of) (?:[\w ]{0,40}'[^'\n]{1,200}'|[^\n:']{1,100})):[ \t]{1,4}(?=\S{6,200}[ \t\r]*(?:\n|\\n|$))/y;
const BLOCK =
  /[|>][-+\d]{0,2}[ \t]{0,8}(?:#[^\n]{0,80})?(?:\r?\n|\\{1,4}n)(?:[ \t]{0,8}\d{1,6}(?:→|\t))?[ \t]{1,80}/y;
const BLOCK_LINE = /([^\s\\]{6,4096})(?=[ \t\r]*(?:\n|\\{1,4}n|$|["']))/y;
const QUOTE = /(?:[rbfuNRBFU@]|u8)?(\\{0,8})(["'`])/y;
const ENV_VALUE = /[^\s"'`\\]{1,8192}/y;
const BARE_VALUE = /[^\s"'`\\<>=;,|(){}[\]]{1,64}/y;
const WRAPPED_WIDTH = 60;
const MORE_BARE = /[A-Za-z0-9+/_=.-]*/y;

/** Values behind names of secrets. */
export function findKeyed(text: string, cues: readonly Cue[], found: Span[]): void {
  for (const { group, at } of cues) if (group === "random-name") findRandom(text, at, found);
  let tableRead = 0;
  for (let [from, to] = nextAnchor(text, 0); from >= 0; ) {
    const [start, end] = nameAround(text, from, to);
    let next = end;
    if (isMarker(text, start)) next = Math.max(end, skip(MARKER_REST, text, end));
    else if (FOLLOWS.has(text.charCodeAt(end))) {
      if (start >= tableRead && isCell(text, start, end)) tableRead = findInTable(text, start, found);
      const span = spanBehind(text, start, end, found);
      if (span?.kind) found.push(span);
      next = Math.max(end, span?.end ?? end);
    }
    [from, to] = nextAnchor(text, next);
  }
}

/** What stands behind a name; one with an empty kind only says how far the text has been read. */
function spanBehind(text: string, start: number, end: number, found: Span[]): Span | undefined {
  const name = text.slice(start, end);
  const meaning = meaningOf(name);
  const { role } = meaning;
  if (role === "bearer" || role === "basic") return schemeSpan(text, role, end);
  return role === "cookie" ? cookieSpans(text, end, found) : valueSpan(text, start, end, name, meaning);
}

/** SLACK_SIGNING=…, seed: …, recovery phrase: … */
function findRandom(text: string, at: number, found: Span[]): void {
  const [start, end] = nameAround(text, at, at + 1);
  const name = text.slice(start, end);
  const span = valueSpan(text, start, end, name, meaningOf(name));
  if (span) found.push(span);
}

/** The whole name around an anchor, at most some 60 characters either way. */
function nameAround(text: string, from: number, to: number): [number, number] {
  let start = from;
  let end = to;
  while (start > 0 && from - start < 60 && isNamePart(text.charCodeAt(start - 1), true)) start--;
  while (end < text.length && end - to < 60 && isNamePart(text.charCodeAt(end), false)) end++;
  // The letter of an escape such as "\n" is no part of the name.
  if (start < from && text.charCodeAt(start - 1) === 92) start++;
  return [start, end];
}

function isNamePart(code: number, dots: boolean): boolean {
  if (code >= 97 && code <= 122) return true;
  if (code >= 65 && code <= 90) return true;
  return (code >= 48 && code <= 57) || code === 95 || code === 45 || (dots && code === 46);
}

/** Whether a name stands in a cell of a table. */
const isCell = (text: string, start: number, end: number): boolean =>
  text.charCodeAt(end) !== 58 &&
  text.charCodeAt(end) !== 61 &&
  /^ {0,8}(?:[,;\t|\r\n"]|$)/.test(text.slice(end, end + 9)) &&
  (start === 0 || /[\s,;"|]/.test(text.charAt(start - 1)));

const MARKER_REST = /:[a-z0-9-]{1,40}\]/y;

/** "[secret:…]" left by an earlier run. */
const isMarker = (text: string, start: number): boolean =>
  text.charCodeAt(start - 1) === 91 && text.startsWith("secret:", start);

/** A name of a secret in a text. */
type SecretName = { start: number; end: number; name: string; sort: Sort; kind: string; env: boolean };

function valueSpan(
  text: string,
  start: number,
  end: number,
  name: string,
  meaning: Meaning,
): Span | undefined {
  const { role, kind, env } = meaning;
  const sort = role === "key" ? sortOfPlainKey(text, start) : meaning.sort;
  if (!sort) return undefined;
  const named = { start, end, name, sort, kind, env };
  if (text.charCodeAt(end) === 62) return elementSpan(text, named);
  if (text.charCodeAt(end) === 40) {
    const bytes = groupSpan(text, named, end + 1);
    if (bytes) return bytes;
  }
  const place = placeOfValue(text, named);
  if (!place) return undefined;
  const at = role === "authorization" ? afterScheme(text, place.at) : place.at;
  const grouped = groupSpan(text, named, at);
  if (grouped) return grouped;
  if (!place.loose && /[|>]/.test(text.charAt(at))) return blockSpan(text, named, at);

  QUOTE.lastIndex = at;
  const quote = QUOTE.exec(text);
  if (!quote) return bareSpan(text, named, at, place);
  const from = QUOTE.lastIndex;
  const to = closingQuote(text, from, quote[2] ?? "", (quote[1] ?? "").length);
  if (isDirective(text, named) && isWholePassword(text.slice(from, to)))
    return { start: from, end: to, kind };
  const form = isSqlPassword(text, named, from)
    ? "env"
    : isGivenPassword(text, named, at, to)
      ? "quoted"
      : place.loose && !(env && name.includes("_")) && !isStatement(text, named, at, to)
        ? "loose"
        : env && text.charCodeAt(end) === 61
          ? "env"
          : "quoted";
  return judged(text, from, to, named, form);
}

function groupSpan(text: string, { name }: SecretName, at: number): Span | undefined {
  const start = /["'`]/.test(text.charAt(at)) ? at + 1 : at;
  const end = groupsEnd(text, start);
  if (end > 0) return { start, end, kind: "secret" };
  const seed = /(?:mnemonic|phrase|seed)$/i.test(name) ? seedEnd(text, start) : -1;
  return seed > 0 ? { start, end: seed, kind: "seed-phrase" } : undefined;
}

/** What a call of this name does is no gift of a password: getPassword("db-1"), hashPassword("…"). */
const ASKS =
  /^(?:get|read|find|fetch|load|has|is|check|validate|verify|hash|label|prompt|ask|show|hide|forgot|reset)|\.(?:get|read|find|has)_?[a-z]*$/i;
/** .fill("#password", "…"), getByLabel("Password").fill("…"), cy.get("[name=password]").type("…") */
const FILLED =
  /["'`\])]{1,4}\.(?:fill|type|sendKeys|send_keys|setValue|pressSequentially|enterText|clearAndType)\(|["'`\]]{1,2},\s?(?=["'`])/y;
const FILLS =
  /(?:fill|type|sendKeys|send_keys|setValue|pressSequentially|enterText|fill_in|fillField)\(\s?["'`][^"'`\n]{0,40}$/;
/** setProperty("password", "…"), params.put("db.password", "…"), with_env("DB_PASSWORD", "…") */
const SETS =
  /\b(?:set|put|add|append|with|insert|store|define|option|property|attr|param|env|field|header|config)\w{0,24}\(\s?["'`]$/i;

/** Password("…"), setPassword("…"), page.fill("#password", "…"): the only argument, or what is typed into a field. */
function isGivenPassword(
  text: string,
  { start, end, name, sort }: SecretName,
  at: number,
  to: number,
): boolean {
  if (sort !== "password") return false;
  if (text.charCodeAt(end) === 40)
    return (
      at === end + 1 &&
      !ASKS.test(name) &&
      /^\\{0,8}["'`](?:\.\w{1,20}\(\))?\s?\)/.test(text.slice(to, to + 32))
    );
  const filled = skip(FILLED, text, end);
  if (filled !== at) return false;
  const before = text.slice(Math.max(0, start - 60), start);
  if (text.charAt(at - 1) === "(" || FILLS.test(before)) return true;
  return SETS.test(before) && /^\\{0,8}["'`]\s?\)/.test(text.slice(to, to + 12));
}

/** A whole line of a build script: storePassword "…" */
const isStatement = (text: string, { start, end, sort }: SecretName, at: number, to: number): boolean =>
  sort === "password" &&
  at - end === 1 &&
  isLineStart(text, start) &&
  /^\\{0,8}["'`][ \t\r;]{0,4}(?:\n|\\n|$)/.test(text.slice(to, to + 16));

/** "API key: …" and "?key=…"; any other plain `key` says nothing. */
function sortOfPlainKey(text: string, start: number): Sort | undefined {
  const before = text.slice(Math.max(0, start - 12), start);
  if (/[?&]$/.test(before)) return "key";
  return /\b(?:api|access|secret|private|encryption|signing|master|account|auth|admin|set-?up|recovery|entry|app|aes|hmac|2fa) $/i.test(
    before,
  )
    ? "secret"
    : undefined;
}

/** Where a value starts; `loose` when little but a blank or a comma connects it with its name. */
type Place = { at: number; loose: boolean; prompted: boolean };

function placeOfValue(text: string, { start, end, sort }: SecretName): Place | undefined {
  let at = skip(OBJECT_VALUE, text, end);
  if (at < 0) at = skip(SEPARATOR, text, end);
  if (at < 0) at = skip(PAIRED_VALUE, text, end);
  if (at >= 0) return { at: Math.max(at, skip(WRAPPER, text, at)), loose: false, prompted: false };
  if (sort !== "key") {
    at = skip(PROMPT, text, end);
    if (at >= 0) return { at, loose: false, prompted: true };
    at = skip(FILLED, text, end);
    if (at < 0) at = skip(ARGUMENT, text, end);
  }
  if (at < 0) at = skip(BLANK, text, end);
  return at < 0 ? undefined : { at, loose: !isFlag(text, start), prompted: false };
}

/** Settings that a blank separates from their value: redis.conf, slapd.conf, ENV of a Dockerfile, `set -x` of fish. */
const isDirective = (text: string, { start, end, name, env }: SecretName): boolean =>
  text.charCodeAt(end) === 32 &&
  (/^(?:requirepass|masterauth|bindpw|rootpw)$/.test(name)
    ? isLineStart(text, start) || /\bconfig set $/i.test(text.slice(Math.max(0, start - 12), start))
    : env && /(?:\bENV|\bset -[gxUl]{1,4}) $/.test(text.slice(Math.max(0, start - 10), start)));

/** A quoted value of a setting of its own, with blanks in it as well. */
const isWholePassword = (value: string): boolean =>
  value.length >= 4 && value.length <= 256 && !isPlaceholder(value);

/** A block of YAML: `password: |` and the value in the next line, indented. */
function blockSpan(text: string, named: SecretName, at: number): Span | undefined {
  const from = skip(BLOCK, text, at);
  const to = from < 0 ? -1 : skip(BLOCK_LINE, text, from);
  return to < 0 ? undefined : judged(text, from, to, named, named.sort === "password" ? "env" : "line");
}

/** ALTER USER … PASSWORD '…', SET PASSWORD = '…' */
const isSqlPassword = (text: string, { start, sort }: SecretName, from: number): boolean =>
  sort === "password" &&
  text.charCodeAt(from - 1) === 39 &&
  /\b(?:create|alter|update|set)\s[^;\n]{0,100}$/i.test(text.slice(Math.max(0, start - 110), start));

/** <password>…</password> */
function elementSpan(text: string, named: SecretName): Span | undefined {
  if (!/[<:]/.test(text.charAt(named.start - 1))) return undefined;
  const from = named.end + 1;
  const length = text.slice(from, from + 4096).search(/[<\n]/);
  if (length <= 0) return undefined;
  // Jenkins puts braces around what it has encrypted.
  const braces = /^\{[A-Za-z0-9+/]{16,}={0,2}\}$/.test(text.slice(from, from + length)) ? 1 : 0;
  return judged(text, from + braces, from + length - braces, named, "quoted");
}

function bareSpan(text: string, named: SecretName, at: number, { loose, prompted }: Place): Span | undefined {
  const opensLine = prompted || isLineStart(text, named.start);
  const env = named.env && text.charCodeAt(named.end) === 61 && at === named.end + 1;
  let to = skip(env && opensLine ? ENV_VALUE : BARE_VALUE, text, at);
  if (to < 0) return undefined;
  if (to - at >= 64) to = Math.max(to, skip(MORE_BARE, text, to));
  // "=" pads base64, or belongs to the next parameter of a URL.
  const parameter = text.charCodeAt(to) === 61 ? text.slice(at, to).lastIndexOf("&") : 0;
  if (parameter > 0) to = at + parameter;
  else if (parameter < 0) to += text.charCodeAt(to + 1) === 61 ? 2 : 1;
  // https://token:…@host
  const host = text.startsWith("//", named.start - 2) ? text.slice(at, to).lastIndexOf("@") : -1;
  if (host > 0) to = at + host;
  const next = text.charAt(to);
  if (next === "(" || next === "[" || next === "{") return undefined;
  if (to - at < 6) return undefined;
  const trail = ".:;,)".includes(text.charAt(to - 1)) ? 1 : 0;
  const form = isDirective(text, named)
    ? "env"
    : loose
      ? "loose"
      : env
        ? "env"
        : opensLine && (next === "" || /[\s\\]/.test(next))
          ? "line"
          : "bare";
  const span = judged(text, at, to - trail, named, form);
  // A terminal wraps only what fills its line.
  if (!span || text.slice(Math.max(0, span.end - WRAPPED_WIDTH), span.end).includes("\n")) return span;
  return { ...span, end: wrappedEnd(text, at, span.end) };
}

function judged(text: string, start: number, end: number, named: SecretName, form: Form): Span | undefined {
  if (end <= start) return undefined;
  const value = text.slice(start, end);
  const { name, sort, kind } = named;
  if (isSecretValue(value, sort, form)) return { start, end, kind };
  if (SECRET_OF_APP.test(name) && form === "quoted" && isMadeUp(value)) return { start, end, kind };
  if (/auth$/i.test(name) && isBasic(value)) return { start, end, kind: "basic-auth" };
  if (/(?:mnemonic|phrase)$/i.test(name) && /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/.test(value))
    return { start, end, kind: "seed-phrase" };
  return sort === "password" && leavesNoDoubt(text, name, named.end, start, end)
    ? { start, end, kind }
    : undefined;
}

/** What signs cookies and sessions is often typed by hand: secret: "Summer2024". */
const SECRET_OF_APP = /(?:^|[^a-z])secret(?:_?key)?(?:_?base)?$|Secret(?:Key)?$/i;
const isMadeUp = (value: string): boolean =>
  isSecretValue(value, "password", "quoted") &&
  value.length >= 8 &&
  /\d/.test(value) &&
  /[A-Z]/.test(value) &&
  !/[./:]/.test(value) &&
  !/^[A-Z][A-Z0-9_]*$/.test(value);

const isFlag = (text: string, start: number): boolean =>
  text.charCodeAt(start) === 45 && (start === 0 || /[\s"'`=]/.test(text.charAt(start - 1)));

/** Whether only indentation, a list dash, `export` and the like stand before the name on its line. */
function isLineStart(text: string, start: number): boolean {
  let at = start - 1;
  const limit = start - 40;
  while (at > limit && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at--;
  if (at < 0) return true;
  const char = text.charAt(at);
  if ("\n\"'`".includes(char)) return true;
  if ("-+>$#".includes(char)) return at === 0 || /[\n \t"'`]/.test(text.charAt(at - 1));
  if (text.charAt(at - 1) === "\\" && /[nrt]/.test(char)) return true;
  if (at === start - 1) return false;
  return /(?:^|\W)(?:export|set|ENV|ARG|env|-e|--env|local|readonly|declare -x)$/.test(
    text.slice(Math.max(0, at - 10), at + 1),
  );
}

/** Skips the scheme of an Authorization header that is neither Bearer nor Basic: those are found by themselves. */
function afterScheme(text: string, at: number): number {
  const scheme =
    /^(["'`]?)(?:token|apikey|api-key|ssws|bot|key|digest|negotiate|oauth|splunk|genie ?key) {1,2}/i.exec(
      text.slice(at, at + 24),
    );
  return scheme ? at + scheme[0].length : at;
}

const SCHEME_VALUE = /[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,})/y;

/** Bearer … and Basic …, with or without the header's name in front. */
function schemeSpan(text: string, role: "bearer" | "basic", end: number): Span | undefined {
  SCHEME_VALUE.lastIndex = end;
  const value = SCHEME_VALUE.exec(text)?.[1];
  if (!value) return undefined;
  const span = { start: SCHEME_VALUE.lastIndex - value.length, end: SCHEME_VALUE.lastIndex };
  if (role === "basic") return isBasic(value) ? { ...span, kind: "basic-auth" } : undefined;
  const secret = value.length >= 16 && !isPlaceholder(value) && looksRandom(value);
  return secret ? { ...span, kind: "bearer-token" } : undefined;
}

/** base64 of user:password */
function isBasic(value: string): boolean {
  const decoded =
    value.length >= 8 && value.length <= 1024 && /^[A-Za-z0-9+/_=-]+$/.test(value)
      ? decodeBase64(value)
      : undefined;
  const colon = decoded?.indexOf(":") ?? -1;
  if (!decoded || colon < 0) return false;
  const password = decoded.slice(colon + 1);
  return password.length >= 4 && !isPlaceholder(password);
}

const COOKIES = /\\{0,8}["'`]?[\])]?[ \t]{0,8}[:= ][ \t]{0,8}\\{0,8}["'`]?([^\n"'`\\]{1,4096})/y;
const COOKIE = /([\w.%-]{1,64})=([^;\s,]{8,4096})/g;

/** The random values in a Cookie or Set-Cookie header; returns an empty-kind span to say how far it read. */
function cookieSpans(text: string, end: number, found: Span[]): Span | undefined {
  COOKIES.lastIndex = end;
  const header = COOKIES.exec(text)?.[1];
  if (!header) return undefined;
  const from = COOKIES.lastIndex - header.length;
  for (const pair of header.matchAll(COOKIE)) {
    const [whole, name = "", value = ""] = pair;
    if (
      isPlaceholder(value) ||
      !looksRandom(value, /sess|sid|auth|token|csrf|xsrf|jwt/i.test(name) ? 12 : 20)
    )
      continue;
    const start = from + pair.index + whole.length - value.length;
    found.push({ start, end: start + value.length, kind: "cookie" });
  }
  return { start: end, end: COOKIES.lastIndex, kind: "" };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
