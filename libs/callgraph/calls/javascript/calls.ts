// Reads JavaScript calls: functions, constructors, tagged templates, JSX elements.

import type { Argument } from "../builder.ts";
import { argument, callFlag } from "../summary.ts";
import { none } from "../syntax.ts";
import { superObject, value } from "./expressions.ts";
import { bindingOf, type Context, place, plain, type Scope } from "./scopes.ts";
import { annotate } from "./types.ts";

export function call(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const callee = bare(c, reader.child(node, "function"));
  const kind = reader.kind(callee);
  const written = reader.textOf(callee).slice(0, 80);
  const list = reader.child(node, "arguments");
  const module =
    kind === "identifier" || kind === "import" ? loadedModule(c, scope, callee, list) : undefined;
  if (module !== undefined) {
    const to = builder.variable();
    builder.import(to, module, kind === "import" ? undefined : "=");
    return to;
  }
  const flags = formOf(c, scope, callee);
  if (kind === "super") {
    const target = superObject(c, scope, true);
    const args = argumentsOf(c, scope, list);
    args.push([argument.receiver, "", scope.self]);
    if (target < 0) return -1;
    return builder.call(
      { callee: target, flags: callFlag.construct | callFlag.self, written, args },
      place(c, scope, callee),
    );
  }
  if (kind === "member_expression") {
    const property = reader.child(callee, "property");
    const objectNode = reader.child(callee, "object");
    const at = place(c, scope, property);
    if (reader.kind(objectNode) === "super") {
      const base = superObject(c, scope);
      const args = argumentsOf(c, scope, list);
      if (base < 0) return -1;
      const target = builder.variable();
      builder.load(target, base, reader.textOf(property), at);
      args.push([argument.receiver, "", scope.self]);
      return builder.call({ callee: target, flags: callFlag.self, written, args }, at);
    }
    const base = value(c, scope, objectNode);
    const args = argumentsOf(c, scope, list);
    const name = reader.textOf(property);
    if (base < 0) return builder.call({ callee: builder.variable(), flags, written, args }, at);
    return builder.call({ base, name, flags, written, args }, at);
  }
  if (kind === "subscript_expression") {
    const base = value(c, scope, reader.child(callee, "object"));
    const key = value(c, scope, reader.child(callee, "index"));
    const at = place(c, scope, callee);
    const target = builder.variable();
    if (base >= 0) builder.loadKey(target, base, key, at);
    const args = argumentsOf(c, scope, list);
    if (base >= 0) args.push([argument.receiver, "", base]);
    return builder.call({ callee: target, flags, written, args }, at);
  }
  const target = value(c, scope, callee);
  const args = argumentsOf(c, scope, list);
  return builder.call(
    { callee: target < 0 ? builder.variable() : target, flags, written, args },
    place(c, scope, callee),
  );
}

export function construct(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const callee = bare(c, reader.child(node, "constructor"));
  const target = value(c, scope, callee);
  const args = argumentsOf(c, scope, reader.child(node, "arguments"));
  const last = reader.kind(callee) === "member_expression" ? reader.child(callee, "property") : callee;
  const flags = formOf(c, scope, callee) | callFlag.construct;
  const written = reader.textOf(callee).slice(0, 80);
  const made = builder.call(
    { callee: target < 0 ? builder.variable() : target, flags, written, args },
    place(c, scope, last),
  );
  // new Map<string, Foo>() says what it will hold.
  const types = reader.child(node, "type_arguments");
  if (types !== none && /^(Map|Set|WeakMap|WeakSet|Array|Promise)$/.test(written))
    annotate(c, scope, node, made);
  return made;
}

export function tagged(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const callee = bare(c, reader.child(node, "function"));
  const isMember = reader.kind(callee) === "member_expression";
  const property = isMember ? reader.child(callee, "property") : callee;
  const target = value(c, scope, isMember ? reader.child(callee, "object") : callee);
  const args: Argument[] = [[argument.positional, "", -1]];
  for (const part of reader.children(reader.child(node, "arguments"))) {
    if (reader.kind(part) === "template_substitution") {
      args.push([argument.positional, "", value(c, scope, reader.first(part))]);
    }
  }
  const shape = { flags: formOf(c, scope, callee), written: reader.textOf(callee).slice(0, 80), args };
  const at = place(c, scope, property);
  if (target < 0) return builder.call({ ...shape, callee: builder.variable() }, at);
  return builder.call(
    isMember ? { ...shape, base: target, name: reader.textOf(property) } : { ...shape, callee: target },
    at,
  );
}

/** An element of a component calls it; its attributes are the component's first argument. */
export function jsx(c: Context, scope: Scope, node: number): number {
  const { reader, builder } = c;
  const isOpen = reader.kind(node) === "jsx_element";
  const tag = isOpen ? reader.child(node, "open_tag") : node;
  const name = reader.child(tag, "name");
  for (const child of reader.children(tag)) if (child !== name) value(c, scope, child);
  if (isOpen) {
    for (const child of reader.children(node)) {
      if (child !== tag && reader.kind(child) !== "jsx_closing_element") value(c, scope, child);
    }
  }
  const text = reader.textOf(name);
  if (name === none || (/^[a-z]/.test(text) && !text.includes("."))) return -1;
  const target = value(c, scope, name);
  if (target >= 0) {
    builder.call(
      { callee: target, flags: formOf(c, scope, name) | callFlag.construct, written: text, args: [] },
      place(c, scope, name),
    );
  }
  return -1;
}

function argumentsOf(c: Context, scope: Scope, list: number): Argument[] {
  const { reader } = c;
  const throws: Argument[] = scope.caught === undefined ? [] : [[argument.throws, "", scope.caught]];
  if (list === none) return throws;
  const given = reader.children(list).map((one): Argument => {
    const isSpread = reader.kind(one) === "spread_element";
    return [
      isSpread ? argument.spread : argument.positional,
      "",
      value(c, scope, isSpread ? reader.first(one) : one),
    ];
  });
  return [...given, ...throws];
}

/** The module of `require("x")` or `import("x")`. */
function loadedModule(c: Context, scope: Scope, callee: number, list: number): string | undefined {
  const { reader } = c;
  const first = reader.first(list);
  if (reader.kind(first) !== "string" && reader.kind(first) !== "template_string") return undefined;
  const text = plain(reader.textOf(first));
  if (reader.kind(callee) === "import") return text;
  return reader.textOf(callee) === "require" && !bindingOf(scope, "require") ? text : undefined;
}

/** Without parentheses and assertions. */
function bare(c: Context, node: number): number {
  const kind = c.reader.kind(node);
  const isWrapped =
    kind === "parenthesized_expression" ||
    kind === "non_null_expression" ||
    kind === "instantiation_expression";
  return isWrapped ? bare(c, c.reader.first(node)) : node;
}

function formOf(c: Context, scope: Scope, callee: number): number {
  const { reader } = c;
  const kind = reader.kind(callee);
  if (kind === "identifier") {
    const binding = bindingOf(scope, reader.textOf(callee));
    if (binding?.kind === "import") return callFlag.imported;
    return !binding || binding.kind === "definition" ? callFlag.direct : 0;
  }
  if (kind !== "member_expression") return 0;
  const object = reader.child(callee, "object");
  if (reader.kind(object) === "this") return callFlag.self;
  if (reader.kind(object) === "member_expression") return formOf(c, scope, object) & callFlag.imported;
  if (reader.kind(object) !== "identifier") return 0;
  const binding = bindingOf(scope, reader.textOf(object));
  if (binding?.kind === "import") return callFlag.imported;
  return binding?.kind === "definition" ? callFlag.direct : 0;
}
