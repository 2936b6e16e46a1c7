// What of a turn may be offered: its newest state. A value that a later turn changed is left out of what the turn says,
// and the later turn takes its place where the prompt is about that value. Pure.

import { cutAtSentence, type Intent, sentencesOf, valuesIn } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { isTurnWorthOffering } from "../../rooms/turns/room.ts";
import { minute } from "./candidates.ts";
import { textOf } from "./evidence.ts";
import type { Subject } from "./subject.ts";

export interface InForce {
  turn: Turn;
  caution?: string;
}

/** What was rejected is offered only to somebody who asks whether it was tried. */
export function inForce(
  turn: Turn | undefined,
  turns: ReadonlyMap<string, Turn>,
  intent: Intent | null,
  subject: Subject,
): InForce | null {
  if (!turn || !isTurnWorthOffering(turn)) return null;
  switch (turn.state.is) {
    case "current":
      return { turn };
    case "rejected":
      return intent === "tried"
        ? { turn, caution: `the user rejected this on ${minute(turn.state.at)}` }
        : null;
    case "superseded": {
      const at = minute(turn.state.at);
      if (intent === "tried") return { turn, caution: `replaced on ${at}` };
      const newer = turns.get(turn.state.by);
      if (newer?.state.is !== "current") return null;
      const rest = withoutReplaced(turn, newer);
      if (rest !== null && isTurnWorthOffering(rest) && isAboutRest(subject, rest, turn))
        return { turn: rest };
      return { turn: newer, caution: `until ${at}: ${cutAtSentence(turn.outcome, maxBeforeLength)}` };
    }
  }
}

const maxBeforeLength = 90;

/** The sentences that state no value which the newer turn states too; null if none is known to do so. */
function withoutReplaced(turn: Turn, newer: Turn): Turn | null {
  const changed = new Set(
    [newer.outcome, ...newer.decisions].flatMap(valuesIn).map(({ subject }) => subject),
  );
  const holds = (text: string) => !valuesIn(text).some(({ subject }) => changed.has(subject));
  if ([turn.outcome, ...turn.decisions].every(holds)) return null;
  return {
    ...turn,
    outcome: sentencesOf(turn.outcome).filter(holds).join(" "),
    detail: turn.detail.split("\n").filter(holds).join("\n"),
    decisions: turn.decisions.filter(holds),
    open: turn.open.filter(holds),
  };
}

/** Whether the prompt is about what is left, and not about what was replaced. */
function isAboutRest(subject: Subject, rest: Turn, whole: Turn): boolean {
  const termsIn = ({ request, outcome, decisions, open }: Turn) => {
    const { terms } = textOf([request, outcome, ...decisions, ...open].join("\n"));
    return [...subject.terms.keys()].filter((term) => terms.has(term)).length;
  };
  const left = termsIn(rest);
  return left > 0 && left === termsIn(whole);
}
