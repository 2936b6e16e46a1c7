// Ids: prefixed ULIDs, so that an id says what it names and sorts by the time it was made. The beginning that people
// and agents are shown names one thing, also of many that were made in the same millisecond.

import { encodeTime, ulid } from "ulid";

export const idPrefixes = {
  project: "prj",
  observation: "obs",
  compaction: "cmp",
  node: "nod",
  change: "chg",
  document: "doc",
  job: "job",
  event: "evt",
  spend: "spd",
} as const;

export type IdKind = keyof typeof idPrefixes;

export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}

const timeLength = 10;
const countLength = 4;
const shortLength = timeLength + countLength;
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
  return fresh.slice(0, timeLength) + encodeTime(count, countLength) + fresh.slice(shortLength);
}

/** Enough of an id to name one thing: all of a ULID but its chance, or the first part of a UUID. */
export function shortId(id: string): string {
  const [, prefix, own] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return prefix && own ? prefix + own.slice(0, shortLength) : id.slice(0, 8);
}
