// Reads a Python file into its summary: statements. Expressions are in expressions.ts.

import type { Tree } from "../../tree.ts";
import { Builder, type Place } from "../builder.ts";
import {
  type Alloc,
  allocKind,
  callFlag,
  type FileSummary,
  functionFlag,
  type Parameter,
} from "../summary.ts";
import { none, Reader } from "../syntax.ts";
import { annotate } from "./annotations.ts";
import { formOf } from "./calls.ts";
import { Expressions } from "./expressions.ts";
import { readImport, readImportFrom } from "./imports.ts";
import { bindingOf, collect, declare, newScope, type Scope } from "./scopes.ts";

export function summarisePython(path: string, tree: Tree): FileSummary {
  const front = new Front(tree);
  front.module();
  return front.builder.finish(path, "python");
}

/** Deeper code is left out: no person wrote it, and the stack is finite. */
const maxDepth = 400;

class Front {
  readonly builder = new Builder();
  private readonly reader: Reader;
  private readonly expressions: Expressions;
  private depth = 0;

  constructor(tree: Tree) {
    this.reader = new Reader(tree);
    this.expressions = new Expressions(this.reader, this.builder, (scope, node) => this.lambda(scope, node));
  }

  module(): void {
    const owner = this.builder.allocate(allocKind.module, this.span(0, "", -1));
    const scope = newScope("module", undefined, owner, "");
    for (const name of ["__name__", "__file__"]) declare(this.builder, scope, name);
    collect(this.reader, this.builder, scope, 0);
    this.block(scope, 0);
    for (const [name, variable] of scope.names) {
      if (!name.startsWith(" ")) this.builder.exports.push([name, variable]);
    }
  }

  private block(scope: Scope, block: number): void {
    if (block === none || ++this.depth > maxDepth) {
      if (block !== none) this.depth--;
      return;
    }
    for (let child = this.reader.first(block); child !== none; child = this.reader.next(child, block)) {
      this.statement(scope, child);
    }
    this.depth--;
  }

  private statement(scope: Scope, node: number): void {
    const { reader, builder, expressions } = this;
    switch (reader.kind(node)) {
      case "function_definition":
        this.bind(scope, node, this.function(scope, node));
        return;
      case "class_definition":
        this.bind(scope, node, this.class(scope, node));
        return;
      case "decorated_definition":
        this.decorated(scope, node);
        return;
      case "import_statement":
        readImport(reader, builder, scope, node);
        return;
      case "import_from_statement":
        readImportFrom(reader, builder, scope, node);
        return;
      case "return_statement": {
        const value = reader.first(node);
        const function_ = functionOf(scope);
        if (value !== none) {
          const result = expressions.value(scope, value);
          if (function_) builder.copy(this.valueOf(function_.owner), result);
        }
        return;
      }
      case "raise_statement":
        for (const child of reader.children(node)) {
          const value = expressions.value(scope, child);
          if (reader.kind(child) === "call" || value < 0) continue;
          const written = reader.textOf(child);
          builder.call(
            { callee: value, flags: callFlag.raise | formOf(expressions, scope, child), written, args: [] },
            this.place(scope, child),
          );
        }
        return;
      case "for_statement": {
        const iterated = expressions.value(scope, reader.child(node, "right"));
        const item = builder.variable();
        if (iterated >= 0) builder.element(item, iterated, this.place(scope, reader.child(node, "right")));
        expressions.assign(scope, reader.child(node, "left"), item);
        this.block(scope, reader.child(node, "body"));
        this.block(scope, reader.child(node, "alternative"));
        return;
      }
      case "with_statement":
        this.with(scope, node);
        return;
      case "except_clause":
      case "except_group_clause":
        this.except(scope, node);
        return;
      case "block":
      case "else_clause":
      case "finally_clause":
      case "try_statement":
      case "if_statement":
      case "elif_clause":
      case "while_statement":
      case "match_statement":
      case "case_clause":
        for (const child of reader.children(node)) {
          if (isStatement(reader.kind(child))) this.statement(scope, child);
          else if (reader.kind(child) !== "case_pattern") expressions.value(scope, child);
        }
        return;
      case "comment":
      case "pass_statement":
      case "global_statement":
      case "nonlocal_statement":
        return;
      default:
        for (const child of reader.children(node)) {
          if (isStatement(reader.kind(child))) this.statement(scope, child);
          else expressions.value(scope, child);
        }
    }
  }

  private bind(scope: Scope, node: number, value: number): void {
    const name = this.reader.textOf(this.reader.child(node, "name"));
    const holder = bindingOf(scope, name) ?? scope;
    this.builder.copy(declare(this.builder, holder, name), value);
  }

