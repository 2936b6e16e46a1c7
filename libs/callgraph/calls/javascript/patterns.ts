// Assignments in JavaScript: to a name, a property, or a pattern that takes a value apart.

import { none } from "../syntax.ts";
import { constant, either, keyOf, nameHint, value } from "./expressions.ts";
import { type Context, place, type Scope, variableOf } from "./scopes.ts";

export function assignTo(c: Context, scope: Scope, target: number, from: number): void {
  const { reader, builder } = c;
  if (target === none) return;
  switch (reader.kind(target)) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
    case "shorthand_property_identifier":
      builder.copy(variableOf(c, scope, reader.textOf(target)), from);
      return;
    case "member_expression": {
      const property = reader.child(target, "property");
      const objectNode = reader.child(target, "object");
      const base = reader.kind(objectNode) === "super" ? scope.self : value(c, scope, objectNode);
      if (base >= 0) builder.store(base, reader.textOf(property), from, place(c, scope, property));
      return;
    }
    case "subscript_expression": {
      const base = value(c, scope, reader.child(target, "object"));
      const key = value(c, scope, reader.child(target, "index"));
      if (base >= 0) builder.storeKey(base, key, from, place(c, scope, target));
      return;
    }
    case "parenthesized_expression":
    case "non_null_expression":
    case "as_expression":
      assignTo(c, scope, reader.first(target), from);
      return;
    case "assignment_pattern":
    case "object_assignment_pattern":
    case "assignment_expression": {
      const fallback = value(
        c,
        scope,
        reader.child(target, "right"),
        nameHint(c, reader.child(target, "left")),
      );
      assignTo(c, scope, reader.child(target, "left"), either(c, [from, fallback]));
      return;
    }
    case "object_pattern":
    case "object":
      objectPattern(c, scope, target, from);
      return;
    case "array_pattern":
    case "array":
      arrayPattern(c, scope, target, from);
      return;
  }
}

function objectPattern(c: Context, scope: Scope, target: number, from: number): void {
  const { reader, builder } = c;
  for (const part of reader.children(target)) {
    const kind = reader.kind(part);
    if (kind === "rest_pattern" || kind === "spread_element") {
      assignTo(c, scope, reader.first(part), from);
      continue;
    }
    const isPair = kind === "pair_pattern" || kind === "pair";
    const own = isPair
      ? reader.child(part, "key")
      : kind === "object_assignment_pattern"
        ? reader.child(part, "left")
        : part;
    const to = builder.variable();
    const key = keyOf(c, own);
    if (key !== undefined) builder.load(to, from, key, place(c, scope, part));
    else builder.loadKey(to, from, value(c, scope, reader.first(own)), place(c, scope, part));
    assignTo(c, scope, isPair ? reader.child(part, "value") : part, to);
  }
}

function arrayPattern(c: Context, scope: Scope, target: number, from: number): void {
  const { reader, builder } = c;
  let index = 0;
  let last = reader.start(target) + 1;
  for (const part of reader.children(target)) {
    // Holes leave only their commas.
    index += reader.text.slice(last, reader.start(part)).split(",").length - 1;
    last = reader.end(part);
    const to = builder.variable();
    if (reader.kind(part) === "rest_pattern" || reader.kind(part) === "spread_element") {
      builder.slice(to, from, index);
      assignTo(c, scope, reader.first(part), to);
    } else {
      builder.loadKey(to, from, constant(c, String(index)), place(c, scope, part));
      assignTo(c, scope, part, to);
    }
  }
}
