// A session's summary by rules alone, from its turns and observations: what was asked, done, decided, changed and left
// open. Learnings belong to another room; the journey adds them. Pure.

import { unique } from "../../../libs/shorten/text/text.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import { doneIn, edited, limited, ownOf, tasksIn } from "../turns/gist.ts";
import { decidedIn, gistsOf, outcomesOf, requestsOf, stillOpen, type TurnGist } from "../turns/overview.ts";

const mostFiles = 40;
const mostDone = 14;
const longestOutcome = 240;

export function summarise(
  observations: readonly Observation[],
  turns: readonly TurnGist[] = gistsOf(observations),
): SummaryParts {
  return {
    request: requestsOf(turns),
    done: doneLines(turns, observations),
    decisions: limited(decidedIn(turns)),
    learned: [],
    open: openLines(turns, observations),
    files: unique(edited(observations).flatMap(({ files }) => files)).slice(0, mostFiles),
  };
}

/** Outcomes first, then what the tools did; a commit that an outcome names is not repeated. */
export function doneLines(turns: readonly TurnGist[], observations: readonly Observation[]): string[] {
  const outcomes = outcomesOf(turns);
  const said = outcomes.join("\n");
  const deeds = doneIn(observations).filter((line) => {
    const hash = /\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/.exec(line)?.[0];
    return hash === undefined || !said.includes(hash.slice(0, 7));
  });
  return unique([...limited(outcomes, mostDone, longestOutcome), ...limited(deeds, mostDone)]).slice(
    0,
    mostDone,
  );
}

/** A task of the agent's own list counts as the list stands at the end. */
export function openLines(
  turns: readonly TurnGist[],
  observations: readonly Observation[],
  most?: number,
): string[] {
  const { completed, pending } = tasksIn(ownOf(observations));
  const done = new Set(completed);
  return limited([...pending, ...stillOpen(turns).filter((point) => !done.has(point))], most);
}
