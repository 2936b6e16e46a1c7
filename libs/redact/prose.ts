// Finds a password that somebody writes down in a sentence: "the password is hunter2", "Das Kennwort lautet …",
// "密码是…". For finders.ts. Such a password is weak, so what stands there must be no ordinary word: it has a digit or
// a sign in it, and is no name of a thing in code.
import { denseSecrets, isStateOfSecret, spacedSecrets } from "../language/index.ts";
import type { Cue } from "./cues.ts";
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./shapes.ts";
import { PASSED_ON } from "./surroundings.ts";
import { isHex, isUuid, looksRandom } from "./values.ts";

/** How much of a sentence is read after the name. */
const REACH = 160;
const MAX_WORDS = 9;
const MAX_LENGTH = 80;

function bothCases(name: string): string[] {
  return [name, name.charAt(0).toUpperCase() + name.slice(1)];
}

const isAscii = (char: string): boolean => char < "\x80";

/** Names that begin with a letter of ASCII are met on the walk over all words; the character after them is checked. */
export const SPOKEN: readonly { group: "spoken"; word: string; followedBy: RegExp }[] = spacedSecrets.names
  .filter((name) => isAscii(name.charAt(0)))
  .flatMap(bothCases)
  .map((name) => {
    const plain = /^[\x20-\x7e]+/.exec(name)?.[0] ?? name;
    return {
      group: "spoken",
      word: plain,
      followedBy: new RegExp(`${name.slice(plain.length)}(?:\\*{0,2}[ :]|[.,;!?)\\n]|$)`, "y"),
    };
  });

const OTHERS = new RegExp(
  [
    ...spacedSecrets.names.filter((name) => !isAscii(name.charAt(0))).flatMap(bothCases),
    ...denseSecrets.names,
  ].join("|"),
  "g",
);
const COPULA = new Set(spacedSecrets.is);
const IS = new Set([...spacedSecrets.is, ...spacedSecrets.to]);
const PLAIN_NAMES = new Set([...spacedSecrets.namesOfPlain, ...denseSecrets.names]);
const NAMES = new Set(spacedSecrets.names);
const DENSE = new RegExp(
  `^[^\\x00-\\x7f\\n]{0,12}?(?:${denseSecrets.is.join("|")}|[:：=])[ :：「『“"'\`]{0,3}([\\x21-\\x7e]{4,64})`,
);

export function findSpoken(text: string, cues: readonly Cue[], found: Span[]): void {
  let done = 0;
  for (const { group, at } of cues)
    if (group === "spoken" && at >= done) {
      readBefore(text, at, found);
      done = readSentence(text, at, found);
    }
  if (text.includes(" / "))
    for (const { 1: word = "", index, 0: whole } of text.matchAll(ACCOUNT))
      if (UNLIKE_A_WORD.test(word) || LEET.test(word))
        push(index + whole.length - word.length, word, "", true, found);
  OTHERS.lastIndex = 0;
  for (let name = OTHERS.exec(text); name; name = OTHERS.exec(text)) {
    const from = OTHERS.lastIndex;
    const value = DENSE.exec(text.slice(from, from + REACH));
    const given = DENSE_BEFORE.exec(text.slice(Math.max(0, name.index - REACH), name.index))?.[1];
    if (given && UNLIKE_A_WORD.test(given))
      push(text.lastIndexOf(given, name.index), given, name[0], false, found);
    if (!value) {
      readBefore(text, name.index, found);
      readSentence(text, name.index, found);
      continue;
    }
    const word = value[1] ?? "";
    const start = from + value[0].length - word.length;
    if (!push(start, word, name[0], true, found) && isPlainWord(name[0], word))
      found.push({ start, end: start + word.length, kind: "password" });
  }
}

