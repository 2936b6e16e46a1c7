// A question in another language than the work's, in the words of the work: what the work does not know is replaced by its
// English words. Pure.

import { languageOf } from "./detect.ts";
import { type Language, languages } from "./languages/all.ts";
import { plainLetters } from "./stem.ts";
import { termsOf } from "./terms.ts";

interface Dictionary {
  meanings: ReadonlyMap<string, string>;
  /** Several words, or a script without spaces: what occurs anywhere in the text. */
  phrases: RegExp | null;
}

const dictionaries = new Map<Language, Dictionary | null>();

function dictionaryOf(language: Language): Dictionary | null {
  const known = dictionaries.get(language);
  if (known !== undefined) return known;
  const made = readDictionary(language);
  dictionaries.set(language, made);
  return made;
}

function readDictionary(language: Language): Dictionary | null {
  const { english, isSpaced } = languages[language];
  if (english === "") return null;
  const entries = english.split(";").flatMap((entry) => {
    const [beginnings = "", meaning = ""] = entry.split("=").map((part) => part.trim().replace(/\s+/g, " "));
    return beginnings.split(",").map((beginning) => [beginning.trim(), meaning] as const);
  });
  const phrases = entries
    .map(([beginning]) => beginning)
    .filter((beginning) => !isSpaced || beginning.includes(" "))
    .sort((a, b) => b.length - a.length);
  return {
    meanings: new Map(entries.map(([beginning, meaning]) => [plainLetters(beginning), meaning])),
    phrases: phrases.length > 0 ? new RegExp(phrases.join("|"), "giu") : null,
  };
}

const WORD = /[\p{L}\p{M}]+/gu;
/** What is left of a compound: "radius" of "Suchradius". */
const minRest = 4;

/** `isKnown`: whether the work has a term. */
export function inEnglish(text: string, isKnown: (term: string) => boolean): string {
  const language = languageOf(text);
  const dictionary = dictionaryOf(language);
  if (dictionary === null) return text;
  const { meanings, phrases } = dictionary;
  const isKnownText = (said: string) => termsOf(said).every(isKnown);
  const meaningOf = (meant: string) => {
    const used = meant.split(" ").filter((word) => termsOf(word).some(isKnown));
    return used.length > 0 ? used.join(" ") : meant;
  };
  const phrased =
    phrases === null
      ? text
      : text.replace(phrases, (found) => {
          const meaning = meanings.get(plainLetters(found));
          return meaning === undefined || isKnownText(found) ? found : ` ${meaningOf(meaning)} `;
        });
  if (!languages[language].isSpaced) return phrased;
  return phrased.replace(WORD, (word) => {
    if (isKnownText(word)) return word;
    const meant = meantBy(plainLetters(word), meanings, isKnownText);
    return meant.length === 0 ? word : meant.map(meaningOf).join(" ");
  });
}

/** The longest beginning that is known; of a compound also what follows. */
function meantBy(
  word: string,
  meanings: ReadonlyMap<string, string>,
  isKnownText: (said: string) => boolean,
): string[] {
  for (let length = word.length; length >= 2; length--) {
    const meaning = meanings.get(word.slice(0, length));
    if (meaning === undefined || (length < minRest && word.length - length > minRest)) continue;
    const rest = word.slice(length).replace(/^s(?=.{4})/, "");
    if (rest.length < minRest) return [meaning];
    if (isKnownText(rest)) return [meaning, rest];
    return [meaning, ...meantBy(rest, meanings, isKnownText)];
  }
  return [];
}
