// Write, Edit, MultiEdit, NotebookEdit: which file, how much changed, in which functions, and the informative lines.

import { definitionIn } from "../../callgraph/without-parser.ts";
import { cut, cutPath } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { enclosing, wayToEnclosing } from "../output/definitions.ts";
import { field, listAt, numberAt, textAt, textsAt } from "../output/json.ts";
import { pickLines, type ScoredLine } from "../output/lines.ts";
import { type PathBase, shownPath } from "../text/paths.ts";
import { CAPS, count, countLines, joined, unique } from "../text/text.ts";

type Change = { sign: "+" | "-"; line: string };
type Edit = { before: string; after: string };

const SYMBOLS_MAX = 12;

export function shortenWrite(use: ToolUse, at: PathBase): Draft {
  const path =
    textAt(use.input, "file_path", "notebook_path", "path") ||
    textAt(use.output, "filePath", "notebook_path");
  const shown = shownPath(path, at) || "a file";
  const others = textsAt(use.input, "other_files").map((other) => shownPath(other, at));
  const files = path === "" ? [] : [shown, ...others];
  if (use.status !== "ok") return failedUse(`${use.tool} ${cutPath(shown, 40)}`, use, files);

  const content = textAt(use.input, "content", "new_source");
  const original = textAt(use.output, "originalFile");
  const edits = editsOf(use.input);
  const isNew = edits.length === 0 && original === "" && listAt(use.output, "structuredPatch").length === 0;
  const changes = isNew ? [] : changesOf(use, edits, original, content);
  const symbols = isNew ? definedIn(content) : touched(use.output, changes, original);
  const extent = isNew ? count(countLines(content), "line") : sizeOf(changes);
  const size = others.length > 0 ? `and ${count(others.length, "other file")}, ${extent}` : extent;
  const verb = isNew ? "Wrote" : edits.length === 0 ? "Rewrote" : "Edited";
  const lines = isNew ? contentLines(content) : changes.map(scored);
  return {
    title: `${verb} ${cutPath(shown, CAPS.title - size.length - 12)} (${size})`,
    summary: joined(
      [
        `${verb} ${cutPath(shown, 100)} (${size})`,
        symbols.length > 0 && `in ${cut(symbols.join(", "), 90)}`,
        pickLines(lines.map(withoutIndent), 140, 100).join(" · "),
      ],
      " · ",
    ),
    detail: joined(
      [
        `${verb} ${shown} (${size})`,
        symbols.length > 0 && `touches ${cut(symbols.join(", "), 240)}`,
        ...pickLines(dedented(lines), 800, 500),
      ],
      "\n",
    ),
    files,
    symbols,
  };
}

function editsOf(input: unknown): Edit[] {
  const several = listAt(input, "edits");
  const all = several.length > 0 ? several.slice(0, 200) : [input];
  return all
    .map((edit) => ({
      before: textAt(edit, "old_string", "old_source"),
      after: textAt(edit, "new_string", "new_source"),
    }))
    .filter(({ before, after }) => before !== "" || after !== "");
}

/** The host's own patch is exact; without it the edits are compared. */
function changesOf(use: ToolUse, edits: Edit[], original: string, content: string): Change[] {
  const patched = listAt(use.output, "structuredPatch").flatMap((hunk) => textsAt(hunk, "lines"));
  if (patched.length > 0) {
    return patched.flatMap((line): Change[] =>
      line.startsWith("+") || line.startsWith("-")
        ? [{ sign: line.startsWith("+") ? "+" : "-", line: line.slice(1) }]
        : [],
    );
  }
  if (edits.length > 0) return edits.flatMap(({ before, after }) => difference(before, after));
  return difference(original, content);
}

/** Lines that are on one side only, with repetitions; order kept, linear in length. */
function difference(before: string, after: string): Change[] {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  const gone = surplus(old, now).map((line): Change => ({ sign: "-", line }));
  return [...gone, ...surplus(now, old).map((line): Change => ({ sign: "+", line }))];
}

function surplus(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const times = left.get(line) ?? 0;
    if (times > 0) left.set(line, times - 1);
    return times === 0;
  });
}

