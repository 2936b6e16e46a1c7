// Owners: the kinds of thing that can be found, shown and injected. A kind has one line here and one row in
// `src/memory/owners.ts`; a kind without its row, its form in `show` or its rendering does not compile.

import { type IdKind, idPrefixes } from "./ids.ts";

interface OwnerFacts {
  /** The kind of its ids; null if the id comes from the host. */
  ids: IdKind | null;
  /** It summarises a stretch of a session, so it has no neighbouring observations in that session. */
  isOverview: boolean;
}

export const ownerFacts = {
  observation: { ids: "observation", isOverview: false },
  turn: { ids: "turn", isOverview: true },
  session: { ids: null, isOverview: true },
  compaction: { ids: "compaction", isOverview: true },
  learning: { ids: "node", isOverview: false },
  node: { ids: "node", isOverview: false },
  symbol: { ids: "symbol", isOverview: false },
  task: { ids: "task", isOverview: true },
  function: { ids: "function", isOverview: false },
} as const satisfies Record<string, OwnerFacts>;

export type OwnerKind = keyof typeof ownerFacts;
export const ownerKinds = Object.keys(ownerFacts) as OwnerKind[];

/** The kinds that an id can belong to, by its prefix. */
export function kindsNamedBy(typed: string): OwnerKind[] {
  const prefixed = ownerKinds.filter((kind) => {
    const { ids } = ownerFacts[kind];
    return ids !== null && typed.startsWith(`${idPrefixes[ids]}_`);
  });
  return prefixed.length > 0 ? prefixed : ownerKinds.filter((kind) => ownerFacts[kind].ids === null);
}
