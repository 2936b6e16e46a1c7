// What answers a question about the work itself: where it stopped, what is left, what changed since a day.

import { cutAtSentence, daysAsked, type Intent } from "../../../libs/language/index.ts";
import { frame } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Inert } from "../../protocol/inert.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isTurnWorthOffering, openList, recentTurns } from "../../rooms/turns/room.ts";
import { openPoint } from "./answer.ts";
import { type Candidate, ofTurn } from "./candidates.ts";
import { type Checkout, elsewhere } from "./checkout.ts";
import { textOf } from "./evidence.ts";
import { askForMore, maxCharacters, type Plan, type Reader } from "./plan.ts";
import { eachOnce } from "./same-content.ts";
import { subjectOf } from "./subject.ts";

const turnsRead = 120;
const shown = 5;
const maxLength = { title: 160, summary: 300, detail: 480 };

const headings: Partial<Record<Intent, Inert>> = {
  resume: frame`The last work:`,
  left: frame`Left open:`,
  changes: frame`What changed:`,
  branch: frame`On this branch:`,
};

export async function gatherLastWork(
  memory: Memory,
  reader: Reader,
  intent: Intent,
  asked: { text: string; here: Checkout; tokens: number },
): Promise<Plan> {
  const turns = await recentTurns(memory.db, {
    projectId: reader.projectId,
    exceptSession: reader.sessionId,
    limit: turnsRead,
  });
  return {
    heading: frame`From memory, about this prompt. ${askForMore}`,
    sections: [{ name: "found", heading: headings[intent] ?? frame`Found:`, tokens: asked.tokens }],
    candidates: lastWork(turns, intent, asked.text, asked.here),
    budget: { tokens: asked.tokens, characters: maxCharacters },
  };
}

/** Of the newest turns, those that answer. */
export function lastWork(turns: readonly Turn[], intent: Intent, text: string, here: Checkout): Candidate[] {
  const standing = turns.filter((turn) => turn.state.is !== "rejected");
  const points = intent === "left" ? openPoints(standing, text, here) : [];
  const holding = standing.filter((turn) => turn.state.is === "current" && isTurnWorthOffering(turn));
  if (points.length > 0) return points;
  const chosen =
    intent === "changes"
      ? changedSince(holding, daysAsked(text))
      : holding.filter(({ branch }) => intent !== "branch" || branch === here.branch);
  return eachOnce(chosen.map((turn, rank) => candidateOf(turn, rank, outcomeWithOpen(turn), here))).slice(
    0,
    shown,
  );
}

function outcomeWithOpen({ outcome, open }: Turn): string {
  const others = open.filter((point) => !outcome.includes(point));
  return [outcome, ...others.slice(0, 2).map(openPoint)].join(" ");
}

/** What no later turn has dealt with; of one subject, if the prompt names one that was worked on. */
function openPoints(turns: readonly Turn[], prompt: string, here: Checkout): Candidate[] {
  const points = Map.groupBy(openList(turns), ({ turn }) => turn);
  const all = [...points].map(([turn, own]) => ({ turn, text: own.map(({ text }) => text).join(" ") }));
  const subject = subjectOf(prompt);
  const about = all.filter(({ turn, text }) => {
    const { terms } = textOf([turn.request, turn.outcome, text].join("\n"));
    return [...subject.terms.keys()].some((term) => terms.has(term));
  });
  const left = about.length > 0 ? about : all;
  return eachOnce(left.map(({ turn, text }, rank) => candidateOf(turn, rank, text, here))).slice(0, shown);
}

/** Counted from the newest turn's day: an old project has its last days too. */
function changedSince(turns: readonly Turn[], days: number): Turn[] {
  const newest = turns[0]?.endedAt.slice(0, 10);
  if (newest === undefined) return [];
  const from = new Date(Date.parse(newest) - days * 86_400_000).toISOString();
  return turns.filter((turn) => turn.endedAt >= from && (turn.files.length > 0 || turn.commit !== null));
}

function candidateOf(turn: Turn, rank: number, text: string, here: Checkout): Candidate {
  const said = {
    title: cutAtSentence(text, maxLength.title),
    summary: cutAtSentence(text, maxLength.summary),
    detail: cutAtSentence(text, maxLength.detail),
  };
  const why = { reason: "the prompt asks about the last work" };
  return ofTurn(turn, said, { section: "found", priority: -rank, why, source: elsewhere(turn, here) });
}
