// reindex: rebuilds the search index from the rooms, one kind of owner after another. If killed at any point, it
// resumes from its last step and ends with the same index.

import { firstMark } from "../../indexes/owner.ts";
import { removeOrphans } from "../../indexes/search/documents.ts";
import { embedAllWordsSoon } from "../../memory/embed-words.ts";
import type { Memory } from "../../memory/memory.ts";
import { countFindable, owners } from "../../memory/owners.ts";
import { type OwnerKind, ownerKinds } from "../../protocol/owners.ts";

export interface ReindexStep {
  /** The kind that is being indexed, and its last row so far. */
  kind: OwnerKind;
  after: string;
  done: number;
}

export interface ReindexProgress {
  done: number;
  all: number;
}

const rowsAtOnce = 100;

export async function reindex(
  memory: Memory,
  from: ReindexStep | null,
  onStep: (progress: ReindexProgress, step: ReindexStep) => Promise<void> | void = () => {},
): Promise<ReindexProgress> {
  const { db } = memory;
  // First, so that their words also leave the context of their neighbours.
  await removeOrphans(db, (kind) => owners[kind].findable(db));
  const all = await countFindable(db);
  let done = from?.done ?? 0;
  for (const kind of from ? ownerKinds.slice(ownerKinds.indexOf(from.kind)) : ownerKinds) {
    let after = from?.kind === kind ? from.after : firstMark;
    for (;;) {
      const step = await db.transaction().execute((tx) => owners[kind].reindex(tx, after, rowsAtOnce));
      if (step.count === 0) break;
      after = step.last;
      done += step.count;
      await onStep({ done: Math.min(done, all), all }, { kind, after, done });
    }
  }
  await embedAllWordsSoon(memory, "all");
  return { done: all, all };
}