const DENSE_BEFORE = new RegExp(`([\\x21-\\x7e]{6,64}) ?(?:${denseSecrets.as.join("|")}) ?$`, "u");
const BEFORE = new RegExp(
  `(?:^|\\s)(\\S{6,${MAX_LENGTH}}) (?:${spacedSecrets.as.join("|")})(?: [^\\s.!?;:]{1,20}){0,3} $`,
  "iu",
);

/** "use … as the admin password", "nimm … als Passwort" */
function readBefore(text: string, at: number, found: Span[]): void {
  const from = Math.max(0, at - REACH);
  const value = BEFORE.exec(text.slice(from, at));
  const word = value?.[1] ?? "";
  if (!value || !(UNLIKE_A_WORD.test(word) || (word.length >= 10 && LEET.test(word)))) return;
  push(from + value.index + value[0].indexOf(word), word, "", false, found);
}

/** "пароль администратора …": a value without a word in front of it that says so is near, and is no word of any sort. */
const MAX_APART = 3;
const UNLIKE_A_WORD =
  /^(?![ -~])\p{L}{4,30}\d{2,6}$|^(?![A-Za-z]+#\d+$)(?:(?=\S*\d)\S*[!#$%^&*?]|(?=\S*[A-Z])\S*\d+[A-Za-z]+\d)/u;
/** "log in with admin / …": accounts that exist everywhere. */
const ACCOUNT = /(?<![\w./-])(?:admin|administrator|root|superuser|sysadmin|postgres|sa) \/ (\S{6,80})/gi;
/** "with password hunter2" */
const WORD_AND_NUMBER = /^[a-z]{5,20}\d{1,4}[.,;!]?$/;
const LEET = /[a-z]\d[a-z]/;
const NAME = /[^\s:=*]+(?: de passe)?/y;
const WORD = /[^\s]+/g;

/** Goes along the words after the name: the value follows a name, or a word such as "is", or a colon. Gives how far it read. */
function readSentence(text: string, at: number, found: Span[]): number {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0] ?? "";
  const from = at + name.length;
  const rest = text.slice(from, from + REACH);
  const line = rest.slice(0, Math.max(0, `${rest}\n`.indexOf("\n")));
  let read = from;
  let before = "";
  let count = 0;
  let isGiven = /^\*{0,2}:/.test(line);
  /** password: "…" is a field of a form or of code. */
  const isField = /^[\s*]{0,3}[:=]/.test(line);
  for (const { 0: word, index } of line.matchAll(WORD)) {
    read = from + index + word.length;
    if (word.length > MAX_LENGTH) return read;
    if (OPENING_ALONE.test(word)) continue;
    if (count++ > MAX_WORDS) return read;
    const isName = IS.has(before.toLowerCase()) || isGiven;
    if (isName || count === 1 || NAMES.has(before.toLowerCase()) || before === "/") {
      const isSure = isName || before === "/" || (count === 1 && WORD_AND_NUMBER.test(word));
      if (push(from + index, word, name, isSure, found)) return read;
      const isPlain = COPULA.has(before.toLowerCase()) || (isGiven && !isField);
      if (isPlain && pushPlain(name, line, from, index, found)) return read;
    } else if (count <= MAX_APART && UNLIKE_A_WORD.test(word) && push(from + index, word, name, false, found))
      return read;
    if (word === "/" || (isName && /^[\w.@-]+$/.test(word) && line.startsWith(" / ", index + word.length))) {
      before = word === "/" ? "/" : word;
      isGiven = false;
      continue;
    }
    if (/[.!?;]$/.test(word)) return read;
    isGiven = /[:=]$/.test(word);
    before = word;
  }
  return read;
}

