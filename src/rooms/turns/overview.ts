// Several turns as one: what was asked, what came of it, what was decided, what is still open. For the summaries of
// sessions and compactions, and for recall, so that they agree. Pure.

import { fillerIn, isAssent, oneLine } from "../../../libs/language/index.ts";
import { firstSentence, unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type TurnObservation, turnsIn } from "./evidence.ts";
import { makeTurn } from "./make.ts";
import { openList } from "./open-list.ts";
import { doneIn, limited, ownOf, tasksIn } from "./work-done.ts";

export type TurnOutline = Pick<
  Turn,
  "request" | "outcome" | "open" | "decisions" | "files" | "commit" | "state"
>;

/** Turns from observations alone, where none are stored yet. */
export function outlinesOf(observations: readonly Observation[]): TurnOutline[] {
  const seen = observations.map(
    (one, seq): TurnObservation => ({ ...one, seq, symbols: [], said: one.detail }),
  );
  return turnsIn(seen).map((evidence) => ({ ...makeTurn(evidence), state: { is: "current" } }));
}

const maxLength = { first: 300, request: 140, outcome: 240 };
const max = { requests: 5, outcomes: 6 };

/** The requests in order, without "yes" and "thanks". */
export function requestsOf(turns: readonly TurnOutline[]): string {
  const asked = unique(turns.map(({ request }) => request).filter((request) => request !== ""));
  const [first, ...later] = asked.some(isOwnRequest) ? asked.filter(isOwnRequest) : asked;
  if (first === undefined) return "(no prompt)";
  const shown = later.slice(0, max.requests - 1).map((request) => oneLine(request, maxLength.request));
  const rest = later.length - shown.length;
  return [oneLine(first, maxLength.first), ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(" → ");
}

function isOwnRequest(request: string): boolean {
  return !isAssent(request) && !/ \(to: /.test(request) && fillerIn(request) !== "acknowledgement";
}

/** The outcomes that say most, in their order; what the user rejected is left out. */
export function outcomesOf(turns: readonly TurnOutline[], limit = max.outcomes): string[] {
  const said = turns.filter(({ outcome, state }) => outcome !== "" && state.is !== "rejected");
  const ranked = said
    .map((turn, at) => ({
      turn,
      at,
      weight: weightOf(turn) + (at === said.length - 1 ? 2 : at / said.length),
    }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .sort((a, b) => a.at - b.at);
  return unique(ranked.map(({ turn }) => oneLine(turn.outcome, maxLength.outcome)));
}

function weightOf({ outcome, files, commit, decisions, open, state }: TurnOutline): number {
  return (
    (files.length > 0 ? 2 : 0) +
    (commit !== null ? 1 : 0) +
    Math.min(1, decisions.length) +
    Math.min(1, open.length) +
    Math.min(2, outcome.length / 120) -
    (state.is === "superseded" ? 3 : 0)
  );
}

export function decidedIn(turns: readonly TurnOutline[]): string[] {
  return unique(turns.filter(({ state }) => state.is !== "rejected").flatMap(({ decisions }) => decisions));
}

const maxDone = 14;
const maxOutcome = 240;

/** Outcomes first, then what the tools did; a commit that an outcome names is not repeated. */
export function doneLines(turns: readonly TurnOutline[], observations: readonly Observation[]): string[] {
  const outcomes = outcomesOf(turns);
  const said = outcomes.join("\n");
  const deeds = doneIn(observations).filter((line) => {
    const hash = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/.exec(line)?.[0];
    return hash === undefined || !said.includes(hash.slice(0, 7));
  });
  return unique([...limited(outcomes, maxDone, maxOutcome), ...limited(deeds, maxDone)]).slice(0, maxDone);
}

/**
 * Tasks of the agent's own list, and what came of turns that changed something and left nothing open, a sentence each. While
 * tasks are pending, only a commit ends something.
 */
export function completedIn(turns: readonly TurnOutline[], observations: readonly Observation[]): string[] {
  const { completed, pending } = tasksIn(ownOf(observations));
  const closed = turns
    .filter(({ outcome, files, commit, open, state }) => {
      const hasChanged = commit !== null || (files.length > 0 && pending.length === 0);
      return outcome !== "" && hasChanged && open.length === 0 && state.is === "current";
    })
    .map(({ outcome }) => firstSentence(outcome, maxLength.outcome));
  return [...completed, ...closed];
}

/** A task of the agent's own list counts as the list stands at the end. */
export function openLines(
  turns: readonly TurnOutline[],
  observations: readonly Observation[],
  max?: number,
): string[] {
  const { completed, pending } = tasksIn(ownOf(observations));
  const done = new Set(completed);
  return limited(
    [...pending, ...openList(turns.toReversed()).flatMap(({ text }) => (done.has(text) ? [] : [text]))],
    max,
  );
}
