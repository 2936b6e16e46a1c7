// Creates ids. Separate from ids.ts because commands only display ids and need not load the random generator.

import { encodeTime, ulid } from "ulid";
import { countLength, type IdKind, idPrefixes, timeLength } from "./ids.ts";

export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}

/** Half of the counter's range: the counter can always increase from its random start value. */
const firstCounts = 32 ** countLength / 2;

let time = 0;
let count = 0;

/** Where a ULID is only random, our ids count what one millisecond creates. */
function nextUlid(): string {
  const now = Math.max(time, Date.now());
  count = now === time ? count + 1 : Math.floor(Math.random() * firstCounts);
  time = now;
  const fresh = ulid(now);
  return fresh.slice(0, timeLength) + encodeTime(count, countLength) + fresh.slice(timeLength + countLength);
}
