// Decisions and open points that a turn states. Pure.

import {
  addressesReader,
  advises,
  type ClosingLine,
  fillerIn,
  isAside,
  isLabelledOpen,
  isOpenHeading,
  oneLine,
  sentencesOf,
  tellsCause,
  tellsOpenPoint,
  tellsUsage,
  withoutAcknowledgement,
} from "../../../libs/language/index.ts";
import { decisionsSaid } from "../../../libs/language/statement-model.ts";
import { blocksOf, unique } from "../../../libs/shorten/index.ts";
import type { Evidence } from "./evidence.ts";

const maxPoints = 6;
const maxLength = 300;

/** The agent's closing line, if there is one, counts instead of what its sentences seem to say. */
export function decisionsIn(
  prompt: string,
  said: readonly string[] | ClosingLine,
  evidence: Evidence,
): string[] {
  const answered = evidence.rest
    .filter((one) => one.tool === "AskUserQuestion" && one.status === "ok" && one.agentId === null)
    .flatMap(({ detail }) => detail.split("\n").filter((line) => line.includes(" → ")));
  const own =
    "decided" in said ? whole(said.decided) : said.flatMap((reply) => decisionsSaid(reply, "agent"));
  return limited([...answered, ...decisionsSaid(prompt, "user"), ...own]);
}

/** What the last reply leaves open, and checks that failed at their last run; not the steps of the agent's own plan. */
export function openPointsIn(said: readonly string[] | ClosingLine, failing: readonly string[]): string[] {
  const left = "open" in said ? whole(said.open) : saidOpen(said.at(-1) ?? "");
  return limited([...left, ...failing]);
}

export function saidOpen(text: string): string[] {
  const found: string[] = [];
  let isOpenPart = false;
  for (const block of blocksOf(text)) {
    if (block.kind === "heading") {
      isOpenPart = isOpenHeading(block.text);
      continue;
    }
    if (block.kind === "code" || block.kind === "row") continue;
    if (block.kind === "paragraph" && /[:：]$/.test(block.text)) isOpenPart = isOpenHeading(block.text);
    else if (block.box === "open" || (isOpenPart && block.kind === "item" && block.box !== "done")) {
      const [first = ""] = sentencesOf(block.text);
      if (fillerIn(first) !== "question") found.push(first);
    } else {
      if (block.kind === "paragraph") isOpenPart = false;
      found.push(...sentencesOf(block.text).filter(isOpen).map(withoutAcknowledgement));
    }
  }
  return found;
}

/** A cause, a remark and advice to the reader are no points. */
function isOpen(sentence: string): boolean {
  if (isLabelledOpen(sentence)) return true;
  if (!tellsOpenPoint(sentence) || fillerIn(sentence) !== null) return false;
  if (tellsCause(sentence) || tellsUsage(sentence) || isAside(sentence)) return false;
  return !(advises(sentence) && addressesReader(sentence));
}

/** What the agent wrote is not cut: what is longer than was asked for is no point. */
function whole(points: readonly string[]): string[] {
  return points.filter(({ length }) => length <= maxLength);
}

function limited(lines: readonly string[]): string[] {
  return unique(lines.map((line) => oneLine(line, maxLength)).filter((line) => line.length > 3)).slice(
    0,
    maxPoints,
  );
}
