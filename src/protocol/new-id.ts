// Creates ids. Separate from ids.ts because commands only display ids and need not load the random generator.

import { encodeTime } from "ulid";
import { countLength, type IdKind, idPrefixes, timeLength } from "./ids.ts";

export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}

/** For what happened at a time, and may be stored much later: its id sorts by that time. */
export function newIdAt(kind: IdKind, at: string): string {
  const happened = Math.max(0, Date.parse(at) || 0);
  countAt = happened === timeAt ? countAt + 1 : Math.floor(Math.random() * firstCounts);
  timeAt = happened;
  return `${idPrefixes[kind]}_${partsAt(happened, countAt)}`;
}

/** Half of the counter's range: the counter can always increase from its random start value. */
const firstCounts = 32 ** countLength / 2;

let time = 0;
let count = 0;
let timeAt = 0;
let countAt = 0;

/** Where a ULID is only random, our ids count what one millisecond creates. */
function nextUlid(): string {
  const now = Math.max(time, Date.now());
  count = now === time ? count + 1 : Math.floor(Math.random() * firstCounts);
  time = now;
  return partsAt(now, count);
}

function partsAt(ms: number, number: number): string {
  return encodeTime(ms, timeLength) + encodeTime(number, countLength) + randomCharacters();
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const randomLength = 26 - timeLength - countLength;
/** Random bytes are drawn for many ids at once: drawn for each character, they were 7 % of an import's CPU time. */
const drawn = new Uint8Array(100 * randomLength);
let used = drawn.length;

function randomCharacters(): string {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  let characters = "";
  for (const end = used + randomLength; used < end; used++) characters += alphabet[(drawn[used] ?? 0) % 32];
  return characters;
}
