// Reads TypeScript's types as values: a type is what a variable of it may hold.

import { type Alloc, type AllocKind, allocKind, functionFlag } from "../summary.ts";
import { none } from "../syntax.ts";
import { constant, keyOf, literal } from "./expressions.ts";
import { readFunction } from "./functions.ts";
import { bindingOf, type Context, declare, place, type Scope, variableOf } from "./scopes.ts";

const lists = new Set(["Array", "ReadonlyArray", "Iterable", "IterableIterator", "Iterator", "ArrayLike"]);
const sets = new Set(["Set", "ReadonlySet", "WeakSet"]);
const maps = new Set(["Map", "ReadonlyMap", "WeakMap"]);
const generators = new Set([
  "Generator",
  "AsyncGenerator",
  "AsyncIterable",
  "AsyncIterableIterator",
  "AsyncIterator",
]);
const same = new Set([
  "Partial",
  "Required",
  "Readonly",
  "NonNullable",
  "Pick",
  "Omit",
  "Awaited",
  "NoInfer",
]);

/** Puts what a variable of this type may hold into `to`. */
export function annotate(c: Context, scope: Scope, type: number, to: number): void {
  if (type === none || c.depth > 200) return;
  c.depth++;
  read(c, scope, type, to);
  c.depth--;
}

/** Like `annotate`, for a variable of which the type may say all. */
export function declareType(c: Context, scope: Scope, type: number, variable: number): void {
  const declared = c.builder.variable();
  annotate(c, scope, type, declared);
  c.builder.copy(variable, declared);
  c.builder.typed.push([variable, declared]);
}

