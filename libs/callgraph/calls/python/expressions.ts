// Reads Python expressions: each gives the variable that holds its value, or -1 when nothing callable can be in it.

import type { Argument, Builder, Place } from "../builder.ts";
import {
  type Alloc,
  type AllocKind,
  allocKind,
  argument,
  callFlag,
  functionFlag,
  openEnd,
} from "../summary.ts";
import { none, type Reader } from "../syntax.ts";
import { bindingOf, declare, moduleOf, namesIn, newScope, type Scope } from "./scopes.ts";

type Lambda = (scope: Scope, node: number) => number;

const longestKey = 60;
const deepest = 200;

const operators: Record<string, string> = {
  ...{ "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__" },
  ...{ "%": "__mod__", "**": "__pow__", "@": "__matmul__", "|": "__or__", "&": "__and__", "^": "__xor__" },
  ...{ "<<": "__lshift__", ">>": "__rshift__", "==": "__eq__", "!=": "__ne__", "<": "__lt__" },
  ...{ "<=": "__le__", ">": "__gt__", ">=": "__ge__", in: "__contains__" },
};

export class Expressions {
  private readonly reader: Reader;
  private readonly builder: Builder;
  private readonly lambda: Lambda;
  private depth = 0;

  constructor(reader: Reader, builder: Builder, lambda: Lambda) {
    this.reader = reader;
    this.builder = builder;
    this.lambda = lambda;
  }

