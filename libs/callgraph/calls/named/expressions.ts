// What an expression is, as far as its type can follow from it: a name, a field, a call, an element. The grammars of
// different languages use one name for one thing.

import { none, type Reader } from "../syntax.ts";
import type { Expression } from "./facts.ts";
import { typeNameOf } from "./names.ts";

export interface Scope {
  parent: Scope | undefined;
  type: string;
  caller: number;
  locals: Map<string, Expression>;
}

/** The parts of `a.b`, `a->b`, `a::b`. */
export function partsOf(reader: Reader, node: number): { of: number; name: number } | undefined {
  const fields: Record<string, [string[], string]> = {
    selector_expression: [["operand"], "field"],
    field_expression: [["value", "argument"], "field"],
    field_access: [["object"], "field"],
    member_access_expression: [["expression", "object"], "name"],
    conditional_access_expression: [["condition"], "name"],
    scoped_identifier: [["path", "scope"], "name"],
    qualified_identifier: [["scope"], "name"],
    navigation_expression: [["target"], "suffix"],
    class_constant_access_expression: [["class"], "name"],
  };
  const found = fields[reader.kind(node)];
  if (!found) return undefined;
  const children = reader.children(node);
  const of =
    found[0].map((field) => reader.child(node, field)).find((one) => one !== none) ?? children[0] ?? none;
  let name = reader.child(node, found[1]);
  if (name === none) name = children.at(-1) ?? none;
  if (reader.kind(name) === "navigation_suffix") name = reader.first(name);
  if (reader.kind(name) === "generic_function" || reader.kind(name) === "generic_name")
    name = reader.first(name);
  return of === none || name === none || of === name ? undefined : { of, name };
}

/** What a call calls. */
export function calleeOf(reader: Reader, call: number): number {
  const written = reader.child(call, "function");
  return unwrapped(reader, written === none ? reader.first(call) : written);
}

function unwrapped(reader: Reader, node: number): number {
  const kind = reader.kind(node);
  if (kind === "generic_function") return unwrapped(reader, reader.child(node, "function"));
  return kind === "parenthesized_expression" ? unwrapped(reader, reader.first(node)) : node;
}

export function expressionOf(reader: Reader, node: number, scope: Scope, depth = 0): Expression | undefined {
  if (node === none || depth > 12) return undefined;
  const kind = reader.kind(node);
  switch (kind) {
    case "this":
    case "self":
    case "this_expression":
    case "self_expression":
      return { is: "self" };
    case "super":
    case "base":
    case "super_expression":
      return { is: "super" };
    case "identifier":
    case "simple_identifier":
    case "type_identifier":
    case "field_identifier":
    case "package_identifier":
    case "constant":
    case "name":
    case "variable_name":
    case "variable": {
      const text = reader.textOf(node).replace(/^\$/, "");
      if (text === "this" || text === "self") return { is: "self" };
      for (let at: Scope | undefined = scope; at; at = at.parent) {
        const held = at.locals.get(text);
        if (held) return held;
      }
      return { is: "name", name: text };
    }
    case "call_expression":
    case "invocation_expression":
    case "function_call_expression": {
      const callee = calleeOf(reader, node);
      const parts = partsOf(reader, callee);
      if (!parts) return { is: "call", name: reader.textOf(callee) };
      const of = expressionOf(reader, parts.of, scope, depth + 1);
      return of && { is: "call", of, name: reader.textOf(parts.name) };
    }
    case "method_invocation":
    case "member_call_expression":
    case "scoped_call_expression": {
      const of = [reader.child(node, "object"), reader.child(node, "scope")].find((one) => one !== none);
      const inner = of === undefined ? undefined : expressionOf(reader, of, scope, depth + 1);
      if (of !== undefined && !inner) return undefined;
      return { is: "call", ...(inner && { of: inner }), name: reader.textOf(reader.child(node, "name")) };
    }
    case "call": {
      const of = reader.child(node, "receiver");
      const inner = of === none ? undefined : expressionOf(reader, of, scope, depth + 1);
      const name = reader.textOf(reader.child(node, "method"));
      if (name === "new" && inner?.is === "name") return { is: "type", type: { name: inner.name } };
      return of !== none && !inner ? undefined : { is: "call", ...(inner && { of: inner }), name };
    }
    case "object_creation_expression":
    case "composite_literal":
    case "struct_expression":
    case "cast_expression":
    case "new_expression":
    case "type_cast_expression": {
      const type = [reader.child(node, "type"), reader.child(node, "name"), reader.first(node)].find(
        (one) => one !== none,
      );
      const name = type === undefined ? undefined : typeNameOf(reader, type);
      return name && { is: "type", type: name };
    }
    case "index_expression":
    case "subscript_expression":
    case "element_access_expression":
    case "array_access": {
      const of = expressionOf(reader, reader.first(node), scope, depth + 1);
      return of && { is: "element", of };
    }
    case "parenthesized_expression":
    case "unary_expression":
    case "reference_expression":
    case "pointer_expression":
    case "try_expression":
    case "await_expression":
    case "non_null_expression":
      return expressionOf(reader, reader.first(node), scope, depth + 1);
  }
  const parts = partsOf(reader, node);
  const of = parts && expressionOf(reader, parts.of, scope, depth + 1);
  return parts && of && { is: "field", of, name: reader.textOf(parts.name) };
}
