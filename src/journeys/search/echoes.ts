// Earlier askings of the same question. They contain every word of it, whatever was answered, so they would stand before the
// work that answers it and make that look unlikely by comparison. They come after everything that may be an answer. Pure.

import { termsOf } from "../../../libs/language/index.ts";

interface Asking<H> {
  hit: H;
  /** What the user asked there, or how it is called. */
  asked: string;
}

/** The share of the words of two questions that both have. */
const sameFrom = 0.75;
const minTerms = 2;

/** Those that only ask the same again, and the others, each in their order. */
export function echoesApart<H, A extends Asking<H>>(
  question: string,
  rows: readonly A[],
): { others: A[]; echoes: A[] } {
  const wanted = new Set(termsOf(question));
  const isAsked = /[?？؟]/.test(question);
  const echoes = rows.filter(({ asked }) => (isAsked || /[?？؟]/.test(asked)) && isSame(wanted, asked));
  return { echoes, others: rows.filter((row) => !echoes.includes(row)) };
}

function isSame(wanted: ReadonlySet<string>, asked: string): boolean {
  const terms = new Set(termsOf(asked));
  if (wanted.size < minTerms || terms.size < minTerms) return false;
  const shared = [...wanted].filter((term) => terms.has(term)).length;
  return shared / (wanted.size + terms.size - shared) >= sameFrom;
}
