// The hash of the code that a node is anchored to: from the syntax tree where the language has a grammar, by brackets and
// indentation elsewhere (body.ts). For anchors, which must know whether that code has changed.

import {
  type FileMap,
  hashOf,
  languageOf,
  type MappedSymbol,
} from "../../../libs/callgraph/without-parser.ts";
import type { Mapper } from "./mapper.ts";

export interface AnchoredCode {
  /** True if the file does not parse at the moment: a symbol that is not found may be hidden. */
  isBroken: boolean;
  /** Null if the file does not define the symbol; the whole file for an empty name. */
  hashOf(symbol: string): string | null;
  /** The hash to compare with one that was made earlier, possibly by the other method. */
  hashLike(earlier: string, symbol: string): string | null;
  /** Names that the file defines; methods are not at the top. */
  defined: Map<string, { isTop: boolean }>;
}

const fromTree = "tree:";

export async function anchoredCode(mapper: Mapper, path: string, text: string): Promise<AnchoredCode> {
  const map = languageOf(path) === null ? null : await mapper.map(path, text);
  const isMapped = map !== null && map.state !== "skipped";
  const byRule = (symbol: string) => hashOf(text, symbol, path);
  const byTree = (symbol: string) => (symbol === "" ? byRule("") : hashFrom(map as FileMap, symbol));
  return {
    isBroken: map?.state === "broken",
    hashOf: isMapped ? byTree : byRule,
    hashLike: (earlier, symbol) =>
      isMapped && earlier.startsWith(fromTree) ? byTree(symbol) : byRule(symbol),
    defined: isMapped ? definedBy(map.symbols) : new Map(),
  };
}

function hashFrom({ symbols }: FileMap, symbol: string): string | null {
  const found = symbols.filter((one) => isNamed(one, symbol));
  return found.length === 0 ? null : fromTree + found.map(({ bodyHash }) => bodyHash).join("+");
}

/** `total`, `Bill.total` and `shop.Bill.total` name the same method. */
function isNamed({ qualified }: Pick<MappedSymbol, "qualified">, symbol: string): boolean {
  const plain = qualified.replace(/#\d+/g, "");
  return plain === symbol || plain.endsWith(`.${symbol}`) || qualified === symbol;
}

function definedBy(symbols: readonly MappedSymbol[]): Map<string, { isTop: boolean }> {
  const names = new Map<string, { isTop: boolean }>();
  for (const { name, parent } of symbols)
    names.set(name, { isTop: parent === null || names.get(name)?.isTop === true });
  return names;
}
