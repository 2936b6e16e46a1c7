// Ids: prefixed ULIDs, so that an id says what it names and sorts by the time it was made (`new-id.ts` makes them). The
// beginning that people and agents are shown names one thing, also of many that were made in the same millisecond.

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

/** An id's parts behind its prefix, in characters: the time, a count of what one millisecond makes, chance. */
export const timeLength = 10;
export const countLength = 4;
const shortLength = timeLength + countLength;

/** Enough of an id to name one thing: all of a ULID but its chance, or the first part of a UUID. */
export function shortId(id: string): string {
  const [, prefix, own] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return prefix && own ? prefix + own.slice(0, shortLength) : id.slice(0, 8);
}
