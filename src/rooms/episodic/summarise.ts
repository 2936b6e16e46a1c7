// A session's summary by rules alone, from its observations: what was asked, done, decided, changed and left open.
// Learnings belong to another room; the journey adds them. Pure.

import type { Observation, SummaryParts } from "../../protocol/episodic.ts";
import { answeredIn, decisionsSaid, doneIn, edited, limited, openIn, ownOf, requestOf } from "./gist.ts";
import { unique } from "./shorten/text/text.ts";

const mostFiles = 40;

export function summarise(observations: readonly Observation[]): SummaryParts {
  const own = ownOf(observations);
  return {
    request: requestOf(own),
    done: limited(doneIn(observations, own)),
    decisions: limited(decisionsIn(own)),
    learned: [],
    open: limited(openIn(own)),
    files: unique(edited(observations).flatMap(({ files }) => files)).slice(0, mostFiles),
  };
}

function decisionsIn(own: readonly Observation[]): string[] {
  const said = own.filter((one) => one.kind === "reply").flatMap(({ detail }) => decisionsSaid(detail));
  return [...answeredIn(own).map(({ title }) => title), ...said];
}
