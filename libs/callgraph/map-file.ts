// Makes the map of one file from its text. Pure apart from loading the grammar.

import { isClosedNode } from "./brief.ts";
import { definitionIn } from "./definitions.ts";
import {
  contentHash,
  type FileMap,
  isOtherCode,
  isTestPath,
  type MappedSymbol,
  skippedAs,
  whySkipped,
} from "./file-map.ts";
import type { SymbolKind } from "./kinds.ts";
import { languageOf } from "./languages/of-path.ts";
import { parse } from "./parse.ts";
import { type FoundSymbol, symbolsOf } from "./symbols.ts";
import type { Tree } from "./tree.ts";

/** `onTree` gets the whole tree, which costs more to read than the brief one that is enough for symbols. */
export async function mapFile(
  path: string,
  text: string,
  onTree?: (tree: Tree, contentHash: string) => void,
): Promise<FileMap> {
  const skipped = whySkipped(path, text);
  const language = languageOf(path);
  const base = { path, language, contentHash: contentHash(text), lines: countLines(text) };
  if (skipped !== null) return { ...base, ...skippedAs(skipped) };
  if (language === null) {
    const symbols = isOtherCode(path) ? byRuleOfThumb(text, isTestPath(path)) : null;
    if (symbols === null) return { ...base, ...skippedAs("no grammar for this kind of file") };
    return { ...base, state: "mapped", problem: null, symbols, hasError: false };
  }
  const tree = await parse(text, language, { isBrief: onTree === undefined, file: path });
  if (tree === null) return { ...base, ...skippedAs("takes too long to parse") };
  const inTest = isTestPath(path);
  const symbols = symbolsOf(tree).map(({ node: _node, nameNode: _name, outer: _outer, ...symbol }) => ({
    ...symbol,
    isTest: inTest || isTest(symbol),
  }));
  onTree?.(tree, base.contentHash);
  const problem = tree.hasError ? errorIn(tree) : null;
  const state = problem === null ? "mapped" : "broken";
  return { ...base, state, problem, symbols, hasError: tree.hasError };
}

/** An error inside of an expression in which nothing is defined, which a brief tree does not look into, breaks no symbol. */
function errorIn(tree: Tree): string | null {
  for (let node = 0; node < tree.size; node++) {
    if ((tree.isError(node) || tree.isMissing(node)) && !isInsideClosed(tree, node))
      return `does not parse at line ${tree.line(node)}`;
  }
  return null;
}

function isInsideClosed(tree: Tree, node: number): boolean {
  const { kinds, fields, starts, ends, parents } = tree.nodes;
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) {
    const place = [kinds[at] ?? 0, fields[at] ?? 0, tree.source, starts[at] ?? 0, ends[at] ?? 0] as const;
    if (isClosedNode(tree.grammar, ...place)) return true;
  }
  return false;
}

function isTest({ name, decorators }: Pick<FoundSymbol, "name" | "decorators">): boolean {
  return (
    /^(?:test_|Test[A-Z_])/.test(name) ||
    decorators.some((one) => /(?:^|[^\w])(?:[Tt]est|Fact|Theory)\b/.test(one))
  );
}

/** One line is all that is known of each definition; its end is where the next one begins. */
function byRuleOfThumb(text: string, isTest: boolean): MappedSymbol[] {
  const lines = text.split("\n");
  const found = lines.flatMap((line, at) => {
    const definition = definitionIn(line);
    return definition?.kind === "code" ? [{ at, name: definition.name, line }] : [];
  });
  const times = new Map<string, number>();
  return found.map(({ at, name, line }, i) => {
    const end = found[i + 1]?.at ?? lines.length;
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    const body = lines.slice(at, end).map((one) => one.trim());
    const hash = contentHash(body.filter(Boolean).join("\n").replace(name, "")).slice(0, 16);
    return {
      name,
      qualified: nth === 1 ? name : `${name}#${nth}`,
      kind: kindOfLine(line),
      parent: null,
      signature: line.trim().slice(0, 300),
      decorators: [],
      documentation: "",
      startLine: at + 1,
      endLine: Math.max(at + 1, end),
      bodyHash: hash,
      ownHash: hash,
      weight: body.join("").length,
      isTest,
    };
  });
}

function kindOfLine(line: string): SymbolKind {
  if (/\b(?:class|record|object)\b/.test(line)) return "class";
  if (/\b(?:interface|protocol)\b/.test(line)) return "interface";
  if (/\bstruct\b/.test(line)) return "struct";
  return /\b(?:table|view|type)\b/i.test(line) ? "type" : "function";
}

function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