function read(c: Context, scope: Scope, type: number, to: number): void {
  const { reader, builder } = c;
  switch (reader.kind(type)) {
    case "type_annotation":
    case "parenthesized_type":
    case "readonly_type":
    case "optional_type":
    case "rest_type":
      annotate(c, scope, reader.first(type), to);
      return;
    case "type_identifier":
    case "identifier":
      named(c, scope, reader.textOf(type), to);
      return;
    case "nested_type_identifier":
    case "nested_identifier": {
      const outer = reader.child(type, "module");
      const object = outer === none ? -1 : variableOf(c, scope, reader.textOf(outer));
      if (object < 0) return;
      const inner = builder.variable();
      builder.load(inner, object, reader.textOf(reader.child(type, "name")), place(c, scope, type));
      builder.inhabit(to, inner);
      return;
    }
    case "this_type":
    case "this":
      if (scope.self >= 0) builder.copy(to, scope.self);
      return;
    case "union_type":
    case "intersection_type":
      for (const part of reader.children(type)) annotate(c, scope, part, to);
      return;
    case "array_type": {
      const list = literal(c, scope, type, allocKind.list);
      const item = builder.variable();
      annotate(c, scope, reader.first(type), item);
      builder.storeKey(list, -1, item, place(c, scope, type));
      builder.copy(to, list);
      return;
    }
    case "tuple_type": {
      const list = literal(c, scope, type, allocKind.list);
      reader.children(type).forEach((part, at) => {
        const item = builder.variable();
        const inner = reader.child(part, "type");
        annotate(c, scope, inner === none ? part : inner, item);
        builder.storeKey(list, constant(c, String(at)), item, place(c, scope, type));
      });
      builder.copy(to, list);
      return;
    }
    case "generic_type":
    case "new_expression":
      generic(c, scope, type, to);
      return;
    case "object_type": {
      const record = literal(c, scope, type, allocKind.record);
      members(c, scope, type, record);
      builder.copy(to, record);
      return;
    }
    case "function_type":
    case "constructor_type":
      builder.copy(to, readFunction(c, scope, type, "", { flags: functionFlag.bodiless }));
      return;
    case "type_query": {
      const what = reader.first(type);
      if (reader.kind(what) === "identifier") builder.copy(to, variableOf(c, scope, reader.textOf(what)));
      return;
    }
    case "lookup_type": {
      const [outer, key] = reader.children(type);
      const object = builder.variable();
      annotate(c, scope, outer ?? none, object);
      const name = key === undefined ? "" : reader.textOf(key).replace(/["']/g, "");
      if (/^[\w$]+$/.test(name)) builder.load(to, object, name, place(c, scope, type));
      return;
    }
  }
}

function named(c: Context, scope: Scope, name: string, to: number): void {
  if (bindingOf(scope, name)) c.builder.inhabit(to, variableOf(c, scope, name));
}

function generic(c: Context, scope: Scope, type: number, to: number): void {
  const { reader, builder } = c;
  const nameNode =
    reader.child(type, "name") === none ? reader.child(type, "constructor") : reader.child(type, "name");
  const name = reader.textOf(nameNode);
  const args = reader.children(reader.child(type, "type_arguments"));
  const at = place(c, scope, type);
  const holder = (kind: AllocKind): number => {
    const made = literal(c, scope, type, kind);
    builder.copy(to, made);
    return made;
  };
  const held = (one: number | undefined): number => {
    const item = builder.variable();
    annotate(c, scope, one ?? none, item);
    return item;
  };
  if (bindingOf(scope, name) || reader.kind(nameNode) === "nested_type_identifier") {
    annotate(c, scope, nameNode, to);
    return;
  }
  if (name === "Promise" || name === "PromiseLike")
    builder.store(holder(allocKind.promise), "<value>", held(args[0]), at);
  else if (lists.has(name)) builder.storeKey(holder(allocKind.list), -1, held(args[0]), at);
  else if (sets.has(name)) builder.storeKey(holder(allocKind.set), -1, held(args[0]), at);
  else if (maps.has(name)) {
    const map = holder(allocKind.map);
    builder.store(map, "<key>", held(args[0]), at);
    builder.storeKey(map, -1, held(args[1]), at);
  } else if (generators.has(name)) builder.storeKey(holder(allocKind.generator), -1, held(args[0]), at);
  else if (name === "Record") builder.storeKey(holder(allocKind.record), -1, held(args[1]), at);
  else if (same.has(name)) annotate(c, scope, args[0] ?? none, to);
  else if (name === "ReturnType" || name === "InstanceType") {
    const callee = held(args[0]);
    const flags = 64 | (name === "InstanceType" ? 1 : 0);
    const result = builder.call(
      { callee, flags, written: "", args: [] },
      { owner: -1, line: at.line, column: at.column },
    );
    builder.copy(to, result);
  }
}

/** Members of an interface or object type become fields of the record that stands for it. */
function members(c: Context, scope: Scope, body: number, record: number): void {
  const { reader, builder } = c;
  for (const member of reader.children(body)) {
    const nameNode = reader.child(member, "name");
    const key = nameNode === none ? undefined : keyOf(c, nameNode);
    const at = place(c, scope, member);
    switch (reader.kind(member)) {
      case "property_signature": {
        const item = builder.variable();
        annotate(c, scope, reader.child(member, "type"), item);
        if (key !== undefined) builder.store(record, key, item, at);
        break;
      }
      case "method_signature":
        if (key !== undefined) {
          builder.store(
            record,
            key,
            readFunction(c, scope, member, key, { flags: functionFlag.bodiless, self: record }),
            at,
          );
        }
        break;
      case "call_signature":
        builder.store(
          record,
          "<call>",
          readFunction(c, scope, member, "", { flags: functionFlag.bodiless }),
          at,
        );
        break;
      case "index_signature": {
        const item = builder.variable();
        annotate(c, scope, reader.child(member, "type"), item);
        builder.storeKey(record, -1, item, at);
      }
    }
  }
}

export function declareInterface(c: Context, scope: Scope, node: number): void {
  const { reader, builder } = c;
  const name = reader.textOf(reader.child(node, "name"));
  const inner: Scope = { ...scope, parent: scope, isFunction: false, names: new Map() };
  typeParameters(c, inner, node);
  const record = literal(c, scope, node, allocKind.record);
  members(c, inner, reader.child(node, "body"), record);
  const extended = reader.childOfKind(node, "extends_type_clause");
  for (const base of extended === none ? [] : reader.children(extended)) {
    const from = builder.variable();
    annotate(c, inner, base, from);
    builder.merge(record, from);
  }
  nameType(c, scope, name, node, record);
}

export function declareAlias(c: Context, scope: Scope, node: number): void {
  const name = c.reader.textOf(c.reader.child(node, "name"));
  const inner: Scope = { ...scope, parent: scope, isFunction: false, names: new Map() };
  typeParameters(c, inner, node);
  const held = c.builder.variable();
  annotate(c, inner, c.reader.child(node, "value"), held);
  nameType(c, scope, name, node, held);
}

function nameType(c: Context, scope: Scope, name: string, node: number, held: number): void {
  const to = literal(c, scope, node, allocKind.type);
  const alloc = c.builder.allocs.at(-1) as Alloc;
  alloc.value = held;
  const binding = bindingOf(scope, name);
  c.builder.copy(binding?.variable ?? declare(c, scope, name, "definition"), to);
}

/** Type parameters are names of the declaration; a constraint says what they may hold. */
export function typeParameters(c: Context, scope: Scope, node: number): void {
  const { reader } = c;
  const list = reader.child(node, "type_parameters");
  for (const one of list === none ? [] : reader.children(list)) {
    const name = reader.child(one, "name");
    if (name === none) continue;
    const variable = declare(c, scope, reader.textOf(name), "variable");
    const constraint = reader.child(one, "constraint");
    const held = c.builder.variable();
    annotate(c, scope, reader.first(constraint), held);
    const to = literal(c, scope, one, allocKind.type);
    (c.builder.allocs.at(-1) as Alloc).value = held;
    c.builder.copy(variable, to);
  }
}
