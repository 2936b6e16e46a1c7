// Numbers in words as digits, so that "three times" and "3 times" are the same value. Pure.

import { allWords, listed } from "./languages/all.ts";
import type { LanguageWords } from "./languages/language.ts";

const isCounted = ({ counted }: LanguageWords) => counted !== "";
const numbersOf = (languages: readonly LanguageWords[]) =>
  new Map(
    languages.flatMap(({ numbers }) =>
      Object.entries(numbers).flatMap(([number, words]) =>
        listed(words).map((word): [string, number] => [word, Number(number)]),
      ),
    ),
  );
const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length).join("|");

const repeated = new Map(allWords.flatMap(({ repeated: { words } }) => Object.entries(words)));
const REPEATED = new RegExp(`\\b(?:${longestFirst(repeated.keys())})\\b`, "gi");
const endings = longestFirst(allWords.map(({ repeated: { ending } }) => ending).filter(Boolean));

const worded = numbersOf(allWords.filter((words) => !isCounted(words)));
const inWords = longestFirst(worded.keys());
/** "twenty-five", "three", "dreimal". */
const WORDED = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:(${inWords})[- ](?=(?:${inWords})(?![\\p{L}\\p{N}_])))?(${inWords})(${endings})?(?![\\p{L}\\p{N}_])`,
  "giu",
);
/** Characters for numbers count only before what is counted. */
const dense = numbersOf(allWords.filter(isCounted));
const counted = longestFirst(allWords.filter(isCounted).map((words) => words.counted));
const DENSE = new RegExp(`(?:${longestFirst(dense.keys())})(?=\\s?(?:${counted}))`, "gu");

export function withDigits(text: string): string {
  return text
    .replace(REPEATED, (word) => repeated.get(word.toLowerCase()) ?? word)
    .replace(WORDED, (_, tens: string | undefined, word: string, ending: string | undefined) => {
      const sum = numberIn(tens) + numberIn(word);
      return ending === undefined ? String(sum) : `${sum} ${ending.toLowerCase()}`;
    })
    .replace(DENSE, (word) => String(dense.get(word)));
}

function numberIn(word: string | undefined): number {
  return word === undefined ? 0 : (worded.get(word.toLowerCase()) ?? 0);
}
