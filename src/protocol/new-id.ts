// Makes ids. Apart from the rest about them: commands only show ids, and need not load what makes chance.

import { encodeTime, ulid } from "ulid";
import { countLength, type IdKind, idPrefixes, timeLength } from "./ids.ts";

export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}

/** Half of what the count can hold: there is always room to count on from where chance begins. */
const firstCounts = 32 ** countLength / 2;

let time = 0;
let count = 0;

/** Where a ULID has only chance, ours counts what one millisecond makes. */
function nextUlid(): string {
  const now = Math.max(time, Date.now());
  count = now === time ? count + 1 : Math.floor(Math.random() * firstCounts);
  time = now;
  const fresh = ulid(now);
  return fresh.slice(0, timeLength) + encodeTime(count, countLength) + fresh.slice(timeLength + countLength);
}