  private decorated(scope: Scope, node: number): void {
    const { reader, builder, expressions } = this;
    const definition = reader.child(node, "definition");
    if (definition === none) return;
    const decorators = reader.children(node).filter((child) => reader.kind(child) === "decorator");
    const values = decorators.map((decorator) => expressions.value(scope, reader.first(decorator)));
    const isFunction = reader.kind(definition) === "function_definition";
    const texts = decorators.map((decorator) => reader.textOf(reader.first(decorator)));
    const before = builder.allocs.length;
    let value = isFunction ? this.function(scope, definition) : this.class(scope, definition);
    if (isFunction && texts.includes("staticmethod"))
      (builder.allocs[before] as Alloc).flags |= functionFlag.static;
    if (isFunction && texts.includes("classmethod"))
      (builder.allocs[before] as Alloc).flags |= functionFlag.classMethod;
    for (let i = decorators.length - 1; i >= 0; i--) {
      const decorator = reader.first(decorators[i] as number);
      if ((values[i] as number) < 0) continue;
      value = builder.call(
        {
          callee: values[i] as number,
          flags: callFlag.decorator | formOf(expressions, scope, decorator),
          written: reader.textOf(decorator).slice(0, 80),
          args: [[0, "", value]],
        },
        this.place(scope, decorator),
      );
    }
    this.bind(scope, definition, value);
  }

  private function(scope: Scope, node: number): number {
    const { reader, builder } = this;
    const name = reader.textOf(reader.child(node, "name"));
    const { alloc, inner, value } = this.open(scope, node, name);
    const returns = reader.child(node, "return_type");
    if (returns !== none) annotate(this.expressions, scope, returns, alloc.value as number);
    if (scope.kind === "class") alloc.flags |= functionFlag.method;
    const body = reader.child(node, "body");
    if (this.isEmpty(body)) alloc.flags |= functionFlag.bodiless;
    collect(reader, builder, inner, body);
    this.block(inner, body);
    return value;
  }

  /** `...`, after a documentation or alone: what a protocol or an overload declares. */
  private isEmpty(body: number): boolean {
    const { reader } = this;
    const last = body === none ? undefined : reader.children(body).at(-1);
    if (last === undefined || reader.kind(reader.first(last)) !== "ellipsis") return false;
    return reader
      .children(body)
      .slice(0, -1)
      .every((one) => reader.kind(reader.first(one)) === "string");
  }

  private lambda(scope: Scope, node: number): number {
    let counter = scope;
    while (counter.kind === "comprehension" && counter.parent) counter = counter.parent;
    const { alloc, inner, value } = this.open(scope, node, `<lambda${++counter.lambdas}>`);
    const body = this.reader.child(node, "body");
    this.builder.copy(alloc.value as number, this.expressions.value(inner, body));
    return value;
  }

  /** A new function with its parameters; defaults belong to the scope around. */
  private open(scope: Scope, node: number, name: string): { alloc: Alloc; inner: Scope; value: number } {
    const { reader, builder, expressions } = this;
    const full = scope.name ? `${scope.name}.${name}` : name;
    const params: Parameter[] = [];
    const alloc: Omit<Alloc, "kind"> = {
      ...this.span(node, full, scope.owner),
      params,
      value: builder.variable(),
      yields: builder.variable(),
    };
    const owner = builder.allocate(allocKind.function, alloc);
    const inner = newScope("function", scope, owner, full);
    let namedOnly = false;
    const list = reader.child(node, "parameters");
    for (const one of list === none ? [] : reader.children(list)) {
      const kind = reader.kind(one);
      if (kind === "keyword_separator") namedOnly = true;
      const isTyped = kind === "typed_parameter";
      const target = isTyped ? reader.first(one) : one;
      const splat = reader.kind(target);
      const nameNode =
        kind === "default_parameter" || kind === "typed_default_parameter"
          ? reader.child(one, "name")
          : splat === "list_splat_pattern" || splat === "dictionary_splat_pattern"
            ? reader.first(target)
            : target;
      if (nameNode === none || reader.kind(nameNode) !== "identifier") continue;
      const paramName = reader.textOf(nameNode);
      const variable = declare(builder, inner, paramName);
      const isList = splat === "list_splat_pattern";
      const isKeywords = splat === "dictionary_splat_pattern";
      params.push({
        name: paramName,
        variable,
        kind: isList ? "list" : isKeywords ? "keywords" : namedOnly ? "named" : "plain",
      });
      if (isList) namedOnly = true;
      const initial = reader.child(one, "value");
      if (initial !== none) builder.copy(variable, expressions.value(scope, initial));
      const type = reader.child(one, "type");
      if (type !== none && !isList && !isKeywords) annotate(expressions, scope, type, variable);
    }
    const value = builder.variable();
    builder.alloc(value, owner);
    return { alloc: builder.allocs[owner] as Alloc, inner, value };
  }

