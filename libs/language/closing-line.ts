// The line with which an agent ends a reply, because tellback asks for it: "Outcome: … Decided: … Open: …", any of the
// parts, in any order, on one line or several, in any language. Pure.

import { alternatives } from "./languages/all.ts";

export interface ClosingLine {
  outcome: string;
  decided: string[];
  open: string[];
}

const parts = ["outcome", "decided", "open"] as const;
type Part = (typeof parts)[number];

const label = parts
  .map((part) => `(?<${part}>${alternatives(({ replies }) => replies.closing[part])})`)
  .join("|");
const marks = "[*_`\\s]*";
/** A label, with the marks of Markdown around it. */
const LABEL = new RegExp(`${marks}(?:${label})${marks}(?:[:：]|\\s[-–—](?=\\s))[*_\\s]*`, "iuy");
const NOTHING = new RegExp(
  `^(?:${alternatives(({ replies }) => replies.closing.nothing)}|[-–—])[.。]?$`,
  "iu",
);
const QUOTE = /^\s*(?:>\s?)+/;
const ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;

/** Null if the text does not end with such a line. */
export function closingLineIn(text: string): ClosingLine | null {
  const lines = linesAtEnd(text);
  if (lines.length === 0) return null;
  const found: Record<Part, string[]> = { outcome: [], decided: [], open: [] };
  let part: Part = "outcome";
  for (const line of lines) {
    for (const piece of piecesOf(line)) {
      part = piece.part ?? part;
      found[part].push(piece.text);
    }
  }
  return {
    outcome: found.outcome.map(bare).filter(saysSomething).join(" "),
    decided: pointsIn(found.decided),
    open: pointsIn(found.open),
  };
}

/** A part of such a line without its label: "Open: the cache" → "the cache". */
export function withoutPartLabel(sentence: string): string {
  const found = labelAt(sentence, 0);
  return found ? sentence.slice(found.end) : sentence;
}

/** What the reply says before it. */
export function withoutClosingLine(text: string): string {
  const lines = text.trimEnd().split("\n");
  return lines.slice(0, startIn(lines)).join("\n").trimEnd();
}

/** Lines that belong together, each in one: an item or a label begins a line, what is wrapped goes on with it. */
function linesAtEnd(text: string): string[] {
  const lines = text.trimEnd().split("\n");
  const found: string[] = [];
  for (const line of lines.slice(startIn(lines)).map(unquoted)) {
    if (line.trim() === "") continue;
    const last = found.pop();
    if (last === undefined) found.push(line);
    else if (beginsPart(line) || ITEM.test(line)) found.push(last, line);
    else found.push(`${last} ${line.trim()}`);
  }
  return found;
}

/** Where the closing line begins: the first label of the last paragraphs that hold nothing else, or items below one. */
function startIn(lines: readonly string[]): number {
  if (lines.join("\n").split("```").length % 2 === 0) return lines.length;
  let start = lines.length;
  for (let end = lines.length; end > 0; ) {
    let from = end;
    while (from > 0 && unquoted(lines[from - 1] ?? "").trim() !== "") from--;
    const paragraph = lines.slice(from, end).map(unquoted);
    const first = paragraph.findIndex(beginsPart);
    // Items may stand below a label of the paragraph before them.
    if (first < 0 && !paragraph.every((line) => ITEM.test(line))) break;
    if (first >= 0) start = from + first;
    if (first > 0) break;
    end = from;
    while (end > 0 && unquoted(lines[end - 1] ?? "").trim() === "") end--;
  }
  return start;
}

function unquoted(line: string): string {
  return line.replace(QUOTE, "");
}

function beginsPart(line: string): boolean {
  return labelAt(line.replace(ITEM, ""), 0) !== null;
}

function labelAt(line: string, at: number): { part: Part; end: number } | null {
  LABEL.lastIndex = at;
  const match = LABEL.exec(line);
  const part = parts.find((name) => match?.groups?.[name] !== undefined);
  return part === undefined ? null : { part, end: LABEL.lastIndex };
}

/** A label counts at the beginning of a line and after a sentence or a separator. */
const BREAK = /(?<=[.!?;|·。；！？][*_`]*)\s*(?=\S)|(?<=\s[—–-])\s+/gu;

function piecesOf(line: string): { part: Part | null; text: string }[] {
  const item = line.replace(ITEM, "");
  // The whole line as code, as the request for it is printed.
  const plain = /^`[^`]+`$/.test(item.trim()) ? item.trim().slice(1, -1) : item;
  const starts = [0, ...[...plain.matchAll(BREAK)].map(({ index, 0: gap }) => index + gap.length)];
  const labels = starts.flatMap((at) => {
    const found = labelAt(plain, at);
    return found ? [{ ...found, at }] : [];
  });
  if (labels.length === 0) return [{ part: null, text: plain }];
  return labels.map(({ part, end }, i) => ({ part, text: plain.slice(end, labels[i + 1]?.at) }));
}

/** Points are separated by semicolons or stand on lines of their own. */
function pointsIn(texts: readonly string[]): string[] {
  return texts
    .flatMap(separated)
    .map(bare)
    .filter((point) => saysSomething(point) && !NOTHING.test(point));
}

/** At semicolons outside of code and brackets. */
function separated(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  let isCode = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "`") isCode = !isCode;
    else if (isCode) continue;
    else if (sign === "(") depth++;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if ((sign === ";" || sign === "；") && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, text.slice(from)];
}

/** Without separators and marks that stand alone at an end. */
function bare(text: string): string {
  return text.replace(/^[\s*_|·—–-]+|[\s*_|·—–-]+$/gu, "");
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
