// Shortens text that a person or a model wrote: first sentence, decisions, names; code fences are cut.

import { pickLines, type ScoredLine } from "../output/lines.ts";
import { identifiers } from "./identifiers.ts";
import { oneLine } from "./text.ts";

const FENCE = /^\s*(?:```|~~~)/;
const FENCE_LINES = 2;
/** A long report names its subject at the beginning and its result at the end. */
const HEAD_MAX = 16_000;
const TAIL_MAX = 8_000;
const DECISION =
  /\b(?:because|decid|instead|root cause|fix(?:ed|es)?|must|never|always|prefer|conclu|found|result|failed|fails|error|bug|so that|rather than|turned out|works?|broken|TODO|next step|open question)\b/i;

/** The first informative sentence; a very short one ("Done.") includes the next. */
export function firstSentence(text: string, max: number): string {
  const spoken = withoutFences(text.slice(0, 8000));
  const start = spoken
    .slice(0, 2000)
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/^(?:[#>*•-]+|\d+\.)\s+/, "")
    .trim();
  const ends = /[.!?…:](?=\s)/g;
  for (const match of start.matchAll(ends)) {
    const end = match.index + 1;
    if (end < 24 || /\b(?:e\.g|i\.e|etc|vs|cf)\.$/i.test(start.slice(0, end))) continue;
    return oneLine(start.slice(0, end).replace(/\*\*|__/g, ""), max);
  }
  return oneLine(start.replace(/\*\*|__/g, "") || text, max);
}

/** The informative sentences of a text, in order, within a budget. */
export function digest(text: string, budget: number): string {
  return pickLines(sentences(ends(text)), budget, budget * 0.8, 220).join("\n");
}

function ends(text: string): string {
  if (text.length <= HEAD_MAX + TAIL_MAX) return text;
  return `${text.slice(0, HEAD_MAX)}\n${text.slice(-TAIL_MAX)}`;
}

function sentences(text: string): ScoredLine[] {
  const lines = withoutFences(text).flatMap((line) =>
    line.length > 110 ? line.split(/(?<=[.!?])\s+(?=\S)/) : [line],
  );
  return lines.map((line, index) => ({ text: line, score: worth(line, index, lines.length) }));
}

function worth(line: string, index: number, total: number): number {
  if (line.trim() === "" || !/[\p{L}\p{N}]/u.test(line)) return 0;
  const position = index === 0 ? 40 : index < 3 || index >= total - 2 ? 10 : 0;
  const heading = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/.test(line) ? 8 : 0;
  const decision = DECISION.test(line) ? 14 : 0;
  const named = Math.min(3, identifiers(line.slice(0, 400)).length) * 6;
  return 32 + position + heading + decision + named;
}

/** Code is already in the files: two lines of a fence are enough to recognise it. */
function withoutFences(text: string): string[] {
  const kept: string[] = [];
  let inFence = false;
  let shown = 0;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) {
      inFence = !inFence;
      shown = 0;
    } else if (!inFence) kept.push(line);
    else if (line.trim() !== "" && shown < FENCE_LINES) {
      shown += 1;
      kept.push(line);
    } else if (shown === FENCE_LINES) {
      shown += 1;
      kept.push("…");
    }
  }
  return kept;
}
