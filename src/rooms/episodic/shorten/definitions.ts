// Lines that define something, in the languages people write: what a file holds and what an edit touched.
// A rule of thumb for titles and summaries, for write and read; the code map knows exactly.

import type { ScoredLine } from "./lines.ts";

export type Definition = { name: string; indent: number; kind: "code" | "heading" | "test" };

const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|override|readonly|" +
  "sealed|partial|virtual|inline|unsafe|open|data|suspend|const|pub(?:\\([\\w: ]+\\))?)\\s+)*";

const NAMED = new RegExp(
  `^\\s*${MODIFIERS}(?:function\\*?|class|interface|enum|namespace|module|def|defmodule|defp|fn|func|fun|struct|trait|` +
    "union|mod|object|protocol|extension|macro_rules!|package|type|record)\\s+([A-Za-z_$][\\w$]*)",
);
const GO_METHOD = /^func\s+\([^)]*\)\s+([A-Za-z_]\w*)/;
const RUST_IMPL = /^\s*impl(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?([A-Za-z_]\w*)/;
const VALUE =
  /^\s*(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_$][\w$]*)\s*(?::[^=]{0,120})?=\s*(?:async\b|function\b|\(|[\w$]+\s*=>|z\.|new |class\b|\{|\[)/;
const TOP_CONSTANT =
  /^(?:export\s+)?(?:const|static|let|var)\s+([A-Z_a-z$][\w$]*)\s*[:=]|^([A-Z][A-Z0-9_]{2,})\s*(?::[^=]{0,60})?=/;
const METHOD =
  /^\s+(?:(?:public|private|protected|static|async|override|get|set|readonly|final|virtual)\s+)*(?:[\w<>[\],.?]+\s+)?(#?[A-Za-z_$][\w$]*)\s*(?:<[^>]*>)?\((?!.*\bfunction\b)[^;]*\)[^;(=]*\{\s*$/;
const C_FUNCTION =
  /^(?:static\s+|inline\s+|extern\s+)*[A-Za-z_][\w:<>]*(?:\s+|\s*[*&]+\s*)([A-Za-z_][\w:~]*)\([^;=]*\)?\s*\{?\s*$/;
const SHELL = /^\s*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{/;
const SQL =
  /^\s*(?:create|alter)\s+(?:or\s+replace\s+)?(?:unique\s+|virtual\s+|temp(?:orary)?\s+)?(?:table|view|index|function|trigger|type)\s+(?:if\s+not\s+exists\s+)?["`]?([\w.]+)/i;
const HEADING = /^#{1,6}\s+(\S.*)/;
const TEST = /^\s*(?:describe|it|test|suite|context)(?:\.\w+)*\(\s*(["'`])(.{1,100}?)\1/;

const KEYWORDS = new Set(
  "if for while switch catch return else do try with await throw new typeof case elif except match when".split(
    " ",
  ),
);
const CODE: readonly RegExp[] = [
  GO_METHOD,
  RUST_IMPL,
  NAMED,
  VALUE,
  TOP_CONSTANT,
  SQL,
  SHELL,
  METHOD,
  C_FUNCTION,
];

/** A line that cannot define anything is told apart by its first character or two. */
const CANDIDATE = /^\s*[A-Za-z_#$]/;

export function definitionIn(line: string): Definition | null {
  if (line.length > 400 || !CANDIDATE.test(line)) return null;
  const indent = line.length - line.trimStart().length;
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { name: heading.trim(), indent, kind: "heading" };
  const test = TEST.exec(line)?.[2];
  if (test !== undefined) return { name: test, indent, kind: "test" };
  for (const pattern of CODE) {
    const match = pattern.exec(line);
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined && !KEYWORDS.has(name) && !/^\s*(?:return|else|await|throw)\b/.test(line)) {
      return { name, indent, kind: "code" };
    }
  }
  return null;
}

/** What a file holds: its definitions with their line numbers, and the other lines as filler. */
export function outlineOf(content: string, first: number): { outline: ScoredLine[]; names: string[] } {
  const outline: ScoredLine[] = [];
  const names: string[] = [];
  for (const [index, line] of content.split("\n", 20_000).entries()) {
    if (!/[\p{L}\p{N}]/u.test(line.slice(0, 200))) continue;
    const found = definitionIn(line);
    if (found === null) {
      outline.push({ text: line.slice(0, 240), score: index < 12 ? 36 : 30 });
      continue;
    }
    const top = found.indent === 0;
    outline.push({ text: `${first + index}: ${line.slice(0, 240).trim()}`, score: top ? 64 : 52 });
    if (top && names.length < 30) names.push(found.name);
  }
  return { outline, names: [...new Set(names)] };
}

/** The definition that a line stands in: the nearest one above with less indentation. */
export function enclosing(lines: readonly string[], index: number): string | null {
  const start = Math.min(index, lines.length - 1);
  let indent = Number.POSITIVE_INFINITY;
  for (let at = start; at >= 0 && at > start - 300; at -= 1) {
    const line = lines[at] ?? "";
    const own = line.length - line.trimStart().length;
    if (line.trim() === "" || own >= indent) continue;
    const found = definitionIn(line);
    if (found?.kind === "code" && (at < start || own === 0)) return found.name;
    indent = Math.min(indent, Math.max(own, 1));
  }
  return null;
}
