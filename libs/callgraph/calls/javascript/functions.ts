// Reads JavaScript functions and their parameters.

import { type Alloc, allocKind, functionFlag, type Parameter } from "../summary.ts";
import { none } from "../syntax.ts";
import { value } from "./expressions.ts";
import { assignTo } from "./patterns.ts";
import { bindBlock, type Context, declare, hoistVars, namesIn, place, type Scope } from "./scopes.ts";
import { statements } from "./statements.ts";
import { declareType, typeParameters } from "./types.ts";

export interface FunctionOptions {
  flags?: number;
  /** What `this` is, when it is known without a call. */
  self?: number;
  inClass?: Scope["inClass"];
  /** Where the function begins when that is not where its node begins. */
  at?: { line: number; column: number };
}

/** Gives the variable that holds the function. */
export function readFunction(
  c: Context,
  scope: Scope,
  node: number,
  name: string,
  options: FunctionOptions = {},
): number {
  const { reader, builder } = c;
  const kind = reader.kind(node);
  const isArrow = kind === "arrow_function";
  const body = reader.child(node, "body");
  const beforeBody = body === none ? reader.end(node) : reader.start(body);
  const own = name || "(anonymous)";
  const full = scope.name ? `${scope.name}.${own}` : own;
  const isGenerator = kind.startsWith("generator") || (!isArrow && reader.hasKeyword(node, "*", beforeBody));
  const params: Parameter[] = [];
  const owner = builder.allocate(allocKind.function, {
    name: full,
    owner: scope.owner,
    line: options.at?.line ?? reader.line(node),
    column: options.at?.column ?? reader.column(node),
    endLine: reader.endLine(node),
    endColumn: reader.columnAt(reader.end(node)),
    flags:
      (options.flags ?? 0) |
      (isArrow ? functionFlag.arrow : 0) |
      (isGenerator ? functionFlag.generator : 0) |
      (reader.hasKeyword(node, "async", beforeBody) ? functionFlag.async : 0) |
      (body === none ? functionFlag.bodiless : 0),
    params,
    value: builder.variable(),
    yields: builder.variable(),
    throws: builder.variable(),
    ...(isGenerator ? { sent: builder.variable() } : {}),
    self: isArrow ? -1 : (options.self ?? builder.variable()),
  });
  const alloc = builder.allocs[owner] as Alloc;
  const inner: Scope = {
    parent: scope,
    owner,
    name: full,
    isFunction: true,
    names: new Map(),
    self: isArrow ? scope.self : (alloc.self as number),
    inClass: options.inClass ?? (isArrow ? scope.inClass : undefined),
  };
  const result = builder.variable();
  builder.alloc(result, owner);
  const ownName = reader.child(node, "name");
  if (kind === "function_expression" && ownName !== none) {
    builder.copy(declare(c, inner, reader.textOf(ownName), "definition"), result);
  }
  typeParameters(c, inner, node);
  readParameters(c, inner, node, params);
  const returns = reader.child(node, "return_type");
  if (returns !== none) declareType(c, inner, returns, alloc.value as number);
  if (body === none) return result;
  if (
    !isArrow &&
    c.hasArguments &&
    /\barguments\b/.test(reader.text.slice(reader.start(body), reader.end(body)))
  ) {
    params.push({
      name: "arguments",
      variable: declare(c, inner, "arguments", "variable"),
      kind: "keywords",
    });
  }
  if (reader.kind(body) !== "statement_block") {
    const given = value(c, inner, body);
    if (given >= 0) builder.copy(alloc.value as number, given);
  } else {
    hoistVars(c, inner, body);
    bindBlock(c, inner, body);
    statements(c, inner, body);
  }
  return result;
}

function readParameters(c: Context, inner: Scope, node: number, params: Parameter[]): void {
  const { reader, builder } = c;
  const single = reader.child(node, "parameter");
  const list = reader.child(node, "parameters");
  const nodes = single !== none ? [single] : list === none ? [] : reader.children(list);
  for (const one of nodes) {
    let pattern = reader.child(one, "pattern");
    const initial =
      reader.kind(one) === "assignment_pattern" ? reader.child(one, "right") : reader.child(one, "value");
    if (reader.kind(one) === "assignment_pattern") pattern = reader.child(one, "left");
    if (pattern === none) pattern = one;
    if (reader.kind(pattern) === "this") continue;
    const isRest = reader.kind(pattern) === "rest_pattern";
    const target = isRest ? reader.first(pattern) : pattern;
    const variable = builder.variable();
    const param: Parameter = {
      name: reader.kind(target) === "identifier" ? reader.textOf(target) : "",
      variable,
      kind: isRest ? "list" : "plain",
    };
    params.push(param);
    for (const name of namesIn(reader, target)) declare(c, inner, name, "variable");
    const type = reader.child(one, "type");
    if (type !== none) declareType(c, inner, type, variable);
    if (initial !== none) {
      const from = value(c, inner, initial, param.name);
      if (from >= 0) builder.copy(variable, from);
    }
    assignTo(c, inner, target, variable);
    const isProperty =
      reader.childOfKind(one, "accessibility_modifier") !== none || reader.hasKeyword(one, "readonly");
    if (isProperty && param.name && inner.self >= 0) {
      builder.store(inner.self, param.name, variable, place(c, inner, one));
    }
  }
}
