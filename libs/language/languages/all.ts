// The languages that tellback knows, and patterns over all of them. A new language is its file and one line here.

import { compiled, inWord, wordEnd } from "../patterns.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";
import { japanese } from "./ja.ts";
import { korean } from "./ko.ts";
import type { LanguageWords } from "./language.ts";
import { portuguese } from "./pt.ts";
import { russian } from "./ru.ts";
import { chinese } from "./zh.ts";

/** Japanese before Chinese: both use Chinese characters. */
export const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ja: japanese,
  ko: korean,
  zh: chinese,
  ru: russian,
} as const satisfies Record<string, LanguageWords>;

export type Language = keyof typeof languages;

export const allWords: readonly LanguageWords[] = Object.values(languages);
export const languageNames = Object.keys(languages) as Language[];

/** The alternatives of all languages as one, for a larger pattern. */
export function alternatives(pick: (words: LanguageWords) => string): string {
  return partsOf(allWords, pick);
}

/** Matches the words of any language, anywhere in a text. */
export function anyOf(pick: (words: LanguageWords) => string): RegExp {
  return compiled(whole(pick));
}

/** The same at the beginning; `rest` is what must follow. */
export function atStart(pick: (words: LanguageWords) => string, rest = ""): RegExp {
  return compiled(`^(?:${whole(pick)})${rest}`);
}

function whole(pick: (words: LanguageWords) => string): string {
  const spaced = partsOf(
    allWords.filter(({ isSpaced }) => isSpaced),
    pick,
  );
  const dense = partsOf(
    allWords.filter(({ isSpaced }) => !isSpaced),
    pick,
  );
  return [`(?<!${inWord})(?:${spaced})${wordEnd}`, dense].filter((part) => part !== "").join("|");
}

function partsOf(all: readonly LanguageWords[], pick: (words: LanguageWords) => string): string {
  const parts = all.map(pick).filter((part) => part !== "");
  return [...new Set(parts)].join("|");
}

/** The words of a list. */
export function listed(words: string): string[] {
  return words.split(/\s+/).filter((word) => word !== "");
}
