// Finds the symbols at both ends of a resolved call. Pure.

import type { CallEdge } from "../../../libs/callgraph/without-parser.ts";
import type { NewCall } from "../../indexes/codemap/renew-calls.ts";
import type { SymbolPlace } from "../../indexes/codemap/symbols.ts";

/** The symbols of some files, by path. */
export type PlacesByPath = ReadonlyMap<string, PlacesInFile>;

export function placesByPath(places: readonly SymbolPlace[]): PlacesByPath {
  const files = Map.groupBy(places, ({ path }) => path);
  return new Map([...files].map(([path, rows]) => [path, new PlacesInFile(rows)]));
}

export function asCall(edge: CallEdge, symbols: PlacesByPath): NewCall {
  const caller = symbols.get(edge.at.path)?.at(edge.at.line, edge.caller);
  const target = edge.calleeAt && definedAt(symbols.get(edge.calleeAt.path), edge.calleeAt.line, edge.callee);
  return {
    callerId: caller?.id ?? null,
    targetId: target?.id ?? null,
    targetName: target ? null : (edge.callee ?? null),
    written: edge.written.slice(0, 200),
    resolution: edge.resolution,
    confidence: edge.confidence,
    line: edge.at.line,
    column: edge.at.column,
    confirmedAt: null,
    ledTo: null,
  };
}

/** A function without a name is not a symbol; what is around it is not what is called. */
function definedAt(
  places: PlacesInFile | undefined,
  line: number,
  name: string | undefined,
): SymbolPlace | undefined {
  const found = places?.at(line, name);
  const isIt = found?.name === lastOf(name) || found?.startLine === line;
  return isIt ? found : undefined;
}

function lastOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  let from = name.length;
  while (from > 0 && !"./:#".includes(name[from - 1] as string)) from--;
  return name.slice(from);
}

/** The symbols of one file. A file may have as many calls as symbols: neither may read all of the other. */
class PlacesInFile {
  readonly #rows: readonly SymbolPlace[];
  /** For each symbol the one before it that may be around it, or -1. */
  readonly #around: number[] = [];
  readonly #known = new Map<string, SymbolPlace | undefined>();

  constructor(rows: readonly SymbolPlace[]) {
    this.#rows = [...rows].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
    const open: number[] = [];
    for (const [i, { startLine }] of this.#rows.entries()) {
      while (open.length > 0 && this.#row(open.at(-1) ?? 0).endLine < startLine) open.pop();
      this.#around.push(open.at(-1) ?? -1);
      open.push(i);
    }
  }

  /** The innermost symbol around a line; of several on one line, the one with the name. */
  at(line: number, name: string | undefined): SymbolPlace | undefined {
    const last = lastOf(name);
    const key = `${line} ${last}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#innermost(line, last));
    return this.#known.get(key);
  }

  #innermost(line: number, last: string | undefined): SymbolPlace | undefined {
    let best: SymbolPlace | undefined;
    for (let i = this.#lastFrom(line); i >= 0; i = this.#around[i] ?? -1) {
      const row = this.#row(i);
      if (row.endLine < line) continue;
      const more = best === undefined ? -1 : lengthOf(row) - lengthOf(best);
      if (more < 0 || (more === 0 && best?.name !== last)) best = row;
    }
    return best;
  }

  /** The last symbol that begins at this line or before. */
  #lastFrom(line: number): number {
    let [from, to] = [0, this.#rows.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#row(middle).startLine <= line) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  #row(i: number): SymbolPlace {
    return this.#rows[i] as SymbolPlace;
  }
}

function lengthOf({ startLine, endLine }: SymbolPlace): number {
  return endLine - startLine;
}
