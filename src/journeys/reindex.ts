// reindex: the search index is made anew from the rooms. Goes on where it was killed, and ends the same.

import { removeOrphans } from "../indexes/search/documents.ts";
import type { Memory } from "../memory.ts";
import { countObservations, indexObservations } from "../rooms/episodic/room.ts";

export interface ReindexProgress {
  done: number;
  all: number;
  /** The last observation that was indexed: where to go on. */
  after: number;
}

const observationsAtOnce = 100;

export async function reindex(
  memory: Memory,
  from: number,
  onStep: (progress: ReindexProgress) => Promise<void> | void = () => {},
): Promise<ReindexProgress> {
  // First, so that what is left of them in their neighbours' context goes with the rest.
  await removeOrphans(memory.db, "observation");
  const all = await countObservations(memory.db);
  const progress = { done: await countObservations(memory.db, from), all, after: from };
  for (;;) {
    const step = await memory.db
      .transaction()
      .execute((tx) => indexObservations(tx, progress.after, observationsAtOnce));
    if (step.count === 0) break;
    progress.after = step.last;
    progress.done += step.count;
    await onStep({ ...progress });
  }
  return progress;
}
