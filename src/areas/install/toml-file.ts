// Statements of a TOML file that a person wrote, and one table of tellback's in it. Only as much of TOML is read as is
// needed to find who defines a key: a second definition of one table makes the whole file invalid for its program.

import { TellbackError } from "../../protocol/errors.ts";
import { hashMarks } from "../../protocol/marks.ts";
import type { Edit } from "./edit.ts";
import { markedSection } from "./section.ts";

/** The table in a section of its own. What others have written under the same key becomes comments until it is removed. */
export function tomlTable(name: string, table: readonly string[], body: string): Edit {
  const section = markedSection(hashMarks, body);
  const without = (text: string) => section.remove(text, null);
  return {
    add(text) {
      const rest = text === null ? "" : without(text);
      const statements = statementsOf(rest);
      const closed = statements.find((one) => one.is !== "table" && isPrefix(one.key, table, "strict"));
      if (closed) throw cannotGrow(name, closed, rest);
      return section.add(withComments(rest, definitionsOf(statements, table)));
    },
    remove: (text) => without(text).replace(commented, ""),
    conflict(text) {
      const rest = without(text);
      const [first] = definitionsOf(statementsOf(rest), table);
      return first ? `${table.join(".")} (line ${lineOf(rest, first)})` : null;
    },
  };
}

export interface Statement {
  /** From the start of its first line to the end of its last one, without the line end. */
  start: number;
  end: number;
  /** With the names of the table around it. */
  key: readonly string[];
  is: "table" | "list" | "pair";
}

export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    at = skip(text, at, spaces);
    const header = skip(text, at, /\[{1,2}/y);
    const key = keyAt(text, header);
    const end = header > at ? endOfLine(text, key.end) : endOfValue(text, key.end);
    const is = header - at === 2 ? "list" : header > at ? "table" : "pair";
    if (key.parts.length > 0) {
      if (is !== "pair") table = key.parts;
      statements.push({ start, end, key: is === "pair" ? [...table, ...key.parts] : table, is });
    }
    at = skip(text, end, /\r?\n?/y);
  }
  return statements;
}

const spaces = /[ \t]*/y;
const part = /"((?:[^"\\\r\n]|\\.)*)"|'([^'\r\n]*)'|([\w-]+)/y;

/** Names, dotted: bare, or in either kind of quotes. */
function keyAt(text: string, from: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  for (let at = from; ; ) {
    part.lastIndex = skip(text, at, spaces);
    const found = part.exec(text);
    if (!found) return { parts, end: at };
    parts.push(found[1] === undefined ? (found[2] ?? found[3] ?? "") : unescaped(found[1]));
    const end = skip(text, part.lastIndex, spaces);
    if (text[end] !== ".") return { parts, end };
    at = end + 1;
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

const token =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|#[^\r\n]*|[[{]|[\]}]|\r?\n|[^"'#[\]{}\r\n]+|[\s\S]/y;

/** A value ends with its line, unless a string or a bracket is still open. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [found = ""] = token.exec(text) ?? [];
    if (/^\r?\n$/.test(found) && depth <= 0) return at;
    if (found === "[" || found === "{") depth++;
    if (found === "]" || found === "}") depth--;
  }
  return text.length;
}

function endOfLine(text: string, from: number): number {
  return skip(text, from, /[^\r\n]*/y);
}

function skip(text: string, from: number, what: RegExp): number {
  what.lastIndex = from;
  return what.test(text) ? what.lastIndex : from;
}

function isPrefix(key: readonly string[], whole: readonly string[], how: "strict" | "equal"): boolean {
  const fits = how === "strict" ? key.length < whole.length : key.length <= whole.length;
  return fits && key.every((name, i) => name === whole[i]);
}

function definitionsOf(statements: readonly Statement[], table: readonly string[]): Statement[] {
  return statements.filter(({ key }) => isPrefix(table, key, "equal"));
}

const replaced = "# tellback:replaced: ";
const commented = new RegExp(`^${replaced}`, "gm");

function withComments(text: string, statements: readonly Statement[]): string {
  return statements.reduceRight(
    (rest, { start, end }) =>
      rest.slice(0, start) + rest.slice(start, end).replace(/^/gm, replaced) + rest.slice(end),
    text,
  );
}

function lineOf(text: string, { start }: Statement): number {
  return text.slice(0, start).split("\n").length;
}

function cannotGrow(name: string, statement: Statement, text: string): TellbackError {
  const key = statement.key.join(".");
  return new TellbackError(
    "conflict",
    `"${key}" in ${name} (line ${lineOf(text, statement)}) is one inline value, to which no table can be added`,
    { hint: `Nothing was changed. Write it as tables, [${key}.NAME], then run the command again.` },
  );
}
