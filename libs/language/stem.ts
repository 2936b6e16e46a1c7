// Normalises words: lower case, accents and vowel signs optional, endings removed. For analyse.ts.
// English has a real stemmer; other languages get only the minimum that search needs.

import { stemmer } from "stemmer";

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

const russianEnding =
  /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|иях|иям|ией|ии|ия|ие|ию|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ах|ях|ам|ям|ом|ем|а|я|о|е|ы|и|у|ю|ь|й)$/u;
const arabicBeginning = /^(?:وال|بال|كال|فال|لل|ال)/u;
const shortestStem = 3;

export function stem(text: string): string {
  const plain = plainLetters(text);
  if (/^[a-z]+$/.test(plain)) return stemmer(plain);
  if (/^\p{Script=Cyrillic}/u.test(plain)) return cut(plain, russianEnding);
  if (/^\p{Script=Arabic}/u.test(plain)) return cut(plain, arabicBeginning);
  return plain;
}

function cut(word: string, what: RegExp): string {
  const rest = word.replace(what, "");
  return rest.length >= shortestStem ? rest : word;
}
