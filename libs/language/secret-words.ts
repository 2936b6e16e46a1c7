// How people write down a password in a sentence: what it is called, and the words between the name and the value, and between a value and the name behind it. For
// libs/redact, which looks at what follows.

import { allWords } from "./languages/all.ts";
import { otherSecrets } from "./languages/others.ts";

export interface SecretWords {
  names: readonly string[];
  is: readonly string[];
  /** The value follows if the password was changed: "changed the password to …". */
  to: readonly string[];
  /** Between a value and the name that follows it. */
  as: readonly string[];
  /** The names in languages of which it is known how a password may be: behind these a plain word may be one. */
  namesOfPlain: readonly string[];
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

/** Whether a word says how a password is (wrong, required), in English or the language of the password's name. */
export function isStateOfSecret(name: string, word: string): boolean {
  const lower = name.toLowerCase();
  return STATES.some(
    ({ isEnglish, names, states }) => (isEnglish || names.includes(lower)) && states.test(word),
  );
}

const STATES = allWords
  .filter(({ secrets }) => secrets.states !== "")
  .map(({ secrets: { password, states } }) => ({
    isEnglish: password.includes("password"),
    names: password.toLowerCase().split("|"),
    states: new RegExp(`^(?:${states})$`, "iu"),
  }));

function merged(
  all: readonly { password: string; is: string; to: string; as: string; states: string }[],
): SecretWords {
  const split = (words: readonly string[]) => [
    ...new Set(words.flatMap((one) => (one === "" ? [] : one.split("|")))),
  ];
  return {
    names: split(all.map(({ password }) => password)),
    is: split(all.map(({ is }) => is)),
    to: split(all.map(({ to }) => to)),
    as: split(all.map(({ as }) => as)),
    namesOfPlain: split(all.flatMap(({ password, states }) => (states === "" ? [] : [password]))),
  };
}
