// reindex: the search index is made anew from the rooms. Goes on where it was killed, and ends the same.

import { removeOrphans } from "../indexes/search/documents.ts";
import type { Memory } from "../memory.ts";
import {
  countObservations,
  indexCompactions,
  indexObservations,
  indexSummaries,
} from "../rooms/episodic/room.ts";
import { indexNodes } from "../rooms/semantic/room.ts";
import type { Db } from "../store/schema.ts";

export interface ReindexProgress {
  done: number;
  all: number;
  /** The last observation that was indexed: where to go on. */
  after: number;
}

const rowsAtOnce = 100;

export async function reindex(
  memory: Memory,
  from: number,
  onStep: (progress: ReindexProgress) => Promise<void> | void = () => {},
): Promise<ReindexProgress> {
  // First, so that what is left of them in their neighbours' context goes with the rest.
  await removeOrphans(memory.db);
  const all = await countObservations(memory.db);
  const progress = { done: await countObservations(memory.db, from), all, after: from };
  for (;;) {
    const step = await memory.db
      .transaction()
      .execute((tx) => indexObservations(tx, progress.after, rowsAtOnce));
    if (step.count === 0) break;
    progress.after = step.last;
    progress.done += step.count;
    await onStep({ ...progress });
  }
  await eachStep((tx, after: string) => indexNodes(tx, after, rowsAtOnce));
  await eachStep((tx, after: string) => indexSummaries(tx, after, rowsAtOnce));
  await eachStep((tx, after: string) => indexCompactions(tx, after, rowsAtOnce));
  return progress;

  /** These are few, and are made anew from the first one on. */
  async function eachStep(index: (tx: Db, after: string) => Promise<{ count: number; last: string }>) {
    for (let after = ""; ; ) {
      const step = await memory.db.transaction().execute((tx) => index(tx, after));
      if (step.count === 0) return;
      after = step.last;
      await onStep({ ...progress });
    }
  }
}
