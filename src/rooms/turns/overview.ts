// Several turns as one: what was asked, what came of it, what was decided, what is still open. For the summaries of
// sessions and compactions, and for recall, so that they agree. Pure.

import { fillerIn, isAssent, oneLine, wordsOf } from "../../../libs/language/index.ts";
import { unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { type TurnObservation, turnsIn } from "./evidence.ts";
import { makeTurn } from "./make.ts";
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

const longest = { first: 300, request: 140, outcome: 240 };
const most = { requests: 5, outcomes: 6 };

/** The requests in order, without "yes" and "thanks". */
export function requestsOf(turns: readonly TurnOutline[]): string {
  const asked = unique(turns.map(({ request }) => request).filter((request) => request !== ""));
  const [first, ...later] = asked.some(isOwnRequest) ? asked.filter(isOwnRequest) : asked;
  if (first === undefined) return "(no prompt)";
  const shown = later.slice(0, most.requests - 1).map((request) => oneLine(request, longest.request));
  const rest = later.length - shown.length;
  return [oneLine(first, longest.first), ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(" → ");
}

function isOwnRequest(request: string): boolean {
  return !isAssent(request) && !/ \(to: /.test(request) && fillerIn(request) !== "acknowledgement";
}

/** The outcomes that say most, in their order; what the user rejected is left out. */
function outcomesOf(turns: readonly TurnOutline[], limit = most.outcomes): string[] {
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
  return unique(ranked.map(({ turn }) => oneLine(turn.outcome, longest.outcome)));
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

/** Open points that no later turn has dealt with, those of the newest turn first; a replaced value closes none. */
export function stillOpen(turns: readonly TurnOutline[]): string[] {
  const points = turns.flatMap(({ open, state }, at) =>
    state.is !== "rejected" ? open.map((point) => ({ point, at })) : [],
  );
  const left = points.filter(
    ({ point, at }) => !turns.slice(at + 1).some((later) => dealsWith(later, point)),
  );
  return unique(left.toSorted((a, b) => b.at - a.at).map(({ point }) => point));
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

/** A task of the agent's own list counts as the list stands at the end. */
export function openLines(
  turns: readonly TurnOutline[],
  observations: readonly Observation[],
  max?: number,
): string[] {
  const { completed, pending } = tasksIn(ownOf(observations));
  const done = new Set(completed);
  return limited([...pending, ...stillOpen(turns).filter((point) => !done.has(point))], max);
}

const dealt = 0.5;

/** Half of the point's words, at their beginnings: "deployed" deals with "needs to be deployed". */
function dealsWith({ request, outcome, open }: TurnOutline, point: string): boolean {
  if (open.includes(point)) return true;
  const words = stemsOf(point);
  if (words.size === 0) return false;
  const said = stemsOf(`${request} ${outcome}`);
  const shared = [...words].filter((word) => said.has(word)).length;
  return shared >= 2 && shared >= dealt * words.size;
}

const COMMON = new Set(
  "this that with from have need needs still will would should could when then than into your they them also been being there their what which were open todo noch nicht pour dans para como".split(
    " ",
  ),
);

function stemsOf(text: string): Set<string> {
  const words = wordsOf(text).filter(({ length }) => length > 3);
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, 5)));
}
