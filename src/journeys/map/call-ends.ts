// Finds the symbols at both ends of a resolved call. Pure.

import type { CallEdge } from "../../../libs/callgraph/without-parser.ts";
import type { NewCall } from "../../indexes/codemap/renew-calls.ts";
import type { SymbolPlace } from "../../indexes/codemap/symbols.ts";

export function asCall(edge: CallEdge, symbols: ReadonlyMap<string, SymbolPlace[]>): NewCall {
  const caller = symbolAt(symbols.get(edge.at.path), edge.at.line, edge.caller);
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
  };
}

/** A function without a name is not a symbol; what is around it is not what is called. */
function definedAt(
  rows: readonly SymbolPlace[] | undefined,
  line: number,
  name: string | undefined,
): SymbolPlace | undefined {
  const found = symbolAt(rows, line, name);
  const isIt = found?.name === lastOf(name) || found?.startLine === line;
  return isIt ? found : undefined;
}

function lastOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  let from = name.length;
  while (from > 0 && !"./:#".includes(name[from - 1] as string)) from--;
  return name.slice(from);
}

/** The innermost symbol around a line; of several on one line, the one with the name. */
function symbolAt(
  rows: readonly SymbolPlace[] | undefined,
  line: number,
  name: string | undefined,
): SymbolPlace | undefined {
  const last = lastOf(name);
  let best: SymbolPlace | undefined;
  for (const row of rows ?? []) {
    if (row.startLine > line || row.endLine < line) continue;
    const isBetter =
      best === undefined ||
      row.endLine - row.startLine < best.endLine - best.startLine ||
      (row.endLine - row.startLine === best.endLine - best.startLine && row.name === last);
    if (isBetter) best = row;
  }
  return best;
}
