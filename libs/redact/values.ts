// Judges one value on its own: does it look random, would it be a password? For the finders of the redactor
// (shapes.ts, keys.ts). Pure, and linear in the length of the value.
import { isPlaceholder } from "./placeholder.ts";

/** The 200 commonest pairs of letters make up 93 % of the words in sources and docs, and 30 % of random letters. */
const COMMON_PAIRS =
  "a:bcdgilmnprstuvy b:aeilou c:aehiklortu d:aeiosu e:acdefglmnpqrstvx f:aefioru g:ehiu h:aeiot " +
  "i:abcdefglmnoprstvz j:e k:e l:adeilostuy m:abeiop n:acdefgilnostu o:bcdilmnoprstuvw p:aeiloprtu " +
  "q:u r:acdefgimnorstuy s:acehiopstuy t:acehiorstuy u:aceilmnprst v:aei w:ahi x:pt y:p z:e";
const COMMON = new Uint8Array(26 * 26);
for (const group of COMMON_PAIRS.split(" "))
  for (const second of group.slice(2))
    COMMON[(group.charCodeAt(0) - 97) * 26 + second.charCodeAt(0) - 97] = 1;

type Traits = {
  letters: number;
  digits: number;
  symbols: number;
  /** Which sorts of character occur: 1 lower case, 2 upper case, 4 digits. */
  sorts: number;
  /** Runs of one sort; a capital and the small letters after it are one run. */
  pieces: number;
  /** Neighbouring letters, and how many of these pairs are common in words. */
  pairs: number;
  common: number;
};

function traitsOf(value: string): Traits {
  const traits = { letters: 0, digits: 0, symbols: 0, sorts: 0, pieces: 0, pairs: 0, common: 0 };
  let last = 0;
  let letter = -1;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    const sort =
      code >= 97 && code <= 122 ? 1 : code >= 65 && code <= 90 ? 2 : code >= 48 && code <= 57 ? 4 : 0;
    if (sort === 0) {
      if (code !== 95 && (code < 45 || code > 58)) traits.symbols++;
      letter = -1;
      continue;
    }
    const now = sort === 4 ? -1 : (code | 32) - 97;
    if (now < 0) traits.digits++;
    else {
      traits.letters++;
      if (letter >= 0 && !(last === 1 && sort === 2)) {
        traits.pairs++;
        traits.common += COMMON[letter * 26 + now] ?? 0;
      }
    }
    if (sort !== last && !(last === 2 && sort === 1)) traits.pieces++;
    traits.sorts |= sort;
    letter = now;
    last = sort;
  }
  return traits;
}

/**
 * Random text changes its sort of character every two or three places, where words, also in camelCase and with a
 * number, do so every five; or else its letters do not follow each other as in words: less than the share `familiar` of
 * their pairs is common. Separators do not count.
 */
export function looksRandom(value: string, least = 12, familiar = 0.6): boolean {
  return isRandom(traitsOf(value), value, least, familiar);
}

function isRandom(traits: Traits, value: string, least = 12, familiar = 0.6): boolean {
  const { sorts, pieces, pairs, common } = traits;
  const length = traits.letters + traits.digits;
  if (length < least || sorts === 4) return false;
  if (sorts > 2 && length < pieces * (sorts === 6 ? 4.6 : 3.5)) return true;
  if (pairs >= 8 && common < pairs * familiar) return true;
  return length >= 20 && sorts > 4 && isHex(value.replaceAll("-", ""));
}

/** Whether a name or an id has a run of random letters and digits in it that no host gives: `least` is how long it is. */
export function hasRandomRun(text: string, least: number): boolean {
  return text
    .split(/[^A-Za-z0-9]+/)
    .some(
      (run) =>
        run.length >= least && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && looksRandom(run),
    );
}

export const isHex = (value: string): boolean => /^(?:0x)?[0-9a-f]+$/i.test(value);
export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);

/**
 * How much a name in front of a value says: a `password` may be weak, a `key` must be obvious by itself, and behind a
 * name of something `random` (a seed, a signing) all that looks random is a secret, hex as well.
 */
export type Sort = "password" | "secret" | "key" | "random";
/** How the value stands in the text: an .env line, a quoted literal, a line of YAML or INI, in code, after a blank. */
export type Form = "env" | "quoted" | "line" | "bare" | "loose";

/** Would this value, in this place, be a secret? The cheap questions come first: most values are ordinary. */
export function isSecretValue(value: string, sort: Sort, form: Form): boolean {
  if (value.length < 6 || !isStrongEnough(value, sort, form) || isPlaceholder(value)) return false;
  if (/\s/.test(value)) return sort === "password" && form === "env" && /\d/.test(value);
  if (/^[\w-]+:\/\//.test(value) || isPath(value)) return false;
  if (sort === "random") return !isSymbolic(value) && !/^[A-Z0-9]+(?:[-_][A-Z0-9]+)+$/.test(value);
  if (sort === "key") return form === "env" || !(isHex(value) || isUuid(value) || isSymbolic(value));
  return form === "env" || looksRandom(value) || !isSymbolic(value);
}

function isStrongEnough(value: string, sort: Sort, form: Form): boolean {
  const length = value.length;
  const traits = traitsOf(value);
  const { letters, digits, symbols } = traits;
  if (sort === "key") return length >= 20 && digits > 0 && isRandom(traits, value, 18);
  if (sort === "random") return length >= 16 && digits > 0 && isRandom(traits, value, 16) && !isUuid(value);
  if (form === "loose") return length >= (digits > 0 ? 16 : 32) && isRandom(traits, value);
  if (sort === "password") {
    if (form === "env") return letters > 0 || digits >= 6;
    if (letters === 0) return false;
    if (form === "quoted" || form === "line")
      return digits > 0 || (symbols > 0 && /[!@#$%^&*?]/.test(value)) || isRandom(traits, value);
    return length >= 8 && (digits >= 2 || (digits > 0 && symbols > 0) || isRandom(traits, value));
  }
  if (form === "env") return length >= 8 && letters > 0 && (digits > 0 || isRandom(traits, value));
  if (form === "quoted")
    return (
      (length >= 12 && isRandom(traits, value)) ||
      (length >= 8 && digits > 0 && letters > 0 && /[!@#$%^&*?]/.test(value) && !/\s/.test(value))
    );
  // Unquoted and without a digit it is most likely an identifier.
  if (digits === 0) return length >= 16 && isRandom(traits, value, 12, 0.5) && !value.includes(".");
  return length >= 16 && isRandom(traits, value);
}

/** Dotted or slashed names, selectors, calls: code or a path and no literal. */
function isSymbolic(value: string): boolean {
  if (/[(){}[\]<>]|=>/.test(value)) return true;
  return /^[A-Za-z_$][\w$]*(?:(?:\?\.|[./:]|::|->)[A-Za-z_$][\w$-]*)+$/.test(value) && !/\d{2}/.test(value);
}

/** A path or a selector; base64 may start with a slash as well. */
function isPath(value: string): boolean {
  if (!/^[/.#\\]/.test(value)) return false;
  return !(value.length >= 32 && /^[A-Za-z0-9+/]+={0,2}$/.test(value) && looksRandom(value));
}
