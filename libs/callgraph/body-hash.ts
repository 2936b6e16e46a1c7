// Hashes of bodies that ignore formatting, comments, documentation and the symbol's own name. A symbol's hash is made of
// its code and of how its statements are nested; symbols inside of it have their own.

import { isClosedNode } from "./brief.ts";
import type { Language } from "./languages/language.ts";
import type { FoundSymbol } from "./symbols.ts";
import { NONE, type Tree, type TreeNode } from "./tree.ts";

/** Sets the hashes of all symbols of a file; each token is read once. */
export function hashSymbols(tree: Tree, symbols: readonly FoundSymbol[], language: Language): void {
  const inside = new Map<TreeNode, FoundSymbol>();
  // Inner symbols come after outer ones, so they are ready first.
  for (let at = symbols.length - 1; at >= 0; at--) {
    const symbol = symbols[at] as FoundSymbol;
    hashOne(tree, symbol, inside, language);
    inside.set(symbol.outer, symbol);
  }
}

function hashOne(
  tree: Tree,
  symbol: FoundSymbol,
  inside: ReadonlyMap<TreeNode, FoundSymbol>,
  language: Language,
): void {
  const own = new Digest();
  const inner: FoundSymbol[] = [];
  const { outer } = symbol;
  readCode(tree, outer, own, {
    name: symbol.nameNode,
    documentation: language.documentation?.(tree, symbol.node) ?? NONE,
    onInner(node) {
      const found = node === outer ? undefined : inside.get(node);
      if (found === undefined) return false;
      inner.push(found);
      return true;
    },
  });
  symbol.weight = own.count + inner.reduce((sum, one) => sum + one.weight, 0);
  for (const decorator of symbol.decorators) own.addText(decorator);
  symbol.ownHash = own.text();
  for (const one of inner) own.addText(one.name + one.bodyHash);
  symbol.bodyHash = own.text();
}

interface SymbolParts {
  name: TreeNode;
  documentation: TreeNode;
  /** True if the node is another symbol and needs no reading. */
  onInner(node: TreeNode): boolean;
}

const closed = 0x5bd1e995;

function readCode(
  tree: Tree,
  root: TreeNode,
  own: Digest,
  { name, documentation, onInner }: SymbolParts,
): void {
  const { kinds, fields, starts, ends, afters } = tree.nodes;
  const { source } = tree;
  const { isComment, isBlock, isText, kindHashes } = kindsOf(tree);
  const end = afters[root] ?? root + 1;
  const open: TreeNode[] = [];
  let position = starts[root] ?? 0;
  for (let node = root; node < end; ) {
    while (open.length > 0 && node >= (open[open.length - 1] ?? 0)) {
      open.pop();
      own.add(closed);
    }
    const kind = kinds[node] ?? 0;
    const after = afters[node] ?? node + 1;
    const nodeEnd = ends[node] ?? 0;
    if (node === name || node === documentation || isComment[kind] === 1 || onInner(node)) {
      if (nodeEnd > position) position = nodeEnd;
      node = after;
      continue;
    }
    if (isBlock[kind] === 1) {
      own.add(kindHashes[kind] ?? 0);
      open.push(after);
    }
    const isLeaf =
      after === node + 1 ||
      isClosedNode(tree.grammar, kind, fields[node] ?? 0, source, starts[node] ?? 0, nodeEnd);
    if (!isLeaf) {
      node++;
      continue;
    }
    // Text between two nodes belongs to tokens that the grammar hides.
    const from = Math.min(position, starts[node] ?? 0);
    own.addCode(source, from, nodeEnd, isText[kind] === 1);
    if (nodeEnd > position) position = nodeEnd;
    node = after;
  }
}

function isWord(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  );
}

function isBeforeClosing(source: string, from: number): boolean {
  let hasLineEnd = false;
  for (let at = from; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === 10) hasLineEnd = true;
    else if (unit > 32) return hasLineEnd && (unit === 0x29 || unit === 0x5d || unit === 0x7d);
  }
  return false;
}

interface KindFacts {
  isComment: Uint8Array;
  /** Blocks and statements: how code is nested in them counts, because in Python only that shows it. */
  isBlock: Uint8Array;
  /** Tokens whose spaces count: the content of strings. */
  isText: Uint8Array;
  /** By name, so that a newer version of a grammar gives the same hashes. */
  kindHashes: Int32Array;
}

const facts = new WeakMap<object, KindFacts>();

function kindsOf(tree: Tree): KindFacts {
  const { grammar } = tree;
  let known = facts.get(grammar);
  if (!known) {
    const where = (test: RegExp) =>
      Uint8Array.from(grammar.kinds, (kind, at) => (grammar.isNamed[at] === 1 && test.test(kind) ? 1 : 0));
    known = {
      isComment: where(/comment/),
      isBlock: where(/block$|_body$|statement$|statements$/),
      isText: where(/fragment|content|heredoc|text$|escape|string_value/),
      kindHashes: Int32Array.from(grammar.kinds, (kind) => {
        let hash = 0;
        for (let at = 0; at < kind.length; at++) hash = Math.imul(hash ^ kind.charCodeAt(at), 0x01000193);
        return hash;
      }),
    };
    facts.set(grammar, known);
  }
  return known;
}

function mixA(a: number, unit: number): number {
  return Math.imul(a ^ unit, 0x01000193);
}

function mixB(b: number, unit: number): number {
  const mixed = Math.imul(b + unit, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Two hashes of 32 bits, mixed differently. */
class Digest {
  /** Characters of code so far. */
  count = 0;
  /** The unit that was added last. */
  last = 0;
  private a = 0x811c9dc5 | 0;
  private b = 0x9747b28c | 0;

  add(unit: number): void {
    this.last = unit;
    this.a = mixA(this.a, unit);
    this.b = mixB(this.b, unit);
  }

  /**
   * Adds code without the spaces between its tokens, except inside of quotes. A space between two words counts, because
   * they would become one word. Semicolons, and commas at the end of a line before a closing bracket, are formatting.
   */
  addCode(source: string, from: number, to: number, isText: boolean): void {
    let { a, b, last } = this;
    let quote = 0;
    const mayQuote = !isText && to - from > 1;
    for (let at = from; at < to; at++) {
      const unit = source.charCodeAt(at);
      if (!isText && quote === 0) {
        if (unit <= 32 || unit === 0x3b) continue;
        if (unit === 0x2c && isBeforeClosing(source, at + 1)) continue;
        if (source.charCodeAt(at - 1) <= 32 && isWord(unit) && isWord(last)) {
          a = mixA(a, 32);
          b = mixB(b, 32);
        }
      }
      if (mayQuote && (unit === 0x22 || unit === 0x27 || unit === 0x60)) {
        if (quote === 0) quote = unit;
        else if (quote === unit && source.charCodeAt(at - 1) !== 0x5c) quote = 0;
      }
      a = mixA(a, unit);
      b = mixB(b, unit);
      last = unit;
      this.count++;
    }
    this.a = a;
    this.b = b;
    this.last = last;
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at));
    this.add(closed);
  }

  text(): string {
    return hex(this.a ^ (this.a >>> 13)) + hex(this.b);
  }
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
