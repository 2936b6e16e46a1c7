// Which words of a question are worth reading the full-text index for. A word's cost is the number of documents that
// contain it, and its value falls with the same number: "the" costs as much as all others together and decides nothing.

import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import { countDocuments } from "./sqlite.ts";
import type { TermQuery } from "./words.ts";

export interface RareTerms {
  /** The query without words that are too common. */
  of<Query extends TermQuery>(query: Query, documents: Documents, isHurried?: boolean): Promise<Query>;
}

interface Documents {
  all: number;
  inScope: number;
}

/**
 * Documents that may be read for one question, summed over its words; a thousand cost 0.5 to 1 ms.
 * Recall@10 on LoCoMo is 79.2 without a limit, 79.0 when it is half of all documents, 78.0 at 0.3, 74.3 at 0.1.
 * A caller in a hurry wants the few best, and those contain the rarest words.
 */
const budgetOf = (documents: number, isHurried: boolean) =>
  isHurried ? Math.min(10_000 + 0.1 * documents, maxInAHurry) : 20_000 + 0.3 * documents;
const maxInAHurry = 70_000;
/** A document outside the scope is counted, not ranked. */
const costOutside = 0.15;
/** Counts are only used to choose, so they may be slightly old. */
const growthUntilRecount = 1.2;
const countsKept = 50_000;

export function createRareTerms(db: Db): RareTerms {
  const isCounted = dialectOf(db) === "sqlite";
  let counts = new Map<string, number>();
  let countedAt = 0;

  async function countsOf(terms: readonly string[], documents: number): Promise<ReadonlyMap<string, number>> {
    const hasChanged =
      documents > countedAt * growthUntilRecount || documents * growthUntilRecount < countedAt;
    if (hasChanged || counts.size > countsKept) {
      counts = new Map();
      countedAt = documents;
    }
    const unknown = terms.filter((term) => !counts.has(term));
    for (const [term, count] of await countDocuments(db, unknown)) counts.set(term, count);
    return counts;
  }

  return {
    async of(query, { all, inScope }, isHurried = false) {
      const costEach = costOutside + ((1 - costOutside) * inScope) / Math.max(1, all);
      const budget = budgetOf(all, isHurried) / costEach;
      if (!isCounted || query.phrases.length > 0 || query.any.length * all <= budget) return query;
      return { ...query, any: rarest(query.any, await countsOf(query.any, all), budget) };
    },
  };
}

/** The rarest terms whose documents together are within the budget; always at least the rarest term that occurs. */
export function rarest(
  terms: readonly string[],
  counts: ReadonlyMap<string, number>,
  budget: number,
): string[] {
  const known = terms
    .map((term) => ({ term, count: counts.get(term) ?? 0 }))
    .filter(({ count }) => count > 0);
  known.sort((a, b) => a.count - b.count);
  let sum = 0;
  const chosen = known.filter(({ count }, i) => {
    sum += count;
    return i === 0 || sum <= budget;
  });
  return chosen.length > 0 ? chosen.map(({ term }) => term) : [...terms];
}
