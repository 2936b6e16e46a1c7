// How alike two pieces of work are: by the words and neighbouring words of what was asked and of what came of it, each by
// how rare it is in the project. Long or short, the same measure. Pure.

import { isEmptyWord, termsOf } from "../../../libs/language/index.ts";

export type Bag = ReadonlyMap<string, number>;

const maxLength = 3_000;

/** Where something stands is not what it is about. */
const PLACE = /\]\([^)\s]+\)|(?:[\w@.~-]+\/)+[\w@.-]*|\b[\w-]+\.[a-z]{1,4}\b/g;

/** Words and pairs of words with their counts; a sentence that is repeated says no more. */
export function bagOf(text: string): Bag {
  const prose = text.slice(0, maxLength).replace(PLACE, " ");
  const lines = new Set(prose.split(/(?<=[.!?])\s+|\n+/));
  const words = termsOf([...lines].join("\n")).filter((term) => !isEmptyWord(term));
  const counts = new Map<string, number>();
  const count = (one: string) => counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const [at, word] of words.entries()) {
    count(word);
    const next = words[at + 1];
    if (next !== undefined && next !== word) count(`${word} ${next}`);
  }
  return counts;
}

/** A small project has had no time for its common words to become common. */
const minWorks = 20;

/** How alike each work is to what is asked, from 0 to 1. */
export function likenessOf(asked: Bag, works: readonly Bag[]): number[] {
  const times = new Map<string, number>();
  for (const work of works) for (const one of work.keys()) times.set(one, (times.get(one) ?? 0) + 1);
  const all = Math.max(works.length, minWorks);
  const weigh = (one: string, count: number) =>
    (1 + Math.log(count)) * Math.log(1 + all / ((times.get(one) ?? 0) + 0.5));
  const lengthOf = (bag: Bag) =>
    Math.sqrt([...bag].reduce((sum, [one, count]) => sum + weigh(one, count) ** 2, 0));
  const length = lengthOf(asked);
  return works.map((work) => {
    const both = [...asked].reduce((sum, [one, count]) => {
      const other = work.get(one);
      return other === undefined ? sum : sum + weigh(one, count) * weigh(one, other);
    }, 0);
    return both === 0 ? 0 : both / (length * lengthOf(work));
  });
}
