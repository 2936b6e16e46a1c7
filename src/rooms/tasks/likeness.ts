// Whether an entry says again what another one has said. Pure.

import { sharedWords, wordsOf } from "../../../libs/language/index.ts";

const tooMuch = 0.7;
/** Short entries share most of their words by chance ("tests pass again"): only the same text counts. */
const fewWords = 5;

export function isRepeated(text: string, before: string): boolean {
  if (text.trim() === before.trim()) return true;
  if (Math.min(wordsOf(text).length, wordsOf(before).length) < fewWords) return false;
  return sharedWords(text, before) > tooMuch;
}
