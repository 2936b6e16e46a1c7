// Reads what an agent wrote as blocks: headings, paragraphs, list items, table rows, code. Pure; any text gives a result.

import { withoutBold } from "../../language/index.ts";

type BlockKind = "heading" | "paragraph" | "item" | "row" | "code";

export interface Block {
  kind: BlockKind;
  /** Without the marks of markdown; of code the lines. */
  text: string;
  /** Nesting of a list item. */
  depth: number;
  /** Unchecked or checked box of a list item. */
  box: "open" | "done" | null;
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_]+?)(?:\*\*:?|__:?)\s*:?\s*$/;
const ITEM = /^(\s*)(?:[-*•◦‣+]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*(?:[-*_=─━]\s*){3,}$/;
const LINE_MAX = 2_000;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let fence: string | null = null;
  let code: string[] = [];
  const lines = text.split("\n");
  for (const [i, raw] of lines.entries()) {
    const line = raw.length > LINE_MAX ? raw.slice(0, LINE_MAX) : raw;
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim().length === mark.length) {
        blocks.push(blockOf("code", code.join("\n")));
        fence = null;
      } else code.push(line.trimEnd());
      continue;
    }
    if (mark !== undefined) {
      [fence, code, open] = [mark, [], null];
      continue;
    }
    const found = lineBlock(line, lines[i + 1] ?? "");
    if (found === "blank") open = null;
    else if (found === "rule") open = null;
    else if (found.kind === "paragraph" && open !== null) open.text = joinedLine(open.text, found.text);
    else {
      blocks.push(found);
      open = found.kind === "paragraph" || found.kind === "item" ? found : null;
    }
  }
  if (fence !== null && code.length > 0) blocks.push(blockOf("code", code.join("\n")));
  return blocks.filter((block) => block.text !== "");
}

function lineBlock(line: string, next: string): Block | "blank" | "rule" {
  if (line.trim() === "") return "blank";
  if (RULE.test(line)) return "rule";
  const heading = HEADING.exec(line)?.[1] ?? BOLD_LINE.exec(line)?.[1];
  if (heading !== undefined) return blockOf("heading", plain(heading).replace(/^\d{1,2}[.)]\s+/, ""));
  const row = ROW.exec(line)?.[1];
  if (row !== undefined) {
    // The head of a table and the line below it say nothing alone.
    if (/^[\s|:-]+$/.test(row) || /^\s*\|[\s|:-]+\|\s*$/.test(next)) return "rule";
    const cells = row.split(/(?<!\\)\|/).map((cell) => plain(cell.replaceAll("\\|", "|")));
    return blockOf("row", cells.filter((cell) => cell !== "").join(" · "));
  }
  const item = ITEM.exec(line);
  if (item) {
    const box = item[2] === undefined ? null : item[2] === " " ? "open" : "done";
    return {
      ...blockOf("item", plain(item[3] ?? "")),
      depth: Math.floor((item[1] ?? "").replaceAll("\t", "  ").length / 2),
      box,
    };
  }
  return blockOf("paragraph", plain(line.replace(/^\s*>\s?/, "")));
}

function blockOf(kind: BlockKind, text: string): Block {
  return { kind, text, depth: 0, box: null };
}

function joinedLine(before: string, more: string): string {
  return before === "" ? more : more === "" ? before : `${before} ${more}`;
}

const MARKS = /^(?:(?:\p{Extended_Pictographic}|[✓✗✘☑☐▶►→●○★]|\uFE0F|\u200D)+\s*)+/u;

/** A line without bold, links and leading signs; an address stays, the path behind a link's text goes. */
export function plain(line: string): string {
  return withoutBold(line)
    .replace(/!\[([^[\]]*)\]\([^)[]*\)/g, "$1")
    .replace(/\[([^[\]]+)\]\(([^)[\s]*)(?:\s[^)[]*)?\)/g, (_, text: string, to: string) =>
      /^https?:/.test(to) && !text.includes("://") ? `${text} (${to})` : text,
    )
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, "$1")
    .replace(/~~([^~]+)~~/g, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(MARKS, "");
}

/** The line without the signs at its start: "✅ Done" and "→ Done" say "Done". */
export function withoutMarks(line: string): string {
  return line.replace(MARKS, "");
}
