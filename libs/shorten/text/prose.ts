// Shortens text that a person or a model wrote: first sentence, decisions, names; code fences are cut.

import { fillerIn, isImportant, oneLine, sentencesOf, withoutBold } from "../../language/index.ts";
import { pickLines, type ScoredLine } from "../output/lines.ts";
import { identifiers } from "./identifiers.ts";
import { plain } from "./markdown.ts";

const FENCE = /^\s*(?:```|~~~)/;
const FENCE_LINES = 2;
const FENCE_WHOLE = 4;
/** A long report names its subject at the beginning and its result at the end. */
const HEAD_MAX = 16_000;
const TAIL_MAX = 8_000;

const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
/** Addresses, commands, settings: what a later question asks for. */
const programs =
  "sudo npm npx pnpm yarn bun git docker kubectl curl ssh pip uv cargo make claude systemctl psql";
const ANSWER = new RegExp(
  [
    "https?:\\/\\/",
    `^\\s*(?:\\$ |(?:${programs.replaceAll(" ", "|")}) |go (?:run|build|test)|\\w+=\\S)`,
    "\\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\\b|:\\d{2,5}\\b",
  ].join("|"),
);

/** The first sentence with content; a very short one includes the next. */
export function firstSentence(text: string, max: number): string {
  const joined = withoutFences(text.slice(0, 8000))
    .slice(0, 2000)
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/^(?:[#>*•-]+|\d+\.)\s+/, "");
  const start = withoutBold(joined).trim();
  const sentences = sentencesOf(start.slice(0, max * 8));
  const told = sentences.findIndex((sentence) => !isEmptyTalk(sentence));
  let line = "";
  for (const sentence of sentences.slice(Math.max(0, told))) {
    line = line === "" ? sentence : `${line} ${sentence}`;
    if (line.length >= minTitleLength) break;
  }
  return oneLine(line || start || text, max);
}

const minTitleLength = 24;

function isEmptyTalk(sentence: string): boolean {
  const filler = fillerIn(sentence);
  return filler === "acknowledgement" || filler === "announcement";
}

/** The informative sentences of a text, in order, within a budget. */
export function digest(text: string, budget: number): string {
  if (latest.text !== text) latest = { text, weighed: sentences(ends(text)) };
  return pickLines(latest.weighed, budget, budget * 0.8, 220).join("\n");
}

/** A summary and a detail are picked from the same text, and weighing its sentences takes longest. */
let latest: { text: string; weighed: readonly ScoredLine[] } = { text: "", weighed: [] };

function ends(text: string): string {
  if (text.length <= HEAD_MAX + TAIL_MAX) return text;
  return `${text.slice(0, HEAD_MAX)}\n${text.slice(-TAIL_MAX)}`;
}

function sentences(text: string): ScoredLine[] {
  const lines = withoutFences(text).flatMap((line) => (line.length > 110 ? sentencesOf(line) : [line]));
  return lines.map((line, index) => ({ text: line, score: worth(line, index, lines.length) }));
}

function worth(line: string, index: number, total: number): number {
  if (line.trim() === "" || !/[\p{L}\p{N}]/u.test(line)) return 0;
  if (isEmptyTalk(plain(line))) return index === 0 ? 20 : 4;
  const position = index === 0 ? 40 : index < 3 || index >= total - 2 ? 10 : 0;
  // A heading orders the text; the lines below it are the answer.
  const heading = HEADING.test(line) ? -14 : 0;
  const answer = ANSWER.test(line) ? 18 : /\d/.test(line) ? 4 : 0;
  const decision = isImportant(line) ? 14 : 0;
  const named = Math.min(3, identifiers(line.slice(0, 400)).length) * 6;
  return 32 + position + heading + answer + decision + named;
}

/** Code is already in the files: two lines are enough to recognise it. A few lines are a command or a setting. */
function withoutFences(text: string): string[] {
  const kept: string[] = [];
  let code: string[] | null = null;
  const close = () => {
    const lines = (code ?? []).filter((line) => line.trim() !== "");
    kept.push(...(lines.length <= FENCE_WHOLE ? lines : [...lines.slice(0, FENCE_LINES), "…"]));
    code = null;
  };
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      if (code === null) code = [];
      else close();
    } else if (code === null) kept.push(line);
    else code.push(line);
  }
  if (code !== null) close();
  return kept;
}
