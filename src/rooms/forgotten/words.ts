// Words that the user wanted forgotten, as keyed hashes: a text from before that time which contains them does not come
// in again, and a sentence that was deleted does not come back in a summary. Nothing here costs anything until something
// was forgotten.

import { folded, foldedWordsOf, forgettableParts } from "../../../libs/language/index.ts";
import type { Db } from "../../store/schema.ts";
import { forgetKeys, hashed, ownKey } from "./keys.ts";

export interface ForgottenWords {
  /** When something was last forgotten; empty if nothing was. */
  until: string;
  /** Whether a text of this time contains words that were forgotten later. */
  holds(text: string, at: string): boolean;
  /** The text without sentences that were forgotten. */
  without(text: string, at: string): string;
}

/** Words, and each other character on its own. */
const tokensOf = (text: string) => folded(text).match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
/** Fewer words mean something only with the characters around them: C++ is not every C. */
const tellingWords = 3;
/** In the table: a whole sentence, however many words it has. */
const wholeSentence = 0;
/** A shorter sentence is said by many. */
const minLength = 5;
const maxSentences = 200;

export async function forgetPhrase(db: Db, text: string, at: string): Promise<void> {
  const words = foldedWordsOf(text);
  const tokens = tokensOf(text);
  const isOfWords = words.length >= tellingWords || words.length === tokens.length;
  if (isOfWords && words.length > 0) await put(db, [words.join(" ")], words.length, at);
  // A negative number counts tokens.
  else if (tokens.length > 0) await put(db, [tokens.join(" ")], -tokens.length, at);
}

export async function forgetSentences(db: Db, texts: readonly string[], at: string): Promise<void> {
  const sentences = texts.flatMap(forgettableParts).map(foldedWordsOf);
  const long = sentences.filter((words) => words.length >= minLength).map((words) => words.join(" "));
  await put(db, [...new Set(long)].slice(0, maxSentences), wholeSentence, at);
}

async function put(db: Db, phrases: readonly string[], words: number, at: string): Promise<void> {
  const key = await ownKey(db);
  for (const phrase of phrases)
    await db
      .insertInto("forgotten_phrases")
      .values({ hash: hashed(key, phrase), words, at })
      .onConflict((conflict) => conflict.column("hash").doUpdateSet({ at }))
      .execute();
}

const nothing: ForgottenWords = { until: "", holds: () => false, without: (text) => text };

export async function forgottenWords(db: Db): Promise<ForgottenWords> {
  const rows = await db.selectFrom("forgotten_phrases").selectAll().execute();
  return rows.length === 0 ? nothing : forgottenWordsOf(rows, await forgetKeys(db));
}

/** The same for hashes that are not in the store, such as those of a file. */
export function forgottenWordsOf(
  rows: readonly { hash: string; words: number; at: string }[],
  keys: readonly string[],
): ForgottenWords {
  const times = new Map(rows.map(({ hash, at }) => [hash, at]));
  const lengths = [...new Set(rows.map(({ words }) => words))];
  const ofWords = lengths.filter((words) => words > 0);
  const ofTokens = lengths.filter((words) => words < 0).map((words) => -words);
  const isKnown = (phrase: string, at: string) =>
    keys.some((key) => {
      const until = times.get(hashed(key, phrase));
      return until !== undefined && at <= until;
    });
  const hasRun = (parts: readonly string[], n: number, at: string) =>
    parts.some((_, i) => i + n <= parts.length && isKnown(parts.slice(i, i + n).join(" "), at));
  const holds = (text: string, at: string) => {
    const words = foldedWordsOf(text);
    if (ofWords.some((n) => hasRun(words, n, at))) return true;
    const tokens = ofTokens.length === 0 ? [] : tokensOf(text);
    return ofTokens.some((n) => hasRun(tokens, n, at));
  };
  const isForgotten = (sentence: string, at: string) =>
    isKnown(foldedWordsOf(sentence).join(" "), at) || holds(sentence, at);
  return {
    until:
      rows
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? "",
    holds,
    without: (text, at) =>
      text
        .split("\n")
        .map((line) => {
          const parts = forgettableParts(line);
          const left = parts.filter((part) => !isForgotten(part, at));
          return left.length === parts.length ? line : left.join(" ");
        })
        .join("\n"),
  };
}
