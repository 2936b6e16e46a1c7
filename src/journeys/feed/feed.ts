// feed: waits until something is stored, changed or deleted, and returns it. A page follows the memory with it.

import { setTimeout as pause } from "node:timers/promises";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import { type DocumentsState, documentsAfter, documentsState } from "../../indexes/search/feed.ts";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";

/** Also another process may write to the store, so it is looked at instead of being told. */
const lookEveryMs = 200;

export async function feedAfter(
  memory: Memory,
  { after, waitMs, limit }: ParsedInputOf<"feed">,
  stopping: AbortSignal,
): Promise<OutputOf<"feed">> {
  const known = after === undefined ? null : stateOf(after);
  const end = performance.now() + waitMs;
  let now = await documentsState(memory.db);
  while (known && isSame(known, now) && performance.now() < end && !stopping.aborted) {
    await pause(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
    if (!stopping.aborted) now = await documentsState(memory.db);
  }
  const items = known ? await documentsAfter(memory.db, known.newest, limit) : [];
  return { cursor: cursorOf(now), changed: known !== null && !isSame(known, now), items };
}

const isSame = (a: DocumentsState, b: DocumentsState) => a.changes === b.changes && a.newest === b.newest;

const cursorOf = ({ changes, newest }: DocumentsState) => `${changes}.${newest}`;

function stateOf(cursor: string): DocumentsState {
  const [, changes, newest] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (changes === undefined || newest === undefined)
    throw new TellbackError("invalid_input", `invalid cursor ${JSON.stringify(cursor)}`, {
      hint: "Pass `cursor` of the last answer unchanged, or leave it out.",
    });
  return { changes: Number(changes), newest: Number(newest) };
}
