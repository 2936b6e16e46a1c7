// The language of a sentence: by its script, else by its frequent words. English if nothing else is likely. Pure.

import type { LanguageCues } from "./cues.ts";
import { german } from "./languages/de.ts";
import { english } from "./languages/en.ts";
import { spanish } from "./languages/es.ts";
import { french } from "./languages/fr.ts";
import { japanese } from "./languages/ja.ts";
import { korean } from "./languages/ko.ts";
import { portuguese } from "./languages/pt.ts";
import { russian } from "./languages/ru.ts";
import { chinese } from "./languages/zh.ts";

export const languages = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  ru: russian,
  ja: japanese,
  zh: chinese,
  ko: korean,
} as const satisfies Record<string, LanguageCues>;

export type Language = keyof typeof languages;

const SCRIPTS: readonly (readonly [Language, RegExp])[] = [
  ["ja", /[\u3040-\u30ff]/],
  ["ko", /[\uac00-\ud7af]/],
  ["zh", /[\u4e00-\u9fff]/],
  ["ru", /[\u0400-\u04ff]{2}/],
];
const LATIN = ["en", "de", "fr", "es", "pt"] as const;
const WORD = /[\p{L}']+/gu;
const mostWords = 60;
/** Letters and forms that only one of them has. */
const MARKS: Partial<Record<Language, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[èêœ]|(?<![\p{L}])(?:l|d|qu|n|c|j|s)'\p{L}/iu,
  es: /[ñ¿¡]|ción(?![\p{L}])/iu,
  pt: /[ãõ]|ção(?![\p{L}])|ções/iu,
};
const frequent = new Map(LATIN.map((language) => [language, new Set<string>(languages[language].words)]));

export function languageOf(text: string): Language {
  const script = SCRIPTS.find(([, letters]) => letters.test(text));
  if (script) return script[0];
  const found = (text.slice(0, 2_000).toLowerCase().match(WORD) ?? []).slice(0, mostWords);
  let best: Language = "en";
  let most = 0;
  for (const language of LATIN) {
    const count =
      found.filter((word) => frequent.get(language)?.has(word)).length +
      (MARKS[language]?.test(text) ? 1 : 0);
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}
