// What changed between two snapshots of one file. Pure. A symbol is the same if its qualified name is; a symbol with
// another name and the same body was renamed, if the body is long enough to prove it and only one has it.

import type { MappedSymbol } from "./file-map.ts";
import type { SymbolChangeKind } from "./kinds.ts";

/** What is known of a symbol from before. */
export interface EarlierSymbol {
  id: string;
  qualified: string;
  kind: string;
  ownHash: string;
  bodyHash: string;
  weight: number;
}

export interface SymbolWithBefore {
  symbol: MappedSymbol;
  /** Null for one that was not there before. */
  before: EarlierSymbol | null;
  change: Exclude<SymbolChangeKind, "deleted" | "moved">;
}

export interface Comparison {
  symbols: SymbolWithBefore[];
  deleted: EarlierSymbol[];
}

/** Below this, two functions may be equal by accident: `return this.name`. */
export const provingWeight = 40;

export function compareSymbols(before: readonly EarlierSymbol[], after: readonly MappedSymbol[]): Comparison {
  const byName = new Map(before.map((one) => [one.qualified, one]));
  const named = new Set(after.map(({ qualified }) => qualified));
  const gone = before.filter(({ qualified }) => !named.has(qualified));
  const byBody = unique(gone);
  const newBodies = unique(after.filter(({ qualified }) => !byName.has(qualified)));
  const renamed = new Set<string>();
  const symbols = after.map((symbol): SymbolWithBefore => {
    const same = byName.get(symbol.qualified);
    if (same)
      return { symbol, before: same, change: same.ownHash === symbol.ownHash ? "unchanged" : "modified" };
    const key = bodyKey(symbol);
    const earlier = newBodies.has(key) ? byBody.get(key) : undefined;
    if (!earlier) return { symbol, before: null, change: "new" };
    renamed.add(earlier.id);
    return {
      symbol,
      before: earlier,
      change: isWithRenamedParent(symbol, earlier) ? "unchanged" : "renamed",
    };
  });
  return { symbols, deleted: gone.filter(({ id }) => !renamed.has(id)) };
}

/** A method of a renamed class has another qualified name and is otherwise unchanged. */
function isWithRenamedParent(symbol: MappedSymbol, earlier: EarlierSymbol): boolean {
  return symbol.parent !== null && earlier.qualified.endsWith(`.${symbol.name}`);
}

function bodyKey({ kind, bodyHash }: { kind: string; bodyHash: string }): string {
  return `${kind} ${bodyHash}`;
}

function unique<One extends { kind: string; bodyHash: string; weight: number }>(
  all: readonly One[],
): Map<string, One> {
  const found = new Map<string, One | null>();
  for (const one of all) {
    const key = bodyKey(one);
    if (one.weight >= provingWeight) found.set(key, found.has(key) ? null : one);
  }
  return new Map([...found].flatMap(([key, one]) => (one === null ? [] : [[key, one] as const])));
}
