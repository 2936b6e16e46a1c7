// The tree of the file that was parsed last, for parse.ts: an agent edits one file many times, and tree-sitter then parses
// only what the edit touches. Text that does not parse is always read as a whole, because what the parser makes of an
// error depends on the trees before it.

import { Edit, type Point, type Tree as SitterTree } from "web-tree-sitter";
import type { Grammar } from "./grammars.ts";

let last: { file: string; grammar: Grammar; text: string; tree: SitterTree } | undefined;

/** Its earlier tree, ready to be parsed with the new text, for the caller to delete; null if there is none that helps. */
export function takeEarlier(file: string, grammar: Grammar, text: string): SitterTree | null {
  const taken = last;
  last = undefined;
  if (!taken) return null;
  const edit = taken.file === file && taken.grammar === grammar ? editBetween(taken.text, text) : null;
  if (edit) {
    taken.tree.edit(edit);
    return taken.tree;
  }
  taken.tree.delete();
  return null;
}

/** After `takeEarlier`. */
export function keepForLater(file: string, grammar: Grammar, text: string, tree: SitterTree): void {
  last?.tree.delete();
  last = { file, grammar, text, tree };
}

/** From the first to the last character that differs; null if more than half of the text is new. */
function editBetween(before: string, after: string): Edit | null {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start--;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  if (same > 0 && isLowSurrogate(after.charCodeAt(after.length - same))) same--;
  const [oldEndIndex, newEndIndex] = [before.length - same, after.length - same];
  if (newEndIndex - start > after.length / 2) return null;
  const startPosition = pointAt(after, start);
  return new Edit({
    startIndex: start,
    oldEndIndex,
    newEndIndex,
    startPosition,
    oldEndPosition: pointAt(before, oldEndIndex, start, startPosition),
    newEndPosition: pointAt(after, newEndIndex, start, startPosition),
  });
}

/** The row and column of an offset, counted from an earlier one. */
function pointAt(
  text: string,
  offset: number,
  from = 0,
  { row, column }: Point = { row: 0, column: 0 },
): Point {
  let rows = row;
  let lineStart = from - column;
  for (let at = text.indexOf("\n", from); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    rows++;
    lineStart = at + 1;
  }
  return { row: rows, column: offset - lineStart };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
