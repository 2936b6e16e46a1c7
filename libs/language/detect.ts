// The language of a sentence: by its script, else by its frequent words. English if nothing else is likely. Pure.

import { type Language, languageNames, languages, listed } from "./languages/all.ts";

const byScript = languageNames.flatMap((language) => {
  const { letters } = languages[language];
  return letters === null ? [] : [{ language, letters }];
});
const byWords = languageNames.flatMap((language) => {
  const { frequent, marks } = languages[language];
  return frequent === "" ? [] : [{ language, marks, frequent: new Set(listed(frequent)) }];
});
const WORD = /[\p{L}']+/gu;
const maxWords = 60;

export function languageOf(text: string): Language {
  const script = byScript.find(({ letters }) => letters.test(text));
  if (script) return script.language;
  const found = (text.slice(0, 2_000).toLowerCase().match(WORD) ?? []).slice(0, maxWords);
  let best: Language = "en";
  let most = 0;
  for (const { language, marks, frequent } of byWords) {
    const count = found.filter((word) => frequent.has(word)).length + (marks?.test(text) ? 1 : 0);
    if (count <= most) continue;
    best = language;
    most = count;
  }
  return best;
}
