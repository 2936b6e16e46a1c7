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
const LABEL = new RegExp(`${marks}(?:${label})${marks}[:：]${marks}`, "iuy");
const NOTHING = new RegExp(
  `^(?:${alternatives(({ replies }) => replies.closing.nothing)}|[-–—])[.。]?$`,
  "iu",
);
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
    outcome: pointsIn(found.outcome).join(" "),
    decided: pointsIn(found.decided),
    open: pointsIn(found.open),
  };
}

/** A part of such a line without its label: "Open: the cache" → "the cache". */
export function withoutPartLabel(sentence: string): string {
  const found = labelAt(sentence, 0);
  return found ? sentence.slice(found.end) : sentence;
}

/** The last lines: the first of them begins with a label, the others do so too or are items below one. */
function linesAtEnd(text: string): string[] {
  const lines = text
    .trimEnd()
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (text.split("```").length % 2 === 0) return [];
  let first = lines.length;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? "";
    if (labelAt(line.replace(ITEM, ""), 0)) first = at;
    else if (!ITEM.test(line)) break;
  }
  return lines.slice(first);
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
  const plain = line.replace(ITEM, "");
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
    .flatMap((text) => text.split(/[;；]\s*/))
    .map((point) => point.replace(/^[\s*_|·—–-]+|[\s*_|·—–-]+$/gu, ""))
    .filter((point) => /[\p{L}\p{N}]/u.test(point) && !NOTHING.test(point));
}
