// Reads JavaScript expressions: each gives the variable that holds its value, or -1 when nothing callable can be in it.

import { type Alloc, type AllocKind, allocKind, functionFlag, openEnd } from "../summary.ts";
import { none } from "../syntax.ts";
import { call, construct, jsx, tagged } from "./calls.ts";
import { accessorFlags, readClass } from "./classes.ts";
import { readFunction } from "./functions.ts";
import { assignTo } from "./patterns.ts";
import { type Context, place, plain, type Scope, variableOf } from "./scopes.ts";
import { annotate } from "./types.ts";

const maxDepth = 300;
const maxKeyLength = 60;

/** `hint` names a function or class that has no name of its own. */
export function value(c: Context, scope: Scope, node: number, hint = ""): number {
  if (node === none || c.depth > maxDepth) return -1;
  c.depth++;
  const result = read(c, scope, node, hint);
  c.depth--;
  return result;
}

function read(c: Context, scope: Scope, node: number, hint: string): number {
  const { reader, builder } = c;
  switch (reader.kind(node)) {
    case "identifier":
    case "shorthand_property_identifier":
      return reader.textOf(node) === "undefined" ? -1 : variableOf(c, scope, reader.textOf(node));
    case "this":
      return scope.self;
    case "member_expression":
      return member(c, scope, node);
    case "subscript_expression": {
      const base = value(c, scope, reader.child(node, "object"));
      const key = value(c, scope, reader.child(node, "index"));
      if (base < 0) return -1;
      const to = builder.variable();
      builder.loadKey(to, base, key, place(c, scope, node));
      return to;
    }
    case "call_expression":
      return reader.kind(reader.child(node, "arguments")) === "template_string"
        ? tagged(c, scope, node)
        : call(c, scope, node);
    case "new_expression":
      return construct(c, scope, node);
    case "function_expression":
    case "generator_function":
    case "function_declaration":
    case "generator_function_declaration":
    case "arrow_function": {
      const name = reader.child(node, "name");
      return readFunction(c, scope, node, name === none ? hint : reader.textOf(name));
    }
    case "class":
    case "class_declaration": {
      const name = reader.child(node, "name");
      return readClass(c, scope, node, name === none ? hint : reader.textOf(name));
    }
    case "object":
      return object(c, scope, node);
    case "array":
      return array(c, scope, node);
    case "string": {
      const text = plain(reader.textOf(node));
      return text.length > maxKeyLength ? literal(c, scope, node, allocKind.string) : constant(c, text);
    }
    case "number":
      return constant(c, reader.textOf(node));
    case "template_string": {
      const parts = reader.children(node);
      for (const part of parts)
        if (reader.kind(part) === "template_substitution") value(c, scope, reader.first(part));
      const text = plain(reader.textOf(node));
      const isPlain = parts.every((part) => reader.kind(part) === "string_fragment");
      if (isPlain && text.length <= maxKeyLength) return constant(c, text);
      const [first] = parts;
      const start =
        first !== undefined && reader.kind(first) === "string_fragment" ? reader.textOf(first) : "";
      return isName.test(start) ? constant(c, start + openEnd) : literal(c, scope, node, allocKind.string);
    }
    case "regex":
      return -1;
    case "parenthesized_expression":
    case "non_null_expression":
      return value(c, scope, reader.first(node), hint);
    case "as_expression":
    case "satisfies_expression": {
      const [inner, type] = reader.children(node);
      const from = value(c, scope, inner ?? none, hint);
      if (type === undefined || reader.kind(node) === "satisfies_expression") return from;
      return either(c, [from, typed(c, scope, type)]);
    }
    case "type_assertion": {
      const [type, inner] = reader.children(node);
      return either(c, [value(c, scope, inner ?? none), typed(c, scope, type ?? none)]);
    }
    case "assignment_expression": {
      const left = reader.child(node, "left");
      const from = value(c, scope, reader.child(node, "right"), nameHint(c, left));
      if (from >= 0) assignTo(c, scope, left, from);
      else value(c, scope, left);
      return from;
    }
    case "augmented_assignment_expression": {
      const left = reader.child(node, "left");
      const from = value(c, scope, reader.child(node, "right"), nameHint(c, left));
      const before = value(c, scope, left);
      if (
        from >= 0 &&
        /\?\?=|\|\|=|&&=/.test(reader.text.slice(reader.end(left), reader.start(reader.child(node, "right"))))
      ) {
        assignTo(c, scope, left, from);
        return either(c, [before, from]);
      }
      return counted(c, scope, left);
    }
    case "update_expression":
      return counted(c, scope, reader.child(node, "argument"));
    case "ternary_expression":
      value(c, scope, reader.child(node, "condition"));
      return either(c, [
        value(c, scope, reader.child(node, "consequence"), hint),
        value(c, scope, reader.child(node, "alternative"), hint),
      ]);
    case "binary_expression": {
      const left = value(c, scope, reader.child(node, "left"));
      const right = value(c, scope, reader.child(node, "right"), hint);
      const operator = reader.text.slice(
        reader.end(reader.child(node, "left")),
        reader.start(reader.child(node, "right")),
      );
      if (/\?\?|\|\|/.test(operator)) return either(c, [left, right]);
      if (operator.includes("&&")) return right;
      return /[-+*/%]/.test(operator) ? computed(c, node) : -1;
    }
    case "sequence_expression": {
      let last = -1;
      for (const child of reader.children(node)) last = value(c, scope, child);
      return last;
    }
    case "await_expression": {
      const from = value(c, scope, reader.first(node));
      if (from < 0) return -1;
      const to = builder.variable();
      builder.await(to, from);
      return to;
    }
    case "yield_expression":
      return yielded(c, scope, node);
    case "spread_element":
      return value(c, scope, reader.first(node));
    case "jsx_element":
    case "jsx_self_closing_element":
      return jsx(c, scope, node);
    case "type_annotation":
    case "type_arguments":
    case "type_parameters":
    case "comment":
      return -1;
    default:
      for (const child of reader.children(node)) value(c, scope, child);
      return -1;
  }
}

