// Who depends on a file that an agent opens, in one line: of the symbols that other files call, those with the most callers.
// Pure.

import type { OutsideCall } from "../../indexes/codemap/calls.ts";

const symbolsNamed = 3;
const callersNamed = 2;
/** What is less sure than this may be wrong, and a wrong line costs more than a missing one. */
const minConfidence = 0.6;

export interface CallersLine {
  /** The symbol with the most callers. */
  symbolId: string;
  text: string;
  names: string[];
}

/** Null if only tests call it, or nothing does. */
export function callersLine(calls: readonly OutsideCall[]): CallersLine | null {
  const sure = calls.filter(({ confidence, isTest }) => confidence >= minConfidence && !isTest);
  const bySymbol = [...Map.groupBy(sure, ({ symbolId }) => symbolId).values()]
    .map((own) => ({ own, files: new Set(own.map(({ file }) => file)).size }))
    .sort((a, b) => b.files - a.files || b.own.length - a.own.length || compare(a.own, b.own))
    .slice(0, symbolsNamed);
  const [first] = bySymbol;
  if (!first?.own[0]) return null;
  const parts = bySymbol.map(({ own }) => {
    const callers = [...new Map(own.map((call) => [`${call.caller} ${call.file}`, call])).values()];
    const named = callers
      .slice(0, callersNamed)
      .map(({ caller, file, line }) => (caller === null ? `${file}:${line}` : `${caller} (${file}:${line})`));
    const more = callers.length - named.length;
    return `${own[0]?.symbol} is called by ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  });
  return {
    symbolId: first.own[0].symbolId,
    text: parts.join("; "),
    names: bySymbol.flatMap(({ own }) => [own[0]?.symbol ?? "", ...own.map(({ file }) => file)]),
  };
}

function compare(a: readonly OutsideCall[], b: readonly OutsideCall[]): number {
  return (a[0]?.symbol ?? "") < (b[0]?.symbol ?? "") ? -1 : 1;
}
