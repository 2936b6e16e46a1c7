// A page as a markdown file. Remembered text is escaped: it may contain anything that a tool printed.

import { number } from "./numbers.ts";
import type { Block, Page } from "./section.ts";
import { sparkline } from "./sparkline.ts";

const lineWidth = 60;

export function markdownOf({ title, sections }: Page): string {
  const parts = sections.flatMap(({ heading, blocks }) => [
    ...(heading === "" ? [] : [`## ${escaped(heading)}`]),
    ...blocks.map(blockText),
  ]);
  return `${[`# ${escaped(title)}`, ...parts].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "facts":
      return block.rows.map(([name, value]) => `- ${escaped(name)}: ${escaped(value)}`).join("\n");
    case "bars":
      return table(
        ["what", "count", ""],
        block.rows.map(({ name, count, note }) => [name, number(count), note]),
        [1],
      );
    case "line":
      return `- ${escaped(block.name)}: ${sparkline(block.values, lineWidth)} (${escaped(block.caption)})`;
    case "table":
      return table(block.head, block.rows, block.numbers);
    case "groups":
      return block.groups
        .map(({ name, note, rows }) =>
          [
            `- ${escaped(name)}${note === "" ? "" : ` (${escaped(note)})`}`,
            ...rows.map(([mark, text]) => `  - ${mark === "" ? "" : `${escaped(mark)}: `}${escaped(text)}`),
          ].join("\n"),
        )
        .join("\n");
    case "text":
      return block.lines.map(escaped).join("\n");
  }
}

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, i) => (numbers.includes(i) ? "--:" : "---"));
  return [line(head), line(rule), ...rows.map((row) => line(row.map(escaped)))].join("\n");
}

export function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/[\\`*_[\]<>|#]/g, "\\$&")
    .trim();
}

export function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${heading}`, listOf(lines.map(escaped))];
}

export function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** Unchanged, in a fence that nothing inside can close. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