const isName = /^[\w$]{1,30}$/;

/** What counts may be any number from now on: an index that begins at 0 is not always 0. */
function counted(c: Context, scope: Scope, target: number): number {
  const kind = c.reader.kind(target);
  if (kind !== "identifier" && kind !== "member_expression") {
    value(c, scope, target);
    return -1;
  }
  const to = constant(c, openEnd);
  assignTo(c, scope, target, to);
  return to;
}

/** The result of an arithmetic or joining operator, where it may become a key. */
function computed(c: Context, node: number): number {
  const { reader } = c;
  const [left, right] = [reader.child(node, "left"), reader.child(node, "right")];
  if (reader.kind(left) === "number" || reader.kind(right) === "number") return constant(c, openEnd);
  const start = reader.kind(left) === "string" ? plain(reader.textOf(left)) : "";
  if (!isName.test(start)) return -1;
  return constant(c, start + (reader.kind(right) === "string" ? plain(reader.textOf(right)) : openEnd));
}

function member(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const property = reader.child(node, "property");
  const objectNode = reader.child(node, "object");
  const to = builder.variable();
  const base = reader.kind(objectNode) === "super" ? superObject(c, scope) : value(c, scope, objectNode);
  if (base < 0) return -1;
  builder.load(to, base, reader.textOf(property), place(c, scope, property));
  return to;
}

/** What `super` is: the parent's prototype, or the parent in a static member. */
export function superObject(c: Context, scope: Scope, forCall = false): number {
  if (!scope.inClass || scope.self < 0) return -1;
  const to = c.builder.variable();
  c.builder.super(to, scope.self, scope.inClass.alloc, forCall || scope.inClass.isStatic);
  return to;
}

