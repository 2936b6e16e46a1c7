// Edits of JSON files that people wrote. Only tellback's own text is added and removed: comments, order, spacing, trailing
// commas and line ends of everything else stay, so that removing is the exact reverse of adding.

import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from "jsonc-parser";
import { TellbackError } from "../../protocol/errors.ts";
import { lineEnd } from "./edit.ts";

export type JsonPath = (string | number)[];
export type JsonObject = Record<string, unknown>;

const lenient = { allowTrailingComma: true };

/** The object in the file; refuses anything else, because a repair would be a guess. */
export function readObject(text: string, name: string): JsonObject {
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, lenient);
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split("\n").length;
    const why = `${name} is not valid JSON (line ${line}: ${printParseErrorCode(error.error)})`;
    throw new TellbackError("conflict", why, {
      hint: "Nothing was changed. Repair the file, then run the command again.",
    });
  }
  if (!isObject(value)) {
    throw new TellbackError("conflict", `${name} does not hold a JSON object`, {
      hint: "Nothing was changed.",
    });
  }
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The container must fit tellback's part: a list where an object belongs would be duplicated or lost. */
export function checkContainer(
  text: string,
  path: readonly string[],
  wanted: "object" | "array",
  name: string,
): void {
  const node = nodeAt(text, [...path]);
  if (!node || node.type === wanted || isVacant(node)) return;
  const what = wanted === "array" ? "a list" : "an object";
  throw new TellbackError("conflict", `"${path.join(".")}" in ${name} is ${kindOf(node)}, not ${what}`, {
    hint: `Nothing was changed. Make it ${what} or remove it, then run the command again.`,
  });
}

/** Null and empty values contain nothing that a user would miss. */
function isVacant(node: Node): boolean {
  return (
    node.type === "null" || ((node.type === "array" || node.type === "object") && !node.children?.length)
  );
}

function kindOf({ type }: Node): string {
  return { array: "a list", object: "an object", null: "null" }[type as string] ?? `a ${type}`;
}

/** Sets a value; missing objects on its path are created, also in place of null or an empty list. */
export function setIn(text: string, path: JsonPath, value: unknown): string {
  if (text.trim() === "")
    return `${text}{}${lineEnd(text)}`.replace("{}", () => written(nested(path, value), text, ""));
  const there = nodeAt(text, path);
  if (there) {
    return (
      text.slice(0, there.offset) +
      written(value, text, indentAt(text, there.offset)) +
      text.slice(endOf(there))
    );
  }
  let depth = path.length - 1;
  while (depth > 0 && !nodeAt(text, path.slice(0, depth))) depth--;
  if (nodeAt(text, path.slice(0, depth))?.type !== "object")
    return setIn(text, path.slice(0, depth), nested(path.slice(depth), value));
  const [key, ...rest] = path.slice(depth);
  return insert(text, nodeAt(text, path.slice(0, depth)), nested(rest, value), String(key));
}

/** The value as it is written, byte for byte. */
export function rawAt(text: string, path: JsonPath): string | undefined {
  const node = nodeAt(text, path);
  return node && text.slice(node.offset, endOf(node));
}

/** Replaces a value by text that was written as one. */
export function setRaw(text: string, path: JsonPath, raw: string): string {
  const node = nodeAt(text, path);
  return node ? text.slice(0, node.offset) + raw + text.slice(endOf(node)) : text;
}

export function appendTo(text: string, path: JsonPath, value: unknown): string {
  return insert(text, nodeAt(text, path), value);
}

export function removeAt(text: string, path: JsonPath): string {
  const value = nodeAt(text, path);
  if (!value?.parent) return text;
  const node = value.parent.type === "property" ? value.parent : value;
  const siblings = node.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(node) - 1];
  const start = lineStart(text, node.offset);
  const comma = commaAfter(text, endOf(node));
  if (comma !== null) return tidy(text.slice(0, start) + text.slice(comma + 1), path);
  const before = previous === undefined ? null : commaAfter(text, endOf(previous));
  const head = before === null ? text.slice(0, start) : text.slice(0, before) + text.slice(before + 1, start);
  return tidy(head + text.slice(endOf(node)), path);
}

/** A container that held only tellback's part is empty again. */
function tidy(text: string, path: JsonPath): string {
  const around = nodeAt(text, path.slice(0, -1));
  if (!around || (around.children ?? []).length > 0) return text;
  const inside = text.slice(around.offset + 1, endOf(around) - 1);
  if (inside.trim() !== "") return text;
  return text.slice(0, around.offset + 1) + text.slice(endOf(around) - 1);
}

function insert(text: string, into: Node | undefined, value: unknown, key?: string): string {
  if (!into) return text;
  const last = into.children?.at(-1);
  const eol = lineEnd(text);
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  if (!last) {
    const outer = indentAt(text, into.offset);
    const inner = outer + unitOf(text);
    const inside = `${eol}${inner}${name}${written(value, text, inner)}${eol}${outer}`;
    return text.slice(0, into.offset + 1) + inside + text.slice(endOf(into) - 1);
  }
  const end = endOf(last);
  if (!text.slice(into.offset, endOf(into)).includes("\n")) {
    const short = key === undefined ? "" : `${JSON.stringify(key)}:`;
    const comma = commaAfter(text, end);
    const at = comma === null ? end : comma + 1;
    const item = short + JSON.stringify(value);
    return text.slice(0, at) + (comma === null ? `,${item}` : `${item},`) + text.slice(at);
  }
  const indent = indentAt(text, last.offset);
  const item = `${eol}${indent}${name}${written(value, text, indent)}`;
  const comma = commaAfter(text, end);
  if (comma === null) {
    const at = endOfLine(text, end);
    return `${text.slice(0, end)},${text.slice(end, at)}${item}${text.slice(at)}`;
  }
  const at = endOfLine(text, comma + 1);
  return `${text.slice(0, at)}${item},${text.slice(at)}`;
}

function nodeAt(text: string, path: JsonPath): Node | undefined {
  let node = parseTree(text, [], lenient);
  for (const key of path) node = typeof key === "number" ? node?.children?.[key] : lastNamed(node, key);
  return node;
}

/** Of a duplicate key every JSON parser, including the host's, uses the last. */
function lastNamed(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

const endOf = ({ offset, length }: Node): number => offset + length;
const blank = /^(?:\s|\/\/[^\n]*\n?|\/\*[\s\S]*?\*\/)*/;
const restOfLine = /^(?:[ \t]|\/\*[^\n]*?\*\/)*(?:\/\/[^\r\n]*)?/;

/** The position of the comma that follows, after any comments; null if there is none. */
function commaAfter(text: string, offset: number): number | null {
  const at = offset + (blank.exec(text.slice(offset))?.[0].length ?? 0);
  return text[at] === "," ? at : null;
}

/** After a comment on the same line: it belongs to the value before it. */
function endOfLine(text: string, offset: number): number {
  const rest = restOfLine.exec(text.slice(offset))?.[0] ?? "";
  return /\/[/*]/.test(rest) ? offset + rest.length : offset;
}

/** The start of a value, with the line break and indentation before it. */
function lineStart(text: string, offset: number): number {
  return offset - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The file's own indentation, from its first indented line. */
function unitOf(text: string): string {
  return /\n([ \t]+)["{[]/.exec(text)?.[1] ?? "  ";
}

function written(value: unknown, text: string, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll("\n", lineEnd(text) + indent);
}

function nested(path: JsonPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value);
}
