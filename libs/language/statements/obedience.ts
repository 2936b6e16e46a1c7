// Whether a command does what a statement says, or what it rules out: "use pnpm, never npm" and `npm install`. Deliberately
// careful: most commands say nothing about most statements. Pure.

import { claimTerms, readStatement } from "./claim.ts";
import { rivalsOf } from "./clash.ts";

export type Obedience = "followed" | "contradicted";

const SPAN = /`([^`\n]{2,80})`/g;
/** `pnpm` alone names a program; "pnpm test" a call of it. */
const minWordsOfCall = 2;

/** `words`: of one simple command, the program first. */
export function obedienceOf(statement: string, words: readonly string[]): Obedience | null {
  const { isNegative, terms, against } = readStatement(statement);
  const ruledOut = isNegative ? terms : against;
  const wanted = isNegative ? new Set<string>() : terms;
  const calls = Array.from(statement.matchAll(SPAN), ([, code = ""]) => code.trim().split(/\s+/)).filter(
    ({ length }) => length >= minWordsOfCall,
  );
  const called = calls.find((call) => call.every((word, at) => words[at] === word));
  if (called) return called.every((word) => isIn(word, ruledOut)) ? "contradicted" : "followed";
  const [name = ""] = claimTerms(words[0]?.split("/").at(-1) ?? "");
  const rivals = rivalsOf(name);
  // Another word, such as "test", is the name of no tool.
  if (rivals.size === 0) return null;
  if (ruledOut.has(name)) return "contradicted";
  if (wanted.has(name)) return "followed";
  return [...wanted].some((term) => rivals.has(term)) ? "contradicted" : null;
}

function isIn(word: string, terms: ReadonlySet<string>): boolean {
  const own = claimTerms(word);
  return [...own].every((term) => terms.has(term));
}