const PHRASE = /^(\p{Ll}{4,20}(?: \p{Ll}{4,20}){3,7})[.!]?\s*$/u;
const CLAUSE = /^[*_"'`«“„(]{0,3}(\p{L}[\p{L}-]{4,39}?)[*_"'`»”’)]{0,3}(?:[.,;!]|\s*$)/u;

/** "The password is swordfish.", "the passphrase is …": a plain word that ends its clause and does not say how a password is. */
function pushPlain(name: string, line: string, from: number, index: number, found: Span[]): boolean {
  if (!PLAIN_NAMES.has(name.toLowerCase())) return false;
  const rest = line.slice(index);
  const phrase = /phrase/i.test(name) ? PHRASE.exec(rest)?.[1] : undefined;
  const value = phrase ?? CLAUSE.exec(rest)?.[1] ?? "";
  if (phrase ? isAboutSecret(name, phrase) : !isPlainWord(name, value)) return false;
  const start = from + index + rest.indexOf(value);
  found.push({ start, end: start + value.length, kind: "password" });
  return true;
}

/** A phrase of random words may have one by chance. */
const isAboutSecret = (name: string, phrase: string): boolean =>
  phrase.split(" ").filter((word) => isStateOfSecret(name, word)).length > 1;

/** No name of something in code, and no word that says how a password is. */
function isPlainWord(name: string, value: string): boolean {
  if (!/^\p{L}[\p{L}-]{4,39}$/u.test(value) || /\p{Ll}\p{Lu}/u.test(value)) return false;
  if (value.split("-").some((part) => isStateOfSecret(name, part))) return false;
  return value !== value.toUpperCase() && !PASSED_ON.test(value) && !isPlaceholder(value);
}

const OPENING_ALONE = /^[«“„「『"'`]$/;
const OPENING = /^[*_"'`«“”„‘(]+/;
/** Words of technology with a digit, versions, codes of errors, names with a number. */
const TECHNICAL =
  /^(?:sha|md|hs|rs|es|ps|utf|base|oauth|argon|pbkdf|bcrypt|scrypt|http|ip|tls|ssl|v|ver|rfc|iso|ed|secp|aes|rsa|python|node|log|win|arm|amd|x|p)-?v?\d[\w.-]*$/i;
const NUMBERED = /^[A-Z]+[-_]?\d+$|^[A-Za-z]+[-_]\d$/;

function push(at: number, word: string, name: string, isNamed: boolean, found: Span[]): boolean {
  const start = at + (OPENING.exec(word)?.[0].length ?? 0);
  const value = word
    .slice(start - at)
    .replace(/["'`»”].*$/, "")
    .replace(/[*_’),;:.。、]+$/, "");
  const isPin = /^pin$|暗証番号/i.test(name) && isNamed && /^\d{4,8}$/.test(value);
  if (!isPin && !isSpoken(value, isNamed || start > at)) return false;
  found.push({ start, end: start + value.length, kind: "password" });
  return true;
}

/** Letters of another script with a number at the end. */
const FOREIGN = /^(?![ -~])\p{L}{4,30}[\d!#$%^&*]{1,6}$/u;

function isSpoken(value: string, isNamed: boolean): boolean {
  const core = value.replace(/[.!?]+$/, "");
  if (FOREIGN.test(core)) return isNamed || /\d$/.test(core);
  if (value.length < 6 || value.length > 64 || !/^[A-Za-z0-9][\x21-\x7e]*$/.test(core)) return false;
  if (/[()[\]{}<>=\\/,|`"']|[A-Za-z]\.[A-Za-z]|:\/\/|@\w+\.|&[a-z]+/.test(core) || isPlaceholder(core))
    return false;
  const digits = core.match(/\d/g)?.length ?? 0;
  if (digits > 0 && looksRandom(core) && !isHex(core) && !isUuid(core)) return true;
  if (
    digits === 0 ? !/[!#$%^*&]/.test(core) : !isNamed && digits < 2 && !/[!#$%^*&@?]|[a-z]\d[a-z]/i.test(core)
  )
    return false;
  return /^[A-Za-z]/.test(core) && !TECHNICAL.test(core) && !NUMBERED.test(core) && !PASSED_ON.test(core);
}
