// Normalises words: lower case, accents and vowel signs optional, endings removed. For terms.ts.
// English has a real stemmer; other languages get only the minimum that search needs.

import { stemmer } from "stemmer";
import { languages } from "./languages/all.ts";
import { arabicBeginning } from "./languages/others.ts";

const letters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Marks are optional in these scripts; in others they are part of the letter. */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  if (/^[a-z0-9_]*$/.test(small)) return small;
  return small
    .normalize("NFD")
    .replace(
      /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu,
      "$1",
    )
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll("\u0640", "");
}

/** English has a stemmer of its own. */
const russianEnding = new RegExp(`(?:${languages.ru.endings})$`, "u");
const minStemLength = 3;

export function stem(text: string): string {
  const plain = plainLetters(text);
  if (/^[a-z]+$/.test(plain)) return stemmer(plain);
  if (/^\p{Script=Cyrillic}/u.test(plain)) return without(plain, russianEnding);
  if (/^\p{Script=Arabic}/u.test(plain)) return without(plain, arabicBeginning);
  return plain;
}

function without(word: string, what: RegExp): string {
  const rest = word.replace(what, "");
  return rest.length >= minStemLength ? rest : word;
}
