// Reads Python expressions: each gives the variable that holds its value, or -1 when nothing callable can be in it.

import type { Builder, Place } from "../builder.ts";
import { type Alloc, type AllocKind, allocKind, functionFlag, openEnd } from "../summary.ts";
import { none, type Reader } from "../syntax.ts";
import { annotate } from "./annotations.ts";
import { readCall } from "./calls.ts";
import { readBinary, readComparison } from "./operators.ts";
import { bindingOf, declare, moduleOf, namesIn, newScope, type Scope } from "./scopes.ts";

type Lambda = (scope: Scope, node: number) => number;

const maxKeyLength = 60;
const maxDepth = 200;

export class Expressions {
  readonly reader: Reader;
  readonly builder: Builder;
  private readonly lambda: Lambda;
  private depth = 0;

  constructor(reader: Reader, builder: Builder, lambda: Lambda) {
    this.reader = reader;
    this.builder = builder;
    this.lambda = lambda;
  }

  value(scope: Scope, node: number): number {
    if (node === none || this.depth > maxDepth) return -1;
    this.depth++;
    const value = this.read(scope, node);
    this.depth--;
    return value;
  }

  private read(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const kind = reader.kind(node);
    switch (kind) {
      case "identifier":
        return this.name(scope, reader.textOf(node));
      case "attribute": {
        const base = this.value(scope, reader.child(node, "object"));
        if (base < 0) return -1;
        const name = reader.child(node, "attribute");
        const to = builder.variable();
        builder.load(to, base, reader.textOf(name), this.place(scope, name));
        return to;
      }
      case "call":
        return readCall(this, scope, node);
      case "lambda":
        return this.lambda(scope, node);
      case "string":
      case "concatenated_string":
        return this.string(scope, node);
      case "integer":
        return this.constant(reader.textOf(node));
      case "float":
        return this.literal(scope, node, allocKind.number, []);
      case "list":
        return this.literal(scope, node, allocKind.list, reader.children(node));
      case "tuple":
      case "expression_list":
      case "pattern_list":
        return this.literal(scope, node, allocKind.tuple, reader.children(node));
      case "set":
        return this.literal(scope, node, allocKind.set, reader.children(node));
      case "dictionary":
        return this.dictionary(scope, node);
      case "list_comprehension":
      case "set_comprehension":
      case "generator_expression":
      case "dictionary_comprehension":
        return this.comprehension(scope, node, kind);
      case "subscript":
        return this.subscript(scope, node);
      case "conditional_expression": {
        const [yes, test, no] = reader.children(node);
        this.value(scope, test ?? none);
        return this.either([this.value(scope, yes ?? none), this.value(scope, no ?? none)]);
      }
      case "boolean_operator":
        return this.either(reader.children(node).map((child) => this.value(scope, child)));
      case "parenthesized_expression":
      case "await":
      case "expression_statement":
      case "type":
        return this.value(scope, reader.first(node));
      case "named_expression": {
        const value = this.value(scope, reader.child(node, "value"));
        this.assign(scope, reader.child(node, "name"), value);
        return value;
      }
      case "assignment":
        return this.assignment(scope, node);
      case "augmented_assignment": {
        const value = this.value(scope, reader.child(node, "right"));
        const left = reader.child(node, "left");
        if (value >= 0 && reader.kind(left) === "identifier") {
          builder.extend(this.value(scope, left), value);
        } else this.value(scope, left);
        return -1;
      }
      case "yield":
        return this.yield(scope, node);
      case "as_pattern":
        return this.value(scope, reader.first(node));
      case "binary_operator":
        return readBinary(this, scope, node);
      case "comparison_operator":
        readComparison(this, scope, node);
        return -1;
      case "comment":
        return -1;
      default:
        for (const child of reader.children(node)) this.value(scope, child);
        return -1;
    }
  }

