// What a file contains and what an edit touched, by the lines that define something. For write and read.

import { definitionIn } from "../../callgraph/without-parser.ts";
import { cut } from "../../language/index.ts";
import { pickLines, type ScoredLine } from "./lines.ts";

/** The outline of a file: its definitions with their line numbers, and the other lines as filler. */
function outlineOf(content: string, first: number): { outline: ScoredLine[]; names: string[] } {
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
    if (top && names.length < 60) names.push(found.name);
  }
  return { outline, names: [...new Set(names)] };
}

/** The outline within a number of characters; definitions that do not fit are listed by name. */
export function outlined(content: string, first: number, room: number): { lines: string[]; names: string[] } {
  const { outline, names } = outlineOf(content, first);
  const forNames = names.join(", ").length + 10;
  const lines = pickLines(outline, Math.min(0.6 * room, Math.max(0.25 * room, room - forNames)), 300);
  const shown = lines.join("\n");
  const missing = names.filter((name) => !shown.includes(name));
  const also = missing.length > 0 && `also: ${cut(missing.join(", "), room - shown.length - 8)}`;
  return { lines: also ? [...lines, also] : lines, names };
}

/** The definition that contains a line: the nearest one above with less indentation. */
export function enclosing(lines: readonly string[], index: number): string | null {
  return wayToEnclosing(lines, index).name;
}

/** `steps` are the lines that decide it; blank lines in place of all others give the same name. */
export function wayToEnclosing(
  lines: readonly string[],
  index: number,
): { name: string | null; steps: number[] } {
  const start = Math.min(index, lines.length - 1);
  const steps: number[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (let at = start; at >= 0 && at > start - 300; at -= 1) {
    const line = lines[at] ?? "";
    const own = line.length - line.trimStart().length;
    if (line.trim() === "" || own >= indent) continue;
    steps.push(at);
    const found = definitionIn(line);
    if (found?.kind === "code" && (at < start || own === 0)) return { name: found.name, steps };
    indent = Math.min(indent, Math.max(own, 1));
  }
  return { name: null, steps };
}
