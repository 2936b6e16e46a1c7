// Python operators: arithmetic and comparisons call methods of their left side.

import type { Argument } from "../builder.ts";
import { allocKind, argument, callFlag, openEnd } from "../summary.ts";
import { none } from "../syntax.ts";
import type { Expressions } from "./expressions.ts";
import type { Scope } from "./scopes.ts";

const operators: Record<string, string> = {
  ...{ "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__" },
  ...{ "%": "__mod__", "**": "__pow__", "@": "__matmul__", "|": "__or__", "&": "__and__", "^": "__xor__" },
  ...{ "<<": "__lshift__", ">>": "__rshift__", "==": "__eq__", "!=": "__ne__", "<": "__lt__" },
  ...{ "<=": "__le__", ">": "__gt__", ">=": "__ge__", in: "__contains__" },
};

export function readBinary(expressions: Expressions, scope: Scope, node: number): number {
  const { reader, builder } = expressions;
  const left = expressions.value(scope, reader.child(node, "left"));
  const right = expressions.value(scope, reader.child(node, "right"));
  const operator = between(expressions, reader.child(node, "left"), reader.child(node, "right")).trim();
  const start = operator === "+" ? plainString(expressions, reader.child(node, "left")) : undefined;
  if (start !== undefined) return expressions.constant(`'${start}${openEnd}`);
  if (left < 0) return right < 0 ? -1 : builder.variable();
  const made = operate(expressions, scope, node, left, operators[operator], right);
  if (operator !== "+" || right < 0) return made;
  // Lists are put together by +.
  const to = expressions.allocate(scope, node, allocKind.list);
  builder.extend(to, left);
  builder.extend(to, right);
  return expressions.either([to, made]);
}

export function readComparison(expressions: Expressions, scope: Scope, node: number): void {
  const { reader } = expressions;
  const parts = reader.children(node);
  const values = parts.map((part) => expressions.value(scope, part));
  for (let i = 0; i + 1 < parts.length; i++) {
    const [one, other] = [parts[i] as number, parts[i + 1] as number];
    const operator = between(expressions, one, other).trim();
    const isIn = operator.endsWith("in");
    if (isPlain(expressions, one) || isPlain(expressions, other)) if (!isIn) continue;
    const [base, given] = isIn ? [values[i + 1], values[i]] : [values[i], values[i + 1]];
    operate(expressions, scope, node, base ?? -1, operators[isIn ? "in" : operator], given ?? -1);
  }
}

/** Calls the method of an operator, if the left side is an instance that has it. */
function operate(
  expressions: Expressions,
  scope: Scope,
  node: number,
  base: number,
  name: string | undefined,
  given: number,
): number {
  if (base < 0 || name === undefined) return expressions.builder.variable();
  const flags = callFlag.implicit | callFlag.operator;
  const args: Argument[] = [[argument.positional, "", given]];
  return expressions.builder.call({ base, name, flags, written: name, args }, expressions.place(scope, node));
}

function isPlain(expressions: Expressions, node: number): boolean {
  return /^(string|integer|float|none|true|false)$/.test(expressions.reader.kind(node));
}

/** The text of a string that could begin a name. */
function plainString(expressions: Expressions, node: number): string | undefined {
  const { reader } = expressions;
  if (reader.kind(node) !== "string") return undefined;
  const content = reader.childOfKind(node, "string_content");
  const text = content === none ? "" : reader.textOf(content);
  return /^\w{1,30}$/.test(text) && reader.childOfKind(node, "interpolation") === none ? text : undefined;
}

function between(expressions: Expressions, left: number, right: number): string {
  return expressions.reader.text.slice(expressions.reader.end(left), expressions.reader.start(right));
}