  name(scope: Scope, name: string): number {
    const holder = bindingOf(scope, name);
    if (holder) return declare(this.builder, holder, name);
    // Once a file: every use of a name of the language shares a variable.
    const module = moduleOf(scope);
    const key = ` ${name}`;
    const known = module.elsewhere.get(key) === "global" ? module.names.get(key) : undefined;
    if (known !== undefined) return known;
    const to = this.builder.variable();
    this.builder.global(to, name);
    module.elsewhere.set(key, "global");
    module.names.set(key, to);
    return to;
  }

  assign(scope: Scope, target: number, value: number): void {
    if (target === none) return;
    const { reader, builder } = this;
    switch (reader.kind(target)) {
      case "identifier": {
        const name = reader.textOf(target);
        builder.copy(declare(builder, bindingOf(scope, name) ?? scope, name), value);
        return;
      }
      case "attribute": {
        const base = this.value(scope, reader.child(target, "object"));
        const name = reader.child(target, "attribute");
        if (base >= 0) builder.store(base, reader.textOf(name), value, this.place(scope, name));
        return;
      }
      case "subscript": {
        const base = this.value(scope, reader.child(target, "value"));
        const key = this.value(scope, reader.child(target, "subscript"));
        if (base >= 0) builder.storeKey(base, key, value, this.place(scope, target));
        return;
      }
      case "pattern_list":
      case "tuple_pattern":
      case "list_pattern":
      case "tuple":
      case "list":
      case "parenthesized_expression":
        this.unpack(scope, reader.children(target), value);
        return;
    }
  }

  private unpack(scope: Scope, targets: number[], value: number): void {
    if (value < 0) return;
    const { reader, builder } = this;
    const star = targets.findIndex((one) => reader.kind(one).startsWith("list_splat"));
    targets.forEach((target, at) => {
      const part = builder.variable();
      if (at === star) {
        builder.slice(part, value, at);
        this.assign(scope, reader.first(target), part);
        return;
      }
      const index = star >= 0 && at > star ? String(at - targets.length) : String(at);
      builder.loadKey(part, value, this.constant(index), this.place(scope, target));
      this.assign(scope, target, part);
    });
  }

  private assignment(scope: Scope, node: number): number {
    const { reader } = this;
    const left = reader.child(node, "left");
    const right = reader.child(node, "right");
    const type = reader.child(node, "type");
    const value = right === none ? -1 : this.value(scope, right);
    if (left !== none) this.assign(scope, left, value);
    if (type !== none && left !== none) {
      const declared = this.builder.variable();
      annotate(this, scope, type, declared);
      this.assign(scope, left, declared);
    }
    return value;
  }

  constant(text: string): number {
    const to = this.builder.variable();
    this.builder.constant(to, text);
    return to;
  }

  private string(scope: Scope, node: number): number {
    const { reader } = this;
    let content = "";
    let start = "";
    for (const child of reader.children(node)) {
      const kind = reader.kind(child);
      if (kind === "string_content") content += reader.textOf(child);
      else if (kind === "interpolation" || kind === "string") {
        for (const inner of reader.children(child)) this.value(scope, inner);
        if (kind === "interpolation" && /^\w{1,30}$/.test(content)) start = content;
        content = "\n";
      }
    }
    if (start !== "") return this.constant(`'${start}${openEnd}`);
    if (content.length > maxKeyLength || content.includes("\n"))
      return this.literal(scope, node, allocKind.string, []);
    return this.constant(`'${content}`);
  }

  private literal(scope: Scope, node: number, kind: AllocKind, items: number[]): number {
    const { reader, builder } = this;
    const to = this.allocate(scope, node, kind);
    let index = 0;
    let isExact = true;
    for (const item of items) {
      if (reader.kind(item) === "comment") continue;
      if (reader.kind(item) === "list_splat") {
        const value = this.value(scope, reader.first(item));
        if (value >= 0) builder.extend(to, value);
        isExact = false;
        continue;
      }
      const value = this.value(scope, item);
      const key = isExact && kind !== allocKind.set ? this.constant(String(index)) : -1;
      if (value >= 0) builder.storeKey(to, key, value, this.place(scope, item));
      index++;
    }
    return to;
  }

