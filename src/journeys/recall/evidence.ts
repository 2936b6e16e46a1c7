// How much of a question a memory has: by the words that both have, weighted by how rare they are in the project. Pure.

import { isWorkWord, termsOf } from "../../../libs/language/index.ts";
import type { Subject } from "./subject.ts";

export interface MemoryEvidence<M> {
  memory: M;
  text: Text;
  /** How much the memory shares with the prompt, for memories of equal length. */
  score: number;
  shared: readonly string[];
  /** Names that both contain. */
  names: readonly string[];
  /** The share of the prompt's terms that the memory contains, by how rare they are. */
  coverage: number;
}

/** How rare a term is in the project. */
export type Rarity = (term: string) => number;

/** What is compared with the prompt. */
export interface Text {
  terms: ReadonlySet<string>;
  /** The terms in order, as one string between spaces. */
  sequence: string;
  /** In lower case. */
  plain: string;
}

const maxTextLength = 6_000;

export function textOf(text: string): Text {
  const cut = text.slice(0, maxTextLength);
  const all = termsOf(cut);
  return { terms: new Set(all), sequence: ` ${all.join(" ")} `, plain: cut.toLowerCase() };
}

/** What everybody asks of an agent says less than the name of a thing. */
const ofWork = 0.35;

/** From a sample of the project's texts. */
export function rarityIn(sample: readonly Text[]): Rarity {
  const counts = new Map<string, number>();
  for (const { terms } of sample) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  // A small project has had no time for its common words to become common.
  const all = Math.max(sample.length, 20);
  return (term) => {
    const count = Math.max(1, counts.get(term) ?? 1);
    const rarity = Math.log(1 + (all - Math.min(count, all) + 0.5) / (count + 0.5));
    return isWorkWord(term) ? ofWork * rarity : rarity;
  };
}

/** Two neighbouring words weigh more than the same words apart; a copied name weighs more than its parts. */
const pairWeight = 1;
const nameWeight = 2;
/** How much a memory loses that has few of the prompt's words, however often. */
const coordination = 0.5;
const usualTerms = 150;
/** "Created a.md" shares all it says, and says little. */
const minLength = 0.75;

/** The best first. */
export function weigh<M>(
  subject: Subject,
  memories: readonly { memory: M; text: Text }[],
  rarity: Rarity,
): MemoryEvidence<M>[] {
  const own = ownTerms(subject);
  const all = weightOf(own, rarity);
  return memories
    .map(({ memory, text }) => {
      const shared = [...subject.terms].filter(([term]) => text.terms.has(term));
      const names = subject.names.filter((name) => text.plain.includes(name));
      const pairs = subject.pairs.filter(([a, b]) => text.sequence.includes(` ${a} ${b} `));
      const covered = own.filter((term) => text.terms.has(term));
      const coverage = all === 0 ? 0 : weightOf(covered, rarity) / all;
      const evidence =
        shared.reduce((sum, [term, weight]) => sum + weight * rarity(term), 0) +
        names.length * nameWeight +
        pairs.length * pairWeight;
      const length = Math.max(minLength, Math.min(3, text.terms.size / usualTerms) ** 0.3);
      const score = (evidence * (1 - coordination + coordination * coverage)) / length;
      return { memory, text, score, shared: shared.map(([term]) => term), names, coverage };
    })
    .sort((a, b) => b.score - a.score);
}

/** Without neighbouring words as one. */
export function ownTerms({ terms, joined }: Subject): string[] {
  return [...terms.keys()].filter((term) => !joined.has(term));
}

export function weightOf(terms: readonly string[], rarity: Rarity): number {
  return terms.reduce((sum, term) => sum + rarity(term), 0);
}
