// scrub: removes all traces of deleted or replaced text from derived data: index, vectors, journal.

import { wordIndex } from "../../indexes/search/documents.ts";
import { dropOrphans } from "../../rooms/ledger/room.ts";
import type { Memory } from "../memory.ts";
import { owners } from "../owners.ts";

export async function scrub(
  { db, search, store }: Memory,
  onStep: () => Promise<void> | void = () => {},
): Promise<void> {
  await dropOrphans(db, (kind) => owners[kind].known(db));
  const words = wordIndex(db);
  for (let more = await words.scrub(db, true); more; more = await words.scrub(db, false)) await onStep();
  await search.scrub();
  // The journal still contains the old pages.
  if (store.dialect === "sqlite") store.file.exec("pragma wal_checkpoint(truncate)");
}
