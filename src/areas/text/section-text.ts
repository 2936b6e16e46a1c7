// A page for a terminal: 80 columns or the terminal's width, with bars and lines; in a pipe plain, uncut text.

import width from "fast-string-width";
import { number } from "./numbers.ts";
import type { Block, Group, Page, Section } from "./section.ts";
import { bar, sparkline } from "./sparkline.ts";
import { oneLine } from "./terminal.ts";

export interface Look {
  /** Columns of the terminal, or null in a pipe. */
  width: number | null;
  paint(kind: "bold" | "dim" | "heading" | "bar" | "warn", text: string): string;
}

const indent = "  ";
const maxWidth = 132;
const gap = 2;
/** From this width on there is room for optional columns. */
const wide = 116;

export function textOf(page: Page, look: Look): string {
  const sections = page.sections.map((section) => sectionText(section, look));
  return [look.paint("bold", page.title), ...sections].join("\n\n");
}

function sectionText({ heading, blocks }: Section, look: Look): string {
  const lines = blocks.flatMap((block) => blockLines(block, look)).map((line) => (indent + line).trimEnd());
  return [...(heading === "" ? [] : [look.paint("heading", heading)]), ...lines].join("\n");
}

function blockLines(block: Block, look: Look): string[] {
  switch (block.kind) {
    case "facts":
      return factLines(block.rows, look);
    case "bars":
      return barLines(block.rows, look);
    case "line":
      return seriesLines(block, look);
    case "table":
      return tableLines(block, look);
    case "groups":
      return block.groups.flatMap((group) => groupLines(group, look));
    case "text":
      return block.lines.map((line) => oneLine(line));
  }
}

const nameColumn = 13;

function factLines(rows: Extract<Block, { kind: "facts" }>["rows"], look: Look): string[] {
  const names = Math.max(nameColumn, ...rows.map(([name]) => width(name)));
  return rows.flatMap(([name, value]) => {
    const [first = "", ...more] = wrapped(oneLine(value), room(look) - names - gap);
    const rest = more.map((line) => " ".repeat(names + gap) + line);
    return [look.paint("dim", padded(name, names)) + " ".repeat(gap) + first, ...rest];
  });
}

function barLines(rows: Extract<Block, { kind: "bars" }>["rows"], look: Look): string[] {
  const counts = Math.max(...rows.map(({ count }) => number(count).length));
  const notes = Math.max(...rows.map(({ note }) => width(note)));
  if (look.width === null) {
    const names = Math.max(...rows.map(({ name }) => width(oneLine(name))));
    return rows.map(({ name, count, note }) =>
      [padded(oneLine(name), names), number(count).padStart(counts), note].join("  ").trimEnd(),
    );
  }
  const max = Math.max(...rows.map(({ count }) => count));
  const left = room(look) - counts - notes - 3 * gap;
  const barRoom = Math.max(8, Math.floor(left * 0.35));
  const names = Math.min(left - barRoom, Math.max(...rows.map(({ name }) => width(oneLine(name)))));
  return rows.map(({ name, count, note }) => {
    const drawn = bar(count, max, barRoom);
    return [
      padded(cutPath(oneLine(name), names), names),
      number(count).padStart(counts),
      look.paint("bar", drawn) + " ".repeat(barRoom - width(drawn)),
      look.paint(note.includes("failed") ? "warn" : "dim", note),
    ].join(" ".repeat(gap));
  });
}

function groupLines({ name, note, rows }: Group, look: Look): string[] {
  const marks = Math.max(0, ...rows.map(([mark]) => width(mark)));
  const left = room(look) - gap - marks - gap;
  const notes = note === "" ? 0 : gap + width(note);
  return [
    [cutPath(oneLine(name), room(look) - notes), look.paint("dim", note)].join(" ".repeat(gap)).trimEnd(),
    ...rows.map(([mark, text]) =>
      [
        " ".repeat(gap) + look.paint("dim", padded(mark, marks)),
        Number.isFinite(left) ? cut(oneLine(text), left) : oneLine(text),
      ].join(" ".repeat(gap)),
    ),
  ];
}

function seriesLines({ name, values, caption }: Extract<Block, { kind: "line" }>, look: Look): string[] {
  const label = look.paint("dim", padded(name, nameColumn)) + " ".repeat(gap);
  if (look.width === null) {
    const figures = values.map((value) => (value === null ? "-" : Number(value.toFixed(1))));
    return [`${label}${figures.join(" ")}  (${caption})`];
  }
  const join = values.every((value) => value === null || Number.isInteger(value)) ? "sum" : "mean";
  const drawn = sparkline(values, Math.max(10, room(look) - nameColumn - gap - width(caption) - gap), join);
  return [`${label}${look.paint("bar", drawn)}${" ".repeat(gap)}${look.paint("dim", caption)}`];
}

/** The maxWidth column shrinks if the terminal is too narrow. */
function tableLines(table: Extract<Block, { kind: "table" }>, look: Look): string[] {
  const isNarrow = table.lastIsSpare && room(look) < wide;
  const head = isNarrow ? table.head.slice(0, -1) : table.head;
  const cells = table.rows.map((row) => row.slice(0, head.length).map(oneLine));
  const widths = head.map((name, i) => Math.max(width(name), ...cells.map((row) => width(row[i] ?? ""))));
  const over = widths.reduce((sum, n) => sum + n + gap, -gap) - room(look);
  const flexible = widths.indexOf(Math.max(...widths));
  if (over > 0) widths[flexible] = Math.max(12, (widths[flexible] ?? 0) - over);
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => {
        const fitting = cut(cell, widths[i] ?? 0);
        return table.numbers.includes(i)
          ? leftPadded(fitting, widths[i] ?? 0)
          : padded(fitting, widths[i] ?? 0);
      })
      .join(" ".repeat(gap))
      .trimEnd();
  return [look.paint("dim", line(head)), ...cells.map(line)];
}

function room(look: Look): number {
  return look.width === null ? Number.POSITIVE_INFINITY : Math.min(look.width, maxWidth) - indent.length;
}

function padded(text: string, to: number): string {
  return text + " ".repeat(Math.max(0, to - width(text)));
}

function leftPadded(text: string, to: number): string {
  return " ".repeat(Math.max(0, to - width(text))) + text;
}

function cut(text: string, max: number): string {
  if (width(text) <= max) return text;
  let taken = "";
  for (const character of text) {
    if (width(taken + character) > max - 1) break;
    taken += character;
  }
  return `${taken.trimEnd()}…`;
}

/** The end of a path matters more than its beginning. */
function cutPath(path: string, max: number): string {
  if (width(path) <= max) return path;
  let taken = "";
  for (const character of [...path].reverse()) {
    if (width(character + taken) > max - 1) break;
    taken = character + taken;
  }
  return `…${taken}`;
}

function wrapped(text: string, max: number): string[] {
  if (width(text) <= max) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (width(longer) <= max) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = cut(word, max);
  }
  return [...lines, line];
}
