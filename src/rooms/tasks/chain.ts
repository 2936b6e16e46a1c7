// The seals of a task: the plan's hash, and a chain of hashes over the entries that begins with it. Whoever changes,
// removes or reorders an entry would have to change every later one. Pure.

import { createHash } from "node:crypto";
import type { EntryKind } from "../../protocol/tasks.ts";

export interface SealedEntry {
  number: number;
  kind: EntryKind;
  text: string;
  ticks: readonly number[];
  agent: string;
  at: string;
}

export function hashOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Its session is not covered: a session can be deleted, its entries stay. */
export function entryHash(before: string, { number, kind, text, ticks, agent, at }: SealedEntry): string {
  return hashOf(JSON.stringify([before, number, kind, text, ticks, agent, at]));
}

/** The first entry whose hash or number is wrong; null if the chain is intact. */
export function brokenAt(
  planHash: string,
  entries: readonly (SealedEntry & { hash: string })[],
  head: string | null,
): number | null {
  let before = planHash;
  for (const [i, entry] of entries.entries()) {
    if (entry.number !== i + 1 || entry.hash !== entryHash(before, entry)) return i + 1;
    before = entry.hash;
  }
  return before === (head ?? planHash) ? null : entries.length + 1;
}
