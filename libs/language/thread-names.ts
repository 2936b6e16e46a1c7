// What people call a piece of work by: "#266", "PR 221", "task 011", "ABC-12", a branch. Pure.

import { alternatives } from "./languages/all.ts";

export interface ThreadName {
  /** As somebody would say it. */
  label: string;
  isIn(text: string): boolean;
}

const kinds = alternatives(({ prompts }) => prompts.threads);
const KIND = new RegExp(`(?<![\\p{L}\\p{N}])(?:${kinds})(?![\\p{L}\\p{N}])`, "iu");
/** A number after "#", after the kind of thing, or in the address of one; with leading zeros it names something alone. */
const NUMBERED = new RegExp(
  `(?:#|(?<![\\p{L}\\p{N}])(?:${kinds})[\\s#:-]{0,3}|/(?:pull|issues|pulls|merge_requests)/)(?<number>\\d{1,6})(?![\\d.]\\d|\\d)|(?<![\\d.:#-])(?<padded>0\\d{2,4})(?![\\d.:]|-\\d)`,
  "giu",
);
const TICKET = /\b(?!UTF-|ISO-|SHA-|RFC-|CVE-|HTTP-)[A-Z]{2,10}-\d{1,6}\b/g;
const maxNames = 4;

/** `branches` that are known: a name such as `main` says nothing. */
export function threadsNamedIn(text: string, branches: Iterable<string> = []): ThreadName[] {
  const found = new Map<string, ThreadName>();
  for (const { groups, 0: match } of text.matchAll(NUMBERED)) {
    const number = String(Number(groups?.number ?? groups?.padded));
    const label = groups?.padded ?? match.replace(/^\/.*\//, "#");
    found.set(number, { label, isIn: (other) => numbersIn(other).has(number) });
  }
  for (const [ticket] of text.matchAll(TICKET))
    found.set(ticket, { label: ticket, isIn: (other) => other.includes(ticket) });
  for (const branch of branches)
    if (/[-/_\d]/.test(branch) && text.includes(branch))
      found.set(branch, { label: branch, isIn: (other) => other.includes(branch) });
  return [...found.values()].slice(0, maxNames);
}

/** A number or a ticket is named. */
export function namesThread(text: string): boolean {
  return threadsNamedIn(text).length > 0;
}

/** "that PR", "the issue": a kind of thing without its number. */
export function namesKindOnly(text: string): boolean {
  return KIND.test(text) && !namesThread(text);
}

function numbersIn(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(NUMBERED), ({ groups }) => String(Number(groups?.number ?? groups?.padded))),
  );
}