  value(scope: Scope, node: number): number {
    if (node === none || this.depth > deepest) return -1;
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
        return this.call(scope, node);
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
        return this.binary(scope, node);
      case "comparison_operator":
        this.comparison(scope, node);
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
      this.annotate(scope, type, declared);
      this.assign(scope, left, declared);
    }
    return value;
  }

  // --- calls ---------------------------------------------------------------------------------------------------------

  private call(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const callee = reader.child(node, "function");
    const list = reader.child(node, "arguments");
    const isMethod = reader.kind(callee) === "attribute";
    const nameNode = isMethod ? reader.child(callee, "attribute") : callee;
    const at = this.place(scope, nameNode === none ? callee : nameNode);
    const flags = this.formOf(scope, callee);
    const written = reader.textOf(callee).slice(0, 80);
    const target = isMethod ? this.value(scope, reader.child(callee, "object")) : this.value(scope, callee);
    const args = this.arguments(scope, list);
    if (target < 0) return builder.call({ callee: builder.variable(), flags, written, args }, at);
    if (isMethod)
      return builder.call({ base: target, name: reader.textOf(nameNode), flags, written, args }, at);
    const isSuper = written === "super" && !bindingOf(scope, "super");
    const result = builder.call({ callee: target, flags, written, args }, at);
    if (isSuper) this.super(scope, result, args);
    return result;
  }

  private super(scope: Scope, to: number, args: Argument[]): void {
    let at: Scope | undefined = scope;
    while (at && !(at.kind === "function" && at.parent?.kind === "class")) at = at.parent;
    if (!at?.parent) return;
    const self = args[1]?.[2] ?? (this.builder.allocs[at.owner] as Alloc).params?.[0]?.variable;
    if (self !== undefined && self >= 0) this.builder.super(to, self, at.parent.owner, false);
  }

  private arguments(scope: Scope, list: number): Argument[] {
    const { reader } = this;
    if (list === none) return [];
    if (reader.kind(list) !== "argument_list") return [[argument.positional, "", this.value(scope, list)]];
    const args: Argument[] = [];
    for (const one of reader.children(list)) {
      switch (reader.kind(one)) {
        case "keyword_argument":
          args.push([
            argument.keyword,
            reader.textOf(reader.child(one, "name")),
            this.value(scope, reader.child(one, "value")),
          ]);
          break;
        case "list_splat":
          args.push([argument.spread, "", this.value(scope, reader.first(one))]);
          break;
        case "dictionary_splat":
          args.push([argument.keywordSpread, "", this.value(scope, reader.first(one))]);
          break;
        case "comment":
          break;
        default:
          args.push([argument.positional, "", this.value(scope, one)]);
      }
    }
    return args;
  }

  /** How the called thing is written: what an edge's confidence starts from. */
  formOf(scope: Scope, callee: number): number {
    const { reader } = this;
    if (callee === none) return 0;
    if (reader.kind(callee) === "call")
      return this.formOf(scope, reader.child(callee, "function")) & callFlag.imported;
    if (reader.kind(callee) === "identifier") {
      const name = reader.textOf(callee);
      const holder = bindingOf(scope, name);
      if (holder?.imported.has(name)) return callFlag.imported;
      return !holder || holder.defined.has(name) ? callFlag.direct : 0;
    }
    if (reader.kind(callee) !== "attribute") return 0;
    const object = reader.child(callee, "object");
    if (reader.kind(object) === "identifier") {
      const name = reader.textOf(object);
      if (name === "self" || name === "cls") return callFlag.self;
      const holder = bindingOf(scope, name);
      if (holder?.imported.has(name)) return callFlag.imported;
      if (holder?.defined.has(name)) return callFlag.direct;
    }
    if (reader.kind(object) === "call" && reader.textOf(reader.child(object, "function")) === "super")
      return callFlag.self;
    return reader.kind(object) === "attribute" ? this.formOf(scope, object) & callFlag.imported : 0;
  }

  // --- literals ------------------------------------------------------------------------------------------------------

  private constant(text: string): number {
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
    if (content.length > longestKey || content.includes("\n"))
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

  private binary(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const left = this.value(scope, reader.child(node, "left"));
    const right = this.value(scope, reader.child(node, "right"));
    const operator = this.between(reader.child(node, "left"), reader.child(node, "right")).trim();
    const start = operator === "+" ? this.plainString(reader.child(node, "left")) : undefined;
    if (start !== undefined) return this.constant(`'${start}${openEnd}`);
    if (left < 0) return right < 0 ? -1 : builder.variable();
    const made = this.operate(scope, node, left, operators[operator], right);
    if (operator !== "+" || right < 0) return made;
    // Lists are put together by +.
    const to = this.allocate(scope, node, allocKind.list);
    builder.extend(to, left);
    builder.extend(to, right);
    return this.either([to, made]);
  }

  private comparison(scope: Scope, node: number): void {
    const { reader } = this;
    const parts = reader.children(node);
    const values = parts.map((part) => this.value(scope, part));
    for (let i = 0; i + 1 < parts.length; i++) {
      const [one, other] = [parts[i] as number, parts[i + 1] as number];
      const operator = this.between(one, other).trim();
      const isIn = operator.endsWith("in");
      if (this.isPlain(one) || this.isPlain(other)) if (!isIn) continue;
      const [base, given] = isIn ? [values[i + 1], values[i]] : [values[i], values[i + 1]];
      this.operate(scope, node, base ?? -1, operators[isIn ? "in" : operator], given ?? -1);
    }
  }

  /** Calls the method of an operator, if the left side is an instance that has it. */
  private operate(scope: Scope, node: number, base: number, name: string | undefined, given: number): number {
    if (base < 0 || name === undefined) return this.builder.variable();
    const flags = callFlag.implicit | callFlag.operator;
    const args: Argument[] = [[argument.positional, "", given]];
    return this.builder.call({ base, name, flags, written: name, args }, this.place(scope, node));
  }

  private isPlain(node: number): boolean {
    return /^(string|integer|float|none|true|false)$/.test(this.reader.kind(node));
  }

  /** The text of a string that could begin a name. */
  private plainString(node: number): string | undefined {
    const { reader } = this;
    if (reader.kind(node) !== "string") return undefined;
    const content = reader.childOfKind(node, "string_content");
    const text = content === none ? "" : reader.textOf(content);
    return /^\w{1,30}$/.test(text) && reader.childOfKind(node, "interpolation") === none ? text : undefined;
  }

  private between(left: number, right: number): string {
    return this.reader.text.slice(this.reader.end(left), this.reader.start(right));
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

  /** What a variable of an annotated type may hold: instances of the classes named in it. */
  annotate(scope: Scope, type: number, to: number): void {
    const { reader, builder } = this;
    switch (reader.kind(type)) {
      case "type":
        this.annotate(scope, reader.first(type), to);
        return;
      case "identifier":
      case "attribute": {
        const value = this.value(scope, type);
        if (value >= 0) builder.inhabit(to, value);
        return;
      }
      case "string": {
        const content = reader.childOfKind(type, "string_content");
        const name = content === none ? "" : reader.textOf(content);
        const holder = /^\w+$/.test(name) ? bindingOf(scope, name) : undefined;
        if (holder) builder.inhabit(to, declare(builder, holder, name));
        return;
      }
      case "binary_operator":
        this.annotate(scope, reader.child(type, "left"), to);
        this.annotate(scope, reader.child(type, "right"), to);
        return;
      case "generic_type":
      case "subscript": {
        const [outer, ...inner] = reader.children(type);
        const parts = inner.flatMap((one) =>
          reader.kind(one) === "type_parameter" ? reader.children(one) : [one],
        );
        const name = reader.textOf(outer ?? type).replace(/^.*\./, "");
        if (
          name === "Optional" ||
          name === "Union" ||
          name === "Annotated" ||
          name === "Final" ||
          name === "ClassVar"
        ) {
          for (const one of parts) this.annotate(scope, one, to);
        } else if (
          /^(list|tuple|set|frozenset|dict|List|Tuple|Set|Dict|Sequence|Iterable|Iterator|Mapping)$/.test(
            name,
          )
        ) {
          const isMap = /dict|mapping/i.test(name);
          const holder = this.allocate(scope, type, isMap ? allocKind.record : allocKind.list);
          const item = builder.variable();
          this.annotate(scope, parts.at(-1) ?? none, item);
          builder.storeKey(holder, -1, item, this.place(scope, type));
          builder.copy(to, holder);
        } else if (outer !== undefined) this.annotate(scope, outer, to);
        return;
      }
    }
  }

  private allocate(scope: Scope, node: number, kind: AllocKind): number {
    const { reader, builder } = this;
    const line = reader.line(node);
    const column = reader.column(node);
    const span = { name: "", owner: scope.owner, line, column, endLine: line, endColumn: 0, flags: 0 };
    const to = builder.variable();
    builder.alloc(to, builder.allocate(kind, span));
    return to;
  }

  private either(values: number[]): number {
    const known = values.filter((value) => value >= 0);
    if (known.length < 2) return known[0] ?? -1;
    const to = this.builder.variable();
    for (const value of known) this.builder.copy(to, value);
    return to;
  }

  private place(scope: Scope, node: number): Place {
    return { owner: scope.owner, line: this.reader.line(node), column: this.reader.column(node) };
  }
}