function object(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const to = literal(c, scope, node, allocKind.record);
  for (const part of reader.children(node)) {
    const at = place(c, scope, part);
    switch (reader.kind(part)) {
      case "shorthand_property_identifier":
        builder.store(to, reader.textOf(part), value(c, scope, part), at);
        break;
      case "pair": {
        const keyNode = reader.child(part, "key");
        const key = keyOf(c, keyNode);
        const from = value(c, scope, reader.child(part, "value"), key ?? "");
        if (key === undefined) builder.storeKey(to, value(c, scope, reader.first(keyNode)), from, at);
        else if (from >= 0) builder.store(to, key, from, at);
        break;
      }
      case "method_definition": {
        const nameNode = reader.child(part, "name");
        const key = keyOf(c, nameNode);
        const flags = functionFlag.method | accessorFlags(c, part, nameNode);
        const from = readFunction(c, scope, part, key ?? "(computed)", { flags, self: to });
        if (key === undefined) builder.storeKey(to, value(c, scope, reader.first(nameNode)), from, at);
        else builder.store(to, key, from, at);
        break;
      }
      case "spread_element": {
        const from = value(c, scope, reader.first(part));
        if (from >= 0) builder.merge(to, from);
      }
    }
  }
  return to;
}

function array(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const to = literal(c, scope, node, allocKind.list);
  let index = 0;
  let isExact = true;
  let last = reader.start(node) + 1;
  for (const part of reader.children(node)) {
    index += reader.text.slice(last, reader.start(part)).split(",").length - 1;
    last = reader.end(part);
    if (reader.kind(part) === "spread_element") {
      const from = value(c, scope, reader.first(part));
      if (from >= 0) builder.extend(to, from);
      isExact = false;
      continue;
    }
    const from = value(c, scope, part);
    if (from >= 0)
      builder.storeKey(to, isExact ? constant(c, String(index)) : -1, from, place(c, scope, part));
  }
  return to;
}

function yielded(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const from = value(c, scope, reader.first(node));
  const alloc = builder.allocs[scope.owner] as Alloc;
  if (from >= 0 && alloc.yields !== undefined) {
    if (reader.hasKeyword(node, "*")) builder.element(alloc.yields, from, place(c, scope, node));
    else builder.copy(alloc.yields, from);
  }
  return alloc.sent ?? -1;
}

/** The name of a property when it is written out. */
export function keyOf(c: Context, node: number): string | undefined {
  const { reader } = c;
  if (reader.kind(node) !== "computed_property_name") return plain(reader.textOf(node));
  const inner = reader.first(node);
  const kind = reader.kind(inner);
  if (kind === "string" || kind === "number") return plain(reader.textOf(inner));
  if (kind === "member_expression" && reader.textOf(inner).startsWith("Symbol."))
    return `@@${reader.textOf(inner).slice(7)}`;
  return undefined;
}

export function constant(c: Context, text: string): number {
  const to = c.builder.variable();
  c.builder.constant(to, text);
  return to;
}

export function literal(c: Context, scope: Scope, node: number, kind: AllocKind): number {
  const { reader, builder } = c;
  const line = reader.line(node);
  const column = reader.column(node);
  const to = builder.variable();
  builder.alloc(
    to,
    builder.allocate(kind, {
      name: "",
      owner: scope.owner,
      line,
      column,
      endLine: line,
      endColumn: 0,
      flags: 0,
    }),
  );
  return to;
}

function typed(c: Context, scope: Scope, type: number): number {
  const to = c.builder.variable();
  annotate(c, scope, type, to);
  return to;
}

export function nameHint(c: Context, left: number): string {
  const { reader } = c;
  const kind = reader.kind(left);
  if (kind === "identifier") return reader.textOf(left);
  return kind === "member_expression" ? reader.textOf(left).slice(0, 60) : "";
}

export function either(c: Context, values: number[]): number {
  const known = values.filter((one) => one >= 0);
  if (known.length < 2) return known[0] ?? -1;
  const to = c.builder.variable();
  for (const one of known) c.builder.copy(to, one);
  return to;
}
