// One fact once: candidates that say the same as a better one are left out, by content. Pure.

import { compoundsOf } from "../../../libs/language/index.ts";
import type { Item } from "../../context/compose.ts";

/** Two texts say the same if they share this part of the words of the shorter one. */
const same = 0.65;
const minWords = 4;

export function distinctWords(text: string): Set<string> {
  return new Set(compoundsOf(text));
}

export function saysTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  if (small.size < minWords) return false;
  let both = 0;
  for (const word of small) if (large.has(word)) both++;
  return both >= same * small.size;
}

const maxHashed = 80;

/** The words as short hashes: the ledger compares texts without keeping them. */
export function hashesOf(text: string): Set<string> {
  return new Set([...distinctWords(text)].slice(0, maxHashed).map(hashOf));
}

/** FNV-1a. */
function hashOf(word: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** A candidate, and when it was true if that is known. */
type Dated = Item & { at?: string | undefined };

/** In the order of the candidates. Of two that say the same, the newer one is kept, in the place of the better one. */
export function eachOnce<I extends Dated>(candidates: readonly I[]): I[] {
  const kept: { one: I; words: ReadonlySet<string> }[] = [];
  for (const one of candidates) {
    const words = distinctWords(withoutRequest(one.title));
    const at = kept.findIndex((other) => saysTheSame(words, other.words));
    const known = kept[at];
    if (!known) kept.push({ one, words });
    else if (isNewer(one, known.one)) kept[at] = { one: inPlaceOf(one, known.one), words };
  }
  return kept.map(({ one }) => one);
}

/** A turn may begin with its request in brackets: whatever repeats that is not what the turn says. */
function withoutRequest(title: string): string {
  const [request = ""] = /^\([^)]*\) /.exec(title) ?? [];
  return title.slice(request.length);
}

function isNewer(one: Dated, other: Dated): boolean {
  return one.at !== undefined && other.at !== undefined && one.at > other.at;
}

/** A value that has changed since is said with what it was before. */
function inPlaceOf<I extends Dated>(newer: I, older: I): I {
  const placed = { ...newer, priority: older.priority };
  const numbers = (text: string) => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(" ");
  if (numbers(newer.title) === numbers(older.title) || newer.caution !== undefined) return placed;
  const until = (newer.at ?? "").slice(0, 16).replace("T", " ");
  return { ...placed, caution: `until ${until}: ${older.title.slice(0, maxBeforeLength)}` };
}

const maxBeforeLength = 90;
