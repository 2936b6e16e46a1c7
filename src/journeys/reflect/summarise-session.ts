// A session's summary by rules alone, from its turns and observations: what was asked, done, decided, changed and left
// open. Learnings come from knowledge: the journey adds them. Pure.

import { unique } from "../../../libs/shorten/index.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { SummaryParts } from "../../protocol/sessions.ts";
import {
  decidedIn,
  doneLines,
  edited,
  limited,
  openLines,
  outlinesOf,
  requestsOf,
  type TurnOutline,
} from "../../rooms/turns/room.ts";

const maxFiles = 40;

export function summarise(
  observations: readonly Observation[],
  turns: readonly TurnOutline[] = outlinesOf(observations),
): SummaryParts {
  return {
    request: requestsOf(turns),
    done: doneLines(turns, observations),
    decisions: limited(decidedIn(turns)),
    learned: [],
    open: openLines(turns, observations),
    files: unique(edited(observations).flatMap(({ files }) => files)).slice(0, maxFiles),
  };
}
