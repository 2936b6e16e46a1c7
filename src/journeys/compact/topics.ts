// What a stretch is about, in a few words: those that the conversation and its files repeat. Pure.

import type { Observation } from "../../protocol/observations.ts";
import type { Words } from "./summarise-stretch.ts";

/** English words that say nothing about a topic. */
const COMMON = new Set(
  (
    "about after again all also and another any are because been before being but can cannot could did does done each " +
    "else file files first fix for from get give goes good had has have here how into its just keep last let like look " +
    "made make many may more most must need new next not now off one only other our out over please put run same see " +
    "should show since some still such sure take test tests than that the their them then there these they this those " +
    "through too two under use used using very want was way well were what when where which while who why will with " +
    "without work would yes yet you your add change check code command create decided find found instead line make " +
    "project read reads rather remove replied result second set src start step thing think third time try update write"
  ).split(" "),
);
/** A long conversation repeats itself; its beginning and end are enough. */
const maxRead = 40_000;

/** The most specific first. */
export function topicsOf(observations: readonly Observation[], said: readonly Words[]): string[] {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number) => weights.set(word, (weights.get(word) ?? 0) + weight);
  let left = maxRead;
  for (const { by, text } of said) {
    if (left <= 0) break;
    const read = text.slice(0, Math.min(left, 4_000));
    left -= read.length;
    for (const word of wordsIn(read)) add(word, by === "user" ? 2 : 1);
  }
  for (const { files } of observations) {
    for (const file of files) {
      const name = file.split("/").at(-1)?.replace(/\..*$/, "") ?? "";
      for (const word of wordsIn(name)) add(word, 1);
    }
  }
  return [...weights]
    .filter(([, weight]) => weight > 1)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([word]) => word);
}

function wordsIn(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .map((word) => word.replace(/^[-_]+|[-_]+$/g, ""));
  return new Set(words.filter((word) => word.length > 2 && !/^\d+$/.test(word) && !COMMON.has(word)));
}
