// Python calls as written: the called name, its arguments, and what form the call has.

import type { Argument } from "../builder.ts";
import { type Alloc, argument, callFlag } from "../summary.ts";
import { none } from "../syntax.ts";
import type { Expressions } from "./expressions.ts";
import { bindingOf, type Scope } from "./scopes.ts";

export function readCall(expressions: Expressions, scope: Scope, node: number): number {
  const { reader, builder } = expressions;
  const callee = reader.child(node, "function");
  const list = reader.child(node, "arguments");
  const isMethod = reader.kind(callee) === "attribute";
  const nameNode = isMethod ? reader.child(callee, "attribute") : callee;
  const at = expressions.place(scope, nameNode === none ? callee : nameNode);
  const flags = formOf(expressions, scope, callee);
  const written = reader.textOf(callee).slice(0, 80);
  const target = isMethod
    ? expressions.value(scope, reader.child(callee, "object"))
    : expressions.value(scope, callee);
  const args = readArguments(expressions, scope, list);
  if (target < 0) return builder.call({ callee: builder.variable(), flags, written, args }, at);
  if (isMethod)
    return builder.call({ base: target, name: reader.textOf(nameNode), flags, written, args }, at);
  const isSuper = written === "super" && !bindingOf(scope, "super");
  const result = builder.call({ callee: target, flags, written, args }, at);
  if (isSuper) readSuper(expressions, scope, result, args);
  return result;
}

function readSuper(expressions: Expressions, scope: Scope, to: number, args: Argument[]): void {
  let at: Scope | undefined = scope;
  while (at && !(at.kind === "function" && at.parent?.kind === "class")) at = at.parent;
  if (!at?.parent) return;
  const self = args[1]?.[2] ?? (expressions.builder.allocs[at.owner] as Alloc).params?.[0]?.variable;
  if (self !== undefined && self >= 0) expressions.builder.super(to, self, at.parent.owner, false);
}

function readArguments(expressions: Expressions, scope: Scope, list: number): Argument[] {
  const { reader } = expressions;
  if (list === none) return [];
  if (reader.kind(list) !== "argument_list")
    return [[argument.positional, "", expressions.value(scope, list)]];
  const args: Argument[] = [];
  for (const one of reader.children(list)) {
    switch (reader.kind(one)) {
      case "keyword_argument":
        args.push([
          argument.keyword,
          reader.textOf(reader.child(one, "name")),
          expressions.value(scope, reader.child(one, "value")),
        ]);
        break;
      case "list_splat":
        args.push([argument.spread, "", expressions.value(scope, reader.first(one))]);
        break;
      case "dictionary_splat":
        args.push([argument.keywordSpread, "", expressions.value(scope, reader.first(one))]);
        break;
      case "comment":
        break;
      default:
        args.push([argument.positional, "", expressions.value(scope, one)]);
    }
  }
  return args;
}

/** How the called thing is written: what an edge's confidence starts from. */
export function formOf(expressions: Expressions, scope: Scope, callee: number): number {
  const { reader } = expressions;
  if (callee === none) return 0;
  if (reader.kind(callee) === "call")
    return formOf(expressions, scope, reader.child(callee, "function")) & callFlag.imported;
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
  return reader.kind(object) === "attribute" ? formOf(expressions, scope, object) & callFlag.imported : 0;
}