function sizeOf(changes: readonly Change[]): string {
  const added = changes.filter(({ sign }) => sign === "+").length;
  return `+${added} −${changes.length - added}`;
}

/** Definitions first, then code; imports, comments, braces and blank lines score low. */
function scored({ sign, line }: Change): ScoredLine {
  return { text: `${sign} ${line.slice(0, 300).trim()}`, score: worth(line), indent: indentOf(line) };
}

function withoutIndent({ text, score }: ScoredLine): ScoredLine {
  return { text, score };
}

const maxDepth = 12;

/** A tab is as wide as two spaces here. */
function indentOf(line: string): number {
  const [white = ""] = /^[ \t]*/.exec(line) ?? [];
  return white.replaceAll("\t", "  ").length;
}

/** The common indentation carries no information; the rest shows the nesting. */
function dedented(lines: readonly ScoredLine[]): ScoredLine[] {
  const indents = lines.filter(({ score }) => score > 0).map(({ indent = 0 }) => indent);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
  return lines.map(({ indent = 0, ...line }) => ({
    ...line,
    indent: Math.min(maxDepth, Math.max(0, indent - shared)),
  }));
}

function worth(line: string): number {
  const code = line.slice(0, 400).trim();
  if (!/[\p{L}\p{N}]/u.test(code)) return 0;
  if (definitionIn(line) !== null) return 90;
  if (/^(?:import|from|use|using|#include|require)\b/.test(code)) return 34;
  if (/^(?:\/\/|#|\*|\/\*|--|""")/.test(code)) return 36;
  return /^(?:return|throw|raise|if|await)\b|[=(]/.test(code) ? 44 : 40;
}

function contentLines(content: string): ScoredLine[] {
  return content.split("\n", 20_000).map((line) => ({
    text: line.slice(0, 300),
    score: worth(line),
    indent: indentOf(line),
  }));
}

function definedIn(content: string): string[] {
  const names: string[] = [];
  for (const line of content.split("\n", 20_000)) {
    const found = definitionIn(line);
    if (found?.kind === "code" && found.indent === 0) names.push(found.name);
    if (names.length >= SYMBOLS_MAX) break;
  }
  return unique(names);
}

/** The hunks of a patch, with the index of the first changed line in the hunk and in the file before. */
function placesOf(output: unknown): { inHunk: string[]; before: number; changed: number | undefined }[] {
  return listAt(output, "structuredPatch")
    .slice(0, 40)
    .map((hunk) => {
      const inHunk = textsAt(hunk, "lines");
      const before = inHunk.findIndex((line) => line.startsWith("+") || line.startsWith("-"));
      const start = numberAt(hunk, "oldStart");
      return {
        inHunk,
        before,
        changed: start === undefined ? undefined : start - 1 + Math.max(0, before),
      };
    });
}

/**
 * The file before an edit with only the lines that say in which functions it was, and blank lines for the others: the
 * rest of it is not looked at if the host reports a patch.
 */
export function linesAroundEdits(output: unknown, original: string): string {
  if (listAt(output, "structuredPatch").length === 0) return original;
  const lines = original.split("\n");
  const kept = new Set<number>();
  for (const { changed } of placesOf(output))
    if (changed !== undefined) for (const step of wayToEnclosing(lines, changed).steps) kept.add(step);
  return lines.map((line, i) => (kept.has(i) ? line : "")).join("\n");
}

/** Functions and classes that were added, removed, or contain changed lines. */
function touched(output: unknown, changes: readonly Change[], original: string): string[] {
  const names: string[] = [];
  for (const { line } of changes) {
    const found = definitionIn(line);
    if (found?.kind === "code") names.push(found.name);
    if (names.length >= 2 * SYMBOLS_MAX) break;
  }
  const lines = original.split("\n");
  for (const { inHunk, before, changed } of placesOf(output)) {
    const around = inHunk.slice(0, before + 1).map((line) => line.slice(1));
    const name =
      original !== "" && changed !== undefined ? enclosing(lines, changed) : enclosing(around, before);
    if (name !== null) names.push(name);
  }
  const isNotebook = field(output, "notebook_path") !== undefined;
  return isNotebook ? unique(names).slice(0, 4) : unique(names).slice(0, SYMBOLS_MAX);
}
