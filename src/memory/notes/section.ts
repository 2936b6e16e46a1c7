// The bridge's section of a notes file: nodes between two marks, one bullet each, with the node's id in a comment. Pure:
// reads the section, finds what somebody changed in it, and writes it again without touching any other byte.

import { oneLine } from "../../../libs/language/index.ts";
import { inert } from "../../context/quote.ts";
import { bridgeMarks } from "../../protocol/marks.ts";
import { sourceKey } from "../../store/sources.ts";

export interface SectionLine {
  /** Null: somebody added the line. */
  id: string | null;
  /** Without bullet and comment. */
  text: string;
  /** As it stands in the file. */
  written: string;
}

export type Section =
  | { status: "none" }
  | { status: "damaged"; why: string }
  | { status: "found"; start: number; end: number; lines: SectionLine[] };

const explanation =
  "<!-- Written by tellback. Lines that you change or add here are taken over; a line that you delete stays out. -->";
/** `@~/.ssh/id_rsa`, `@./x`, `@docs/a.md`; not an address such as a@b.org. */
const imports = /(^|[^\p{L}\p{N}_.+-])@(?=[^\s@])/gu;
const wideAt = "＠";
const idComment = /[ \t]*<!--\s*(nod_[0-9A-Za-z]+)\s*-->/;

export function readSection(text: string): Section {
  const { begin, end } = bridgeMarks;
  const start = text.indexOf(begin);
  const stop = text.indexOf(end);
  if (start === -1 && stop === -1) return { status: "none" };
  if (stop === -1) return { status: "damaged", why: `the mark ${end} is missing` };
  if (start === -1 || stop < start) return { status: "damaged", why: `the mark ${begin} is missing` };
  if (text.indexOf(begin, start + 1) !== -1 || text.indexOf(end, stop + 1) !== -1)
    return { status: "damaged", why: "a mark appears twice" };
  const body = text.slice(start + begin.length, stop);
  return { status: "found", start, end: stop + end.length, lines: linesIn(body) };
}

function linesIn(body: string): SectionLine[] {
  const items: string[][] = [];
  for (const line of body.replaceAll("\r\n", "\n").split("\n")) {
    if (line.trim() === "" || line.trim() === explanation) continue;
    const isOwn = /^[-*+][ \t]/.test(line);
    const last = items.at(-1);
    if (isOwn || !last || !/^\s/.test(line)) items.push([line]);
    else last.push(line);
  }
  return items.flatMap((lines) => {
    const written = lines.join("\n");
    const id = idComment.exec(written)?.[1] ?? null;
    const text = written
      .replace(idComment, "")
      .replace(/^[-*+][ \t]+/, "")
      .split("\n")
      .map((line) => line.trim())
      .join("\n")
      .replaceAll(wideAt, "@")
      .trim();
    return text === "" && id === null ? [] : [{ id, text, written }];
  });
}

/** Longer nodes are not written: a line that is cut could not be edited. */
export const maxWritten = 2_000;

/**
 * As the node stands in the file: it cannot open a tag, end the section, pose as another line, or name a file that the
 * client would read into the conversation: Claude Code imports `@path`. The wide form of the mark is read back as the mark.
 */
export function writtenText(content: string): string {
  const lines = content.split("\n").map((line) => inert(line, maxWritten).replace(imports, `$1${wideAt}`));
  return lines.filter(Boolean).join("\n");
}

export function lineFor(id: string, content: string): string {
  const [first = "", ...more] = writtenText(content).split("\n");
  return [`- ${first} <!-- ${id} -->`, ...more.map((line) => `  ${line}`)].join("\n");
}

/** The text with the section in its old place, at the end if it is new, or without it if there is nothing to write. */
export function withSection(text: string, lines: readonly string[]): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const body = [bridgeMarks.begin, explanation, ...lines, bridgeMarks.end].join("\n").replaceAll("\n", eol);
  const section = readSection(text);
  if (section.status === "found") {
    if (lines.length > 0) return text.slice(0, section.start) + body + text.slice(section.end);
    const before = text.slice(0, section.start).replace(/(\r?\n)\r?\n$/, "$1");
    return before + text.slice(section.end).replace(/^\r?\n/, "");
  }
  if (lines.length === 0) return text;
  if (text.trim() === "") return `${text}${body}${eol}`;
  const gap = text.endsWith(eol + eol) ? "" : text.endsWith(eol) ? eol : eol + eol;
  return `${text}${gap}${body}${eol}`;
}

/** What the bridge last wrote for a node. */
export interface WrittenLine {
  nodeId: string;
  lineHash: string;
  contentHash: string;
}

export type Edit =
  /** The line says something else now. */
  | { is: "edited"; nodeId: string; text: string }
  /** So does the node: both are kept. */
  | { is: "conflict"; nodeId: string; text: string }
  | { is: "added"; text: string }
  | { is: "removed"; nodeId: string };

/** What somebody changed in the section since it was written. `contentOf` is null for a node that is gone. */
export function editsIn(
  lines: readonly SectionLine[],
  known: readonly WrittenLine[],
  contentOf: (id: string) => string | null,
): Edit[] {
  const before = new Map(known.map((line) => [line.nodeId, line]));
  const seen = new Set<string>();
  const edits = lines.flatMap(({ id, text }): Edit[] => {
    if (id === null) return text === "" ? [] : [{ is: "added", text }];
    const isSecond = seen.has(id);
    seen.add(id);
    const written = before.get(id);
    const content = contentOf(id);
    if (text === "") return [{ is: "removed", nodeId: id }];
    if (written && lineHash(text) === written.lineHash) return [];
    if (content !== null && lineHash(writtenText(content)) === lineHash(text)) return [];
    if (content === null || isSecond) return [{ is: "added", text }];
    const isChangedHere = !written || contentHash(content) !== written.contentHash;
    return [{ is: isChangedHere ? "conflict" : "edited", nodeId: id, text }];
  });
  const gone = known.filter(({ nodeId }) => !seen.has(nodeId));
  return [...edits, ...gone.map(({ nodeId }): Edit => ({ is: "removed", nodeId }))];
}

/** Of a line without regard to its white space. */
export function lineHash(text: string): string {
  return sourceKey("line", oneLine(text.replaceAll(wideAt, "@")));
}

export function contentHash(content: string): string {
  return sourceKey("content", content);
}
