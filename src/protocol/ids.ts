// Ids: prefixed ULIDs, so that an id says what it names and sorts by the time it was made.

import { monotonicFactory } from "ulid";

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

const nextUlid = monotonicFactory();

export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${nextUlid()}`;
}
