// How people write down a password in a sentence: what it is called, and the words between the name and the value, and between a value and the name behind it. For
// libs/redact, which looks at what follows.

import { allWords } from "./languages/all.ts";
import { otherSecrets } from "./languages/others.ts";

export interface SecretWords {
  names: readonly string[];
  is: readonly string[];
  /** Between a value and the name that follows it. */
  as: readonly string[];
}

/** Of the languages that separate words by spaces. */
export const spacedSecrets: SecretWords = merged([
  ...allWords.filter(({ isSpaced }) => isSpaced).map(({ secrets }) => secrets),
  otherSecrets,
]);

/** Of the others: a value may follow without a space. */
export const denseSecrets: SecretWords = merged(
  allWords.filter(({ isSpaced }) => !isSpaced).map(({ secrets }) => secrets),
);

function merged(all: readonly { password: string; is: string; as: string }[]): SecretWords {
  const split = (words: readonly string[]) => [...new Set(words.flatMap((one) => one.split("|")))];
  return {
    names: split(all.map(({ password }) => password)),
    is: split(all.map(({ is }) => is)),
    as: split(all.map(({ as }) => as)),
  };
}
