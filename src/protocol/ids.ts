// Ids: prefixed ULIDs. An id shows what kind of thing it names, and ids sort by creation time (`new-id.ts` creates
// them). The short form that is displayed is unique even among ids created in the same millisecond.

export const idPrefixes = {
  project: "prj",
  observation: "obs",
  turn: "trn",
  pointMark: "pnt",
  compaction: "cmp",
  node: "nod",
  evidence: "evd",
  change: "chg",
  task: "tsk",
  entry: "ent",
  document: "doc",
  job: "job",
  event: "evt",
  spend: "spd",
  function: "fn",
  functionTest: "fnt",
  functionRun: "fnr",
  symbol: "sym",
} as const;

export type IdKind = keyof typeof idPrefixes;

/** The parts of an id after its prefix, in characters: time, counter within one millisecond, random. */
export const timeLength = 10;
export const countLength = 4;
const shortLength = timeLength + countLength;

/** Enough of an id to identify one thing: a ULID without its random part, or the first part of a UUID. */
export function shortId(id: string): string {
  const [, prefix, own] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return prefix && own ? prefix + own.slice(0, shortLength) : id.slice(0, 8);
}
