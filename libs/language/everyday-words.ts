// Words that say nothing about the subject of a prompt: function words, acknowledgements, and what everybody asks of an
// agent ("commit", "run the tests"). Two prompts that share only these are about different things.

import { allWords } from "./languages/all.ts";
import type { LanguageWords } from "./languages/language.ts";
import { termsOf } from "./terms.ts";

/** Programming languages and endings of files: every other path contains one. */
const fileKinds = `
  php java js ts jsx tsx py python rb ruby rs rust go golang cs cpp kt kotlin swift sql html css scss json yaml yml toml
  xml md markdown txt sh javascript typescript vue`;

const termsOfAll = (pick: (words: LanguageWords["everyday"]) => string) =>
  allWords.flatMap(({ everyday }) => termsOf(pick(everyday)));

const empty = new Set(termsOfAll(({ functions, polite }) => `${functions} ${polite}`));
const work = new Set([...termsOfAll(({ work, talk }) => `${work} ${talk}`), ...termsOf(fileKinds)]);

/** Never a part of a subject. */
export function isEmptyWord(term: string): boolean {
  return empty.has(term) || term.length < 2;
}

/** Part of a subject only together with another word: "parallel tests". */
export function isWorkWord(term: string): boolean {
  return work.has(term);
}
