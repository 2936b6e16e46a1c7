// How much of a question each document covers: the share of its words, weighed by how rare they are. A word that few
// documents contain is read from the index as the list of those documents; a frequent one says little and is left out.

import type { Db } from "../../store/schema.ts";
import { wordIndex } from "./documents.ts";
import type { Scope } from "./words.ts";

export interface Coverage {
  /** The share of the question in at least one of these documents, 0 to 1. */
  of(...seqs: readonly number[]): number;
  /** How rare a term is in the scope: the logarithm of how many documents there are to one with it. */
  weightOf(term: string): number;
  /** The weight of a term that so many documents contain. */
  weightIn(documents: number): number;
}

/** One bit each in a number. */
const maxTerms = 30;
/** A term in more documents is frequent. */
const maxDocuments = 2_000;
/** Rows that may be read for one question: about a microsecond each. */
const budgetOf = (isHurried: boolean) => (isHurried ? 4_000 : 10_000);
const countsKept = 50_000;

export interface Coverages {
  read(terms: readonly string[], scope: Scope, rows: number, isHurried?: boolean): Promise<Coverage>;
}

export function createCoverages(db: Db): Coverages {
  /** How many documents contained a term when it was read last: the rarest are read first. */
  let counts = new Map<string, number>();

  return {
    async read(terms, scope, rows, isHurried = false) {
      if (counts.size > countsKept) counts = new Map();
      const guess = (term: string) => counts.get(term) ?? maxDocuments / (2 + term.length);
      const ordered = terms.toSorted((a, b) => guess(a) - guess(b)).slice(0, maxTerms);
      const masks = new Map<number, number>();
      const weights: number[] = [];
      const weightOf = new Map<string, number>();
      let budget = budgetOf(isHurried);
      for (const term of ordered) {
        if (budget <= 0) break;
        const max = Math.min(maxDocuments, budget);
        const seqs = await wordIndex(db).containing(db, term, scope, max + 1);
        budget -= seqs.length;
        counts.set(term, seqs.length);
        if (seqs.length > max) continue;
        const bit = 1 << weights.length;
        const weight = rarity(seqs.length, rows);
        weights.push(weight);
        weightOf.set(term, weight);
        for (const seq of seqs) masks.set(seq, (masks.get(seq) ?? 0) | bit);
      }
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const frequent = rarity(maxDocuments, rows);
      return {
        of(...seqs) {
          const mask = seqs.reduce((all, seq) => all | (masks.get(seq) ?? 0), 0);
          return mask === 0 ? 0 : weightOfAll(mask, weights) / whole;
        },
        weightOf: (term) => weightOf.get(term) ?? frequent,
        weightIn: (documents) => rarity(documents, rows),
      };
    },
  };
}

/** Never 0: in a store of a few documents every word counts. */
function rarity(documents: number, rows: number): number {
  return Math.log(1 + Math.max(1, rows) / (documents + 0.5));
}

function weightOfAll(mask: number, weights: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of weights.entries()) if ((mask & (1 << i)) !== 0) sum += weight;
  return sum;
}
