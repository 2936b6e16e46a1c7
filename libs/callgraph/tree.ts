// The light syntax tree of one file, for everything that reads code: symbols, body hashes, calls. It is a plain copy of
// tree-sitter's tree, made in one pass; nothing of tree-sitter's own memory stays in use.
//
// How to use it:
//
//   const tree = await parse(text, "python");            // parse.ts; or parseWith(grammar, text) without waiting
//   for (let n = 0; n < tree.size; n++)                  // all nodes, parents before children, in the order of the text
//     if (tree.kind(n) === "call") {
//       const callee = tree.child(n, "function");        // by field name; NONE (-1) if there is none
//       tree.text(callee); tree.line(callee);            // as written; line numbers begin with 1
//     }
//
// A node is its number in that order, the root is 0, and NONE (-1) means "no node"; every method accepts NONE and answers
// with NONE, "" or 0. The nodes below `n` are exactly n+1 … after(n)-1, so "is inside" is a comparison and skipping a
// subtree is `n = tree.after(n)`. Kinds and fields are those of the grammar (node-types.json of its package); keywords
// and punctuation are nodes too, and `isNamed` separates them. Text that does not parse is below a node of kind ERROR;
// `isMissing` is true for a token that the parser inserted. Positions count UTF-16 units, like JavaScript's strings.

import type { Grammar } from "./grammars.ts";
import type { LanguageId } from "./languages/of-path.ts";

export type TreeNode = number;
export const NONE = -1;

export const isMissingBit = 1;

/** One array entry a node, in order of the text, parents first. */
export interface NodeArrays {
  kinds: Uint16Array;
  fields: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  parents: Int32Array;
  /** The first node that is not below this one. */
  afters: Int32Array;
  flags: Uint8Array;
}

export class Tree {
  readonly language: LanguageId;
  readonly source: string;
  readonly size: number;
  /** True if some of the text does not parse. */
  readonly hasError: boolean;
  /** For loops where a method call for each value is too slow. */
  readonly nodes: NodeArrays;
  readonly grammar: Grammar;
  private lineStarts: Int32Array | undefined;
  private befores: Int32Array | undefined;

  constructor(grammar: Grammar, source: string, nodes: NodeArrays, size: number, hasError: boolean) {
    this.grammar = grammar;
    this.language = grammar.id;
    this.source = source;
    this.nodes = nodes;
    this.size = size;
    this.hasError = hasError;
  }

  kind(node: TreeNode): string {
    if (node < 0) return "";
    return this.grammar.kinds[this.nodes.kinds[node] ?? 0] ?? "ERROR";
  }

  /** The name of the field of its parent that holds it, or "". */
  field(node: TreeNode): string {
    return node < 0 ? "" : (this.grammar.fields[this.nodes.fields[node] ?? 0] ?? "");
  }

  isNamed(node: TreeNode): boolean {
    return node >= 0 && this.grammar.isNamed[this.nodes.kinds[node] ?? 0] !== 0;
  }

  isError(node: TreeNode): boolean {
    return this.kind(node) === "ERROR";
  }

  isMissing(node: TreeNode): boolean {
    return node >= 0 && ((this.nodes.flags[node] ?? 0) & isMissingBit) !== 0;
  }

  start(node: TreeNode): number {
    return node < 0 ? 0 : (this.nodes.starts[node] ?? 0);
  }

  end(node: TreeNode): number {
    return node < 0 ? 0 : (this.nodes.ends[node] ?? 0);
  }

  text(node: TreeNode): string {
    return node < 0 ? "" : this.source.slice(this.nodes.starts[node], this.nodes.ends[node]);
  }

  parent(node: TreeNode): TreeNode {
    return node < 0 ? NONE : (this.nodes.parents[node] ?? NONE);
  }

  /** The first node that is not below this one: the next sibling, or one of a parent's. */
  after(node: TreeNode): TreeNode {
    return node < 0 ? NONE : (this.nodes.afters[node] ?? this.size);
  }

  first(node: TreeNode): TreeNode {
    return node >= 0 && this.after(node) > node + 1 ? node + 1 : NONE;
  }

  next(node: TreeNode): TreeNode {
    const after = this.after(node);
    return after >= 0 && after < this.size && this.parent(after) === this.parent(node) ? after : NONE;
  }

  /** The sibling before. */
  previous(node: TreeNode): TreeNode {
    return node < 0 ? NONE : (this.siblingsBefore()[node] ?? NONE);
  }

  isLeaf(node: TreeNode): boolean {
    return this.first(node) === NONE;
  }

  isInside(node: TreeNode, outer: TreeNode): boolean {
    return outer >= 0 && node >= outer && node < this.after(outer);
  }

  /** The first child in this field. */
  child(node: TreeNode, field: string): TreeNode {
    for (let at = this.first(node); at !== NONE; at = this.next(at)) if (this.field(at) === field) return at;
    return NONE;
  }

  /** The first child of one of these kinds. */
  childOfKind(node: TreeNode, ...kinds: readonly string[]): TreeNode {
    for (let at = this.first(node); at !== NONE; at = this.next(at))
      if (kinds.includes(this.kind(at))) return at;
    return NONE;
  }

  children(node: TreeNode): TreeNode[] {
    const found: TreeNode[] = [];
    for (let at = this.first(node); at !== NONE; at = this.next(at)) found.push(at);
    return found;
  }

  childrenIn(node: TreeNode, field: string): TreeNode[] {
    return this.children(node).filter((at) => this.field(at) === field);
  }

  /** Without keywords, punctuation and comments. */
  named(node: TreeNode): TreeNode[] {
    return this.children(node).filter((at) => this.isNamed(at) && !this.isComment(at));
  }

  /** Every grammar here has "comment" in the kinds of its comments and nowhere else. */
  isComment(node: TreeNode): boolean {
    return this.kind(node).includes("comment");
  }

  /** The nearest node around this one (not itself) of one of these kinds. */
  enclosing(node: TreeNode, kinds: ReadonlySet<string>): TreeNode {
    let at = this.parent(node);
    while (at !== NONE && !kinds.has(this.kind(at))) at = this.parent(at);
    return at;
  }

  /** Begins with 1. */
  line(node: TreeNode): number {
    return this.lineAt(this.start(node));
  }

  endLine(node: TreeNode): number {
    return this.lineAt(Math.max(this.start(node), this.end(node) - 1));
  }

  /** Begins with 1. */
  column(node: TreeNode): number {
    const start = this.start(node);
    return start - (this.startsOfLines()[this.lineAt(start) - 1] ?? 0) + 1;
  }

  /** The line of an offset in the text. Begins with 1. */
  lineAt(offset: number): number {
    const starts = this.startsOfLines();
    let low = 0;
    let high = starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  private siblingsBefore(): Int32Array {
    if (!this.befores) {
      const befores = new Int32Array(this.size).fill(NONE);
      const lastChildren = new Int32Array(this.size).fill(NONE);
      for (let node = 1; node < this.size; node++) {
        const parent = this.nodes.parents[node] ?? 0;
        befores[node] = lastChildren[parent] ?? NONE;
        lastChildren[parent] = node;
      }
      this.befores = befores;
    }
    return this.befores;
  }

  private startsOfLines(): Int32Array {
    if (!this.lineStarts) {
      const starts = [0];
      for (let at = this.source.indexOf("\n"); at !== -1; at = this.source.indexOf("\n", at + 1))
        starts.push(at + 1);
      this.lineStarts = Int32Array.from(starts);
    }
    return this.lineStarts;
  }
}
