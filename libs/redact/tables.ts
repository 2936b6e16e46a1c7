// Finds passwords in tables: the column under a telling heading, in CSV (exported credentials and logins), TSV, the
// output of psql and mysql, Markdown. For keys.ts, which meets the headings.
import { isTelling, meaningOf } from "./names.ts";
import type { Span } from "./shapes.ts";
import { type Form, isSecretValue, type Sort } from "./values.ts";

const LONGEST_HEADING = 600;
const LONGEST_ROW = 4096;
const MOST_ROWS = 500;
const HEADING = /^["'*]*[A-Za-z][\w .#/-]{0,40}["'*]*$/;
const RULE = /^[\s|+:-]+$/;

/** Reads the table whose heading line holds `at`; gives how far the text has been read. */
export function findInTable(text: string, at: number, found: Span[]): number {
  const before = text.slice(Math.max(0, at - LONGEST_HEADING), at);
  const from = at - before.length + before.lastIndexOf("\n") + 1;
  const length = text.slice(at, at + LONGEST_HEADING).indexOf("\n");
  const end = length < 0 ? Math.min(text.length, at + LONGEST_HEADING) : at + length;
  const heading = text.slice(from, end);
  const separator = [",", "\t", ";", "|"].find((char) => heading.includes(char));
  if (!separator || length < 0) return end;
  const columns = cellsOf(heading, separator).map(({ cell }) => cell.trim());
  const named = columns.filter((column) => column !== "");
  if (named.length < 2 || !named.every((column) => HEADING.test(column))) return end;
  const sorts = columns.map((column) => {
    const name = column.replace(/[\s"'*]+/g, "");
    return isTelling(name) ? meaningOf(name).sort : undefined;
  });
  if (!sorts.some((sort) => sort)) return end;
  const logins =
    separator === "," && named.some((column) => /^(?:user.?name|login|login_uri|url)$/i.test(column));
  return readRows(text, end + 1, separator, sorts, logins ? "env" : "line", found);
}

function readRows(
  text: string,
  from: number,
  separator: string,
  sorts: readonly (Sort | undefined)[],
  form: Form,
  found: Span[],
): number {
  let line = from;
  for (let row = 0; row < MOST_ROWS && line < text.length; row++) {
    const next = text.indexOf("\n", line);
    const end = next < 0 ? text.length : next;
    if (end - line > LONGEST_ROW) break;
    const cells = cellsOf(text.slice(line, end), separator);
    if (!RULE.test(text.slice(line, end))) {
      if (cells.length !== sorts.length) break;
      for (const [i, { cell, start }] of cells.entries()) {
        const sort = sorts[i];
        const value = cell.replace(/^[\s"']+|[\s"']+$/g, "");
        if (!sort || !isSecretValue(value, sort, form)) continue;
        const at = line + start + cell.indexOf(value);
        found.push({ start: at, end: at + value.length, kind: sort });
      }
    }
    line = end + 1;
  }
  return line - 1;
}

function cellsOf(line: string, separator: string): { cell: string; start: number }[] {
  let start = 0;
  return line.split(separator).map((cell) => {
    const at = start;
    start += cell.length + 1;
    return { cell, start: at };
  });
}
