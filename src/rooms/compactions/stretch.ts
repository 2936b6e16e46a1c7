// The stretch of a session that a compaction covers. Pure.

import type { Compaction } from "../../protocol/compaction.ts";

/** Start and end; an unknown end means now. */
export interface Stretch {
  sessionId: string;
  after: string | null;
  upTo: string | null;
}

/** The stretch of a compaction; for a noted one, up to now. */
export function stretchOf(one: Compaction, all: readonly Compaction[]): Stretch {
  const before = all.findLast(({ state, at }) => state === "done" && at < one.at);
  return {
    sessionId: one.sessionId,
    after: before?.at ?? null,
    upTo: one.state === "done" ? one.at : null,
  };
}

/** What is in the window: everything since the last compaction. */
export function windowOf(sessionId: string, all: readonly Compaction[]): Stretch {
  return { sessionId, after: all.findLast(({ state }) => state === "done")?.at ?? null, upTo: null };
}