  private dictionary(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const to = this.allocate(scope, node, allocKind.record);
    for (const pair of reader.children(node)) {
      if (reader.kind(pair) === "dictionary_splat") {
        const value = this.value(scope, reader.first(pair));
        if (value >= 0) builder.merge(to, value);
      } else if (reader.kind(pair) === "pair") {
        const key = this.value(scope, reader.child(pair, "key"));
        const value = this.value(scope, reader.child(pair, "value"));
        builder.storeKey(to, key, value, this.place(scope, pair));
      }
    }
    return to;
  }

  private comprehension(scope: Scope, node: number, kind: string): number {
    const { reader, builder } = this;
    const inner = newScope("comprehension", scope, scope.owner, scope.name);
    const isDictionary = kind === "dictionary_comprehension";
    const to = this.allocate(scope, node, isDictionary ? allocKind.record : allocKind.list);
    for (const clause of reader.children(node)) {
      if (reader.kind(clause) === "for_in_clause") {
        const iterated = this.value(inner, reader.child(clause, "right"));
        const left = reader.child(clause, "left");
        for (const name of namesIn(reader, left)) inner.names.set(name, builder.variable());
        const item = builder.variable();
        if (iterated >= 0) builder.element(item, iterated, this.place(scope, reader.child(clause, "right")));
        this.assign(inner, left, item);
      } else if (reader.kind(clause) === "if_clause") this.value(inner, reader.first(clause));
    }
    const body = reader.child(node, "body");
    const value = isDictionary ? this.value(inner, reader.child(body, "value")) : this.value(inner, body);
    const key = isDictionary ? this.value(inner, reader.child(body, "key")) : -1;
    if (value >= 0) builder.storeKey(to, key, value, this.place(scope, node));
    return to;
  }

  private subscript(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const base = this.value(scope, reader.child(node, "value"));
    const keyNode = reader.child(node, "subscript");
    if (keyNode !== none && reader.kind(keyNode) === "slice") {
      const from = reader.first(keyNode);
      for (const part of reader.children(keyNode)) this.value(scope, part);
      const to = builder.variable();
      const startsAt = from !== none && reader.start(from) === reader.start(keyNode);
      const start =
        startsAt && reader.kind(from) === "integer" ? Number(reader.textOf(from)) : startsAt ? -1 : 0;
      if (base >= 0) builder.slice(to, base, start);
      return base < 0 ? -1 : to;
    }
    const key = this.value(scope, keyNode);
    if (base < 0) return -1;
    const to = builder.variable();
    builder.loadKey(to, base, key, this.place(scope, node));
    return to;
  }

  private yield(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const child = reader.first(node);
    const value = child === none ? -1 : this.value(scope, child);
    let at: Scope | undefined = scope;
    while (at && at.kind !== "function") at = at.parent;
    if (!at) return -1;
    const alloc = builder.allocs[at.owner] as Alloc;
    alloc.flags |= functionFlag.generator;
    alloc.sent ??= builder.variable();
    if (value < 0) return alloc.sent;
    if (/^yield\s+from\b/.test(reader.textOf(node))) {
      builder.element(alloc.yields as number, value, this.place(scope, node));
    } else builder.copy(alloc.yields as number, value);
    return alloc.sent;
  }

  allocate(scope: Scope, node: number, kind: AllocKind): number {
    const { reader, builder } = this;
    const line = reader.line(node);
    const column = reader.column(node);
    const span = { name: "", owner: scope.owner, line, column, endLine: line, endColumn: 0, flags: 0 };
    const to = builder.variable();
    builder.alloc(to, builder.allocate(kind, span));
    return to;
  }

  either(values: number[]): number {
    const known = values.filter((value) => value >= 0);
    if (known.length < 2) return known[0] ?? -1;
    const to = this.builder.variable();
    for (const value of known) this.builder.copy(to, value);
    return to;
  }

  place(scope: Scope, node: number): Place {
    return { owner: scope.owner, line: this.reader.line(node), column: this.reader.column(node) };
  }
}
