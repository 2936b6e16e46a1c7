// What answers a question about the work itself: its last state, what is left of it, what changed since a day; of all of
// it, of a branch, or of the thread that the prompt names.

import { cutAtSentence, daysAsked, type Intent } from "../../../libs/language/index.ts";
import { countTokens } from "../../context/tokens.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isTurnWorthOffering } from "../../rooms/turns/room.ts";
import { type BriefLine, limitLines, openLines } from "./brief.ts";
import { type Candidate, ofBrief } from "./candidates.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { distinctWords, saysTheSame } from "./same-content.ts";

const maxOpen = 5;
const maxLimits = 2;
/** Of the tokens, what the state may take beside open points. */
const stateShare = 0.65;

/** `turns`: all that are known, the newest first; `own`: those that the question is about. */
export function lastWork(
  turns: readonly Turn[],
  own: readonly Turn[],
  { intent, text, here, tokens }: { intent: Intent; text: string; here: Checkout; tokens: number },
): Candidate[] {
  const asked = intent === "changes" ? changedSince(own, daysAsked(text)) : own;
  const open = openLines(turns, here)
    .filter(({ turn }) => asked.includes(turn))
    .slice(0, maxOpen);
  const isLeft = intent === "left" && open.length > 0;
  const hasOpen = open.length > 0 && intent !== "changes";
  const state = isLeft
    ? []
    : stateLines(
        asked,
        here,
        tokens * (hasOpen ? stateShare : 1),
        lengths[intent === "changes" ? "changes" : "state"],
      );
  const limits = asked === turns ? [] : limitLines(asked).slice(0, maxLimits);
  const lines: [string, readonly BriefLine[]][] = [
    ["", state],
    ["Open: ", hasOpen ? open : []],
    ["The user: ", isLeft ? [] : limits],
  ];
  const why = { reason: "the prompt asks about this work" };
  return lines
    .flatMap(([label, some]) => some.map(({ turn, text: said }) => ({ turn, text: `${label}${said}` })))
    .map((line, rank) => ofBrief(line, "turn", { section: "found", priority: -rank, why }));
}

/** Changes are listed, a state is told. */
const lengths = { state: { lines: 3, text: 420 }, changes: { lines: 5, text: 260 } };

/** What came of the newest turns, each whole; the last state first. */
function stateLines(
  turns: readonly Turn[],
  here: Checkout,
  tokens: number,
  max: { lines: number; text: number },
): BriefLine[] {
  const lines: BriefLine[] = [];
  const said: ReadonlySet<string>[] = [];
  let room = tokens;
  for (const turn of turns) {
    if (turn.state.is !== "current" || turn.outcome === "" || !isTurnWorthOffering(turn)) continue;
    const outcome = cutAtSentence(turn.outcome, max.text);
    const words = distinctWords(outcome);
    const where = [turn.endedAt.slice(0, 10), elsewhere(turn, here)].filter(Boolean).join(" ");
    const text = `${where}: ${outcome}`;
    const cost = countTokens(text);
    if (said.some((other) => saysTheSame(words, other))) continue;
    if (lines.length === max.lines || (lines.length > 0 && cost > room)) break;
    room -= cost;
    said.push(words);
    lines.push({ turn, text });
  }
  return lines;
}

/** Counted from the newest turn's day: an old project has its last days too. */
function changedSince(turns: readonly Turn[], days: number): Turn[] {
  const newest = turns[0]?.endedAt.slice(0, 10);
  if (newest === undefined) return [];
  const from = new Date(Date.parse(newest) - days * 86_400_000).toISOString();
  return turns.filter((turn) => turn.endedAt >= from && (turn.files.length > 0 || turn.commit !== null));
}
