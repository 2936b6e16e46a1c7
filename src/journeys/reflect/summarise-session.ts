// A session's summary by rules alone, from its turns and observations: what was asked, what came of it, what was
// decided, changed and left open. What stays true comes from knowledge: the journey adds it. Pure.

import { unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import {
  decidedIn,
  edited,
  limited,
  openLines,
  outcomesOf,
  outlinesOf,
  requestsOf,
} from "../../rooms/turns/room.ts";

const maxFiles = 40;
const maxOutcomes = 3;

export function summarise(
  observations: readonly Observation[],
  turns: ReturnType<typeof outlinesOf> = outlinesOf(observations),
): SummaryParts {
  return {
    title: requestsOf(turns),
    now: outcomesOf(turns, maxOutcomes).join(" "),
    decided: limited(decidedIn(turns)).map((what) => ({ what, because: "", by: null })),
    open: openLines(turns, observations),
    known: [],
    files: unique(edited(observations).flatMap(({ files }) => files)).slice(0, maxFiles),
  };
}

const maxLines = 12;

/** What was written about earlier turns, with what the rules find in later ones. */
export function withWritten(written: SummaryParts, later: SummaryParts): SummaryParts {
  const both = <T>(a: readonly T[], b: readonly T[]) => [...a, ...b].slice(-maxLines);
  return {
    title: written.title,
    now: [written.now, later.now].filter(Boolean).join(" "),
    decided: both(written.decided, later.decided),
    open: both(written.open, later.open),
    known: written.known,
    files: later.files,
  };
}