  private class(scope: Scope, node: number): number {
    const { reader, builder, expressions } = this;
    const name = reader.textOf(reader.child(node, "name"));
    const full = scope.name ? `${scope.name}.${name}` : name;
    const bases: number[] = [];
    const list = reader.child(node, "superclasses");
    let metaclass: number | undefined;
    for (const base of list === none ? [] : reader.children(list)) {
      if (reader.kind(base) === "keyword_argument") {
        const value = expressions.value(scope, reader.child(base, "value"));
        if (reader.textOf(reader.child(base, "name")) === "metaclass" && value >= 0) metaclass = value;
      } else {
        const value = expressions.value(scope, base);
        if (value >= 0) bases.push(value);
      }
    }
    const owner = builder.allocate(allocKind.class, {
      ...this.span(node, full, scope.owner),
      bases,
      ...(metaclass !== undefined && { metaclass }),
    });
    const value = builder.variable();
    builder.alloc(value, owner);
    const inner = newScope("class", scope, owner, full);
    const body = reader.child(node, "body");
    collect(reader, builder, inner, body);
    this.block(inner, body);
    const alloc = builder.allocs[owner] as Alloc;
    alloc.fields = [...inner.names];
    const typed = this.typedNames(body).flatMap((own): [string, number][] => {
      const variable = inner.names.get(own);
      return variable === undefined ? [] : [[own, variable]];
    });
    if (typed.length > 0) alloc.typed = typed;
    return value;
  }

  /** The fields of a class that a constructor made from them takes, in order. */
  private typedNames(body: number): string[] {
    const { reader } = this;
    return (body === none ? [] : reader.children(body)).flatMap((statement) => {
      const inner = reader.first(statement);
      if (inner === none || reader.kind(inner) !== "assignment" || reader.child(inner, "type") === none)
        return [];
      const left = reader.child(inner, "left");
      return left !== none && reader.kind(left) === "identifier" ? [reader.textOf(left)] : [];
    });
  }

  private with(scope: Scope, node: number): void {
    const { reader, builder, expressions } = this;
    const clause = reader.childOfKind(node, "with_clause");
    for (const item of clause === none ? [] : reader.children(clause)) {
      let value = reader.child(item, "value");
      if (value === none) value = reader.first(item);
      if (value === none) continue;
      const isNamed = reader.kind(value) === "as_pattern";
      const manager = expressions.value(scope, isNamed ? reader.first(value) : value);
      if (manager < 0) continue;
      const at = this.place(scope, value);
      const implicit = (name: string): number =>
        builder.call({ base: manager, name, flags: callFlag.implicit, written: name, args: [] }, at);
      const isAsync = reader.hasKeyword(node, "async");
      const entered = implicit(isAsync ? "__aenter__" : "__enter__");
      implicit(isAsync ? "__aexit__" : "__exit__");
      const alias = isNamed ? reader.child(value, "alias") : none;
      if (alias !== none) expressions.assign(scope, reader.first(alias), entered);
    }
    this.block(scope, reader.child(node, "body"));
  }

  private except(scope: Scope, node: number): void {
    const { reader, builder, expressions } = this;
    for (const child of reader.children(node)) {
      const kind = reader.kind(child);
      if (isStatement(kind)) this.statement(scope, child);
      else if (kind === "as_pattern") {
        const type = expressions.value(scope, reader.first(child));
        const alias = reader.child(child, "alias");
        if (alias === none || type < 0) continue;
        const instance = builder.variable();
        builder.inhabit(instance, type);
        expressions.assign(scope, reader.first(alias), instance);
      } else expressions.value(scope, child);
    }
  }

  private valueOf(owner: number): number {
    return (this.builder.allocs[owner] as Alloc).value as number;
  }

  private place(scope: Scope, node: number): Place {
    return { owner: scope.owner, line: this.reader.line(node), column: this.reader.column(node) };
  }

  private span(node: number, name: string, owner: number): Omit<Alloc, "kind"> {
    const { reader } = this;
    return {
      name,
      owner,
      line: reader.line(node),
      column: reader.column(node),
      endLine: reader.endLine(node),
      endColumn: 0,
      flags: 0,
    };
  }
}

function functionOf(scope: Scope): Scope | undefined {
  let at: Scope | undefined = scope;
  while (at && at.kind !== "function") at = at.parent;
  return at;
}

function isStatement(kind: string): boolean {
  return (
    kind.endsWith("_statement") ||
    kind.endsWith("_clause") ||
    kind.endsWith("_definition") ||
    kind === "block"
  );
}
