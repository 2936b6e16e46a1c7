// Whether a sentence makes sense alone, and whether it sets a limit: what a colleague repeats of a reply and of a prompt.
// Pure.

import { languageOf } from "./detect.ts";
import { isEmptyWord, isWorkWord } from "./everyday-words.ts";
import { fillerIn } from "./filler.ts";
import { anyOf, atStart, languages } from "./languages/all.ts";
import { termsOf } from "./terms.ts";

const back = atStart(({ replies }) => replies.refersBack);
/** Code, addresses, paths and files. */
const NAMES = /`[^`]*`|https?:\/\/\S+|(?:[\w@.~-]+\/)+[\w@.-]*|\b[\w-]+\.[a-z]{1,4}\b/g;
/** Table rows and asides. */
const ENTRY = /^\(|^[A-Z][.)] |\s[·→|]\s/;
const least = { terms: 2, words: 4 };

/** A whole sentence with a subject of its own: no back reference, no entry of a list, nothing that breaks off. */
export function standsAlone(sentence: string, leastTerms = least.terms): boolean {
  const text = sentence.replace(/^[\s"'*_>-]+/, "");
  if (/(?:…|\.\.\.|[:：,;(])["')\]*]*$/u.test(text) || back.test(text)) return false;
  const prose = text.replace(NAMES, " ");
  if (isSpaced(text) && (prose.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < least.words) return false;
  return aboutTerms(prose).length > 0 && aboutTerms(text).length >= leastTerms;
}

/** It needs the sentence before it: "It reads the rates once a day". */
export const refersBack = (sentence: string) => back.test(sentence.replace(/^[\s"'*_>-]+/, ""));

/** An entry of a list rather than a sentence. */
export function isEntry(text: string): boolean {
  return ENTRY.test(text);
}

function isSpaced(text: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** The words that say what a text is about: without small words, and without those of any work ("tests", "commit"). */
export function aboutTerms(text: string): string[] {
  return termsOf(text).filter((term) => !isEmptyWord(term) && !isWorkWord(term));
}

const limit = anyOf(({ prompts }) => prompts.limits);

/** "Do not update the server yet": the user says how something must be. */
export function setsLimit(sentence: string): boolean {
  return limit.test(sentence) && fillerIn(sentence) === null && standsAlone(sentence, 1);
}

/** A limit for all work to come, rather than a wish or a complaint about one case. */
export function demandsAlways(sentence: string): boolean {
  if (!setsLimit(sentence) || /[?？]\s*$/u.test(sentence)) return false;
  const { demands } = languages[languageOf(sentence)].prompts;
  return demands === null || (demands.test(sentence) && !tellsOneCase(sentence));
}

/** A condition or a complaint: about this moment. */
export function tellsOneCase(sentence: string): boolean {
  return languages[languageOf(sentence)].prompts.oneCase?.test(sentence) ?? false;
}
