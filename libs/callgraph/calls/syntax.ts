// Reads a light tree without keywords, punctuation and comments, which say nothing about calls.

import type { Grammar } from "../grammars.ts";
import type { Tree } from "../tree.ts";

export const none = -1;

const visibleKinds = new WeakMap<Grammar, Uint8Array>();
const fieldIds = new WeakMap<Grammar, Map<string, number>>();

export class Reader {
  readonly tree: Tree;
  readonly text: string;
  private readonly kindNames: readonly string[];
  private readonly kinds: Uint16Array;
  private readonly fields: Uint8Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly afters: Int32Array;
  private readonly visible: Uint8Array;
  private readonly fieldOf: Map<string, number>;
  private readonly lineStarts: number[] = [0];
  private lastLine = 0;

  constructor(tree: Tree) {
    this.tree = tree;
    this.text = tree.source;
    this.kindNames = tree.grammar.kinds;
    this.kinds = tree.nodes.kinds;
    this.fields = tree.nodes.fields;
    this.starts = tree.nodes.starts;
    this.ends = tree.nodes.ends;
    this.afters = tree.nodes.afters;
    this.visible = visibleOf(tree.grammar);
    this.fieldOf = fieldsOf(tree.grammar);
    for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1))
      this.lineStarts.push(at + 1);
  }

  kind(node: number): string {
    return node < 0 ? "" : (this.kindNames[this.kinds[node] as number] ?? "ERROR");
  }

  isVisible(node: number): boolean {
    return (this.visible[this.kinds[node] as number] ?? 1) === 1;
  }

  textOf(node: number): string {
    return node < 0 ? "" : this.text.slice(this.starts[node], this.ends[node]);
  }

  start(node: number): number {
    return this.starts[node] as number;
  }

  end(node: number): number {
    return this.ends[node] as number;
  }

  after(node: number): number {
    return this.afters[node] as number;
  }

  line(node: number): number {
    return this.lineAt(this.starts[node] as number) + 1;
  }

  endLine(node: number): number {
    return this.lineAt(this.ends[node] as number) + 1;
  }

  column(node: number): number {
    return this.columnAt(this.starts[node] as number);
  }

  columnAt(offset: number): number {
    return offset - (this.lineStarts[this.lineAt(offset)] as number) + 1;
  }

  /** From 0. Questions come mostly in the order of the text, so the search starts where the last one ended. */
  lineAt(offset: number): number {
    const starts = this.lineStarts;
    let at = this.lastLine;
    if ((starts[at] as number) > offset || offset - (starts[at] as number) > 4000) {
      let low = 0;
      let high = starts.length;
      while (low + 1 < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] as number) <= offset) low = middle;
        else high = middle;
      }
      at = low;
    } else while (at + 1 < starts.length && (starts[at + 1] as number) <= offset) at++;
    this.lastLine = at;
    return at;
  }

  first(node: number): number {
    if (node < 0) return none;
    const until = this.afters[node] as number;
    let child = node + 1;
    while (child < until && !this.isVisible(child)) child = this.afters[child] as number;
    return child < until ? child : none;
  }

  next(node: number, parent: number): number {
    const until = this.afters[parent] as number;
    let child = this.afters[node] as number;
    while (child < until && !this.isVisible(child)) child = this.afters[child] as number;
    return child < until ? child : none;
  }

  children(node: number): number[] {
    const found: number[] = [];
    for (let child = this.first(node); child !== none; child = this.next(child, node)) found.push(child);
    return found;
  }

  /** The first child in this field. */
  child(node: number, field: string): number {
    const id = this.fieldOf.get(field);
    if (id === undefined || node < 0) return none;
    const until = this.afters[node] as number;
    for (let child = node + 1; child < until; child = this.afters[child] as number) {
      if (this.fields[child] === id && this.isVisible(child)) return child;
    }
    return none;
  }

  all(node: number, field: string): number[] {
    const id = this.fieldOf.get(field);
    return id === undefined ? [] : this.children(node).filter((child) => this.fields[child] === id);
  }

  childOfKind(node: number, kind: string): number {
    for (let child = this.first(node); child !== none; child = this.next(child, node)) {
      if (this.kind(child) === kind) return child;
    }
    return none;
  }

  /** A keyword before `end` among the direct children. */
  hasKeyword(node: number, keyword: string, end = this.ends[node] as number): boolean {
    const until = this.afters[node] as number;
    for (let child = node + 1; child < until; child = this.afters[child] as number) {
      if ((this.starts[child] as number) >= end) return false;
      if (this.kind(child) === keyword) return true;
    }
    return false;
  }
}

function visibleOf(grammar: Grammar): Uint8Array {
  let known = visibleKinds.get(grammar);
  if (!known) {
    known = Uint8Array.from(grammar.kinds, (kind, id) =>
      grammar.isNamed[id] === 1 && !kind.includes("comment") ? 1 : 0,
    );
    visibleKinds.set(grammar, known);
  }
  return known;
}

function fieldsOf(grammar: Grammar): Map<string, number> {
  let known = fieldIds.get(grammar);
  if (!known) {
    known = new Map(grammar.fields.map((name, id) => [name, id]));
    fieldIds.set(grammar, known);
  }
  return known;
}
