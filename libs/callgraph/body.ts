// The body of a definition, found by brackets and indentation: for anchors, which must know whether the anchored code
// has changed, not whether its neighbour has. The code map will know it from the syntax tree.

import { createHash } from "node:crypto";
import { definitionIn } from "./definitions.ts";

/** Of a definition, or of the whole content for an empty name. Null if it is not found. */
export function hashOf(content: string, symbol: string, path: string): string | null {
  const body = symbol === "" ? content : bodyOf(content, symbol, path);
  return body === null ? null : createHash("sha256").update(plain(body)).digest("hex").slice(0, 32);
}

/** If several have the name, all of them. `Outer.inner` looks for `inner` in the body of `Outer`. */
export function bodyOf(content: string, symbol: string, path: string): string | null {
  const [outer = "", ...inner] = symbol.split(".");
  const lines = content.split(/\r?\n/);
  const names = inner.length === 0 ? [outer, symbol] : [outer];
  const bodies: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const found = definitionIn(lines[at] ?? "");
    if (!found || !names.includes(found.name)) continue;
    const end = found.kind === "heading" ? sectionEnd(lines, at) : definitionEnd(lines, at, commentsOf(path));
    bodies.push(lines.slice(at, end).join("\n"));
    at = end - 1;
  }
  if (bodies.length === 0) return null;
  if (inner.length === 0) return bodies.join("\n");
  const within = bodies.map((body) => withoutFirstLine(body)).join("\n");
  return bodyOf(within, inner.join("."), path);
}

/** Names that a file defines, including methods. */
export function definedIn(content: string): Map<string, { isTop: boolean }> {
  const names = new Map<string, { isTop: boolean }>();
  for (const line of content.split("\n", 50_000)) {
    const found = definitionIn(line);
    if (found?.kind !== "code") continue;
    names.set(found.name, { isTop: found.indent === 0 || names.get(found.name)?.isTop === true });
  }
  return names;
}

/** Spacing does not count; the block of a line does. */
function plain(body: string): string {
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
  const least = Math.min(...lines.map(indentOf));
  return lines.map((line) => line.slice(Number.isFinite(least) ? least : 0).trimEnd()).join("\n");
}

function withoutFirstLine(body: string): string {
  const at = body.indexOf("\n");
  return at === -1 ? "" : body.slice(at + 1);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function sectionEnd(lines: readonly string[], start: number): number {
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length ?? 1;
  const next = lines.findIndex((line, i) => i > start && new RegExp(`^#{1,${level}}\\s`).test(line));
  return next === -1 ? lines.length : next;
}

interface Comments {
  line: string;
  hasBlocks: boolean;
  /** Strings in triple quotes may extend over several lines. */
  isPython: boolean;
}

function commentsOf(path: string): Comments {
  const isPython = /\.pyi?$/.test(path);
  const isHash = isPython || /\.(?:rb|sh|bash|zsh|ya?ml|toml|ex|exs)$/.test(path);
  return { line: isHash ? "#" : "//", hasBlocks: !isHash, isPython };
}

/** A line that begins like this continues the one before. */
const goesOn = /^\s*(?:[{.|&?:=]|else\b|catch\b|finally\b)/;

/**
 * The line after the definition's last: all brackets are closed, and the next line is not indented more. Wrong only
 * if brackets in strings or patterns mislead; then the next definition of the same depth is the end.
 */
function definitionEnd(lines: readonly string[], start: number, comments: Comments): number {
  const indent = indentOf(lines[start] ?? "");
  const scan = bracketScanner(comments);
  let end = start;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const isLeft = at > start && line.trim() !== "" && indentOf(line) <= indent;
    if (isLeft && !scan.isInText()) {
      if (scan.depth() <= 0 && (indentOf(line) < indent || !goesOn.test(line))) return end;
      const other = definitionIn(line);
      if (other?.kind === "code" && other.indent <= indent && !goesOn.test(line)) return end;
    }
    scan.line(line);
    if (line.trim() !== "") end = at + 1;
  }
  return end;
}

function bracketScanner({ line: lineComment, hasBlocks, isPython }: Comments) {
  let depth = 0;
  /** The end of a comment or string that extends over several lines. */
  let until: string | null = null;

  function line(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (until !== null) {
        const end = text.indexOf(until, at);
        if (end === -1) return;
        const isEscaped = until === "`" && text[end - 1] === "\\";
        at = end + until.length;
        if (!isEscaped) until = null;
      } else if (text.startsWith(lineComment, at)) return;
      else at = step(text, at);
    }
  }

  function step(text: string, at: number): number {
    const character = text[at] ?? "";
    if (hasBlocks && text.startsWith("/*", at)) {
      until = "*/";
      return at + 2;
    }
    const triple = text.slice(at, at + 3);
    if (isPython && (triple === '"""' || triple === "'''")) {
      until = triple;
      return at + 3;
    }
    if (character === "`" && !isPython) until = "`";
    if (character === '"' || character === "'") return stringEnd(text, at, character);
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    return at + 1;
  }

  return { line, depth: () => depth, isInText: () => until !== null };
}

/** A quotation mark without a second one on the line is an apostrophe, or Rust's lifetime. */
function stringEnd(text: string, from: number, mark: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === mark) return at + 1;
  }
  return from + 1;
}
