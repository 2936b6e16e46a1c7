// What was forgotten on another machine arrives as hashes of words. Deleted rows go by their tombstones; texts of this
// machine that contain those words lose them here, in rows, search index and backups.

import { forgottenWords } from "../../rooms/forgotten/room.ts";
import { compactStore } from "../../store/compact.ts";
import { timeOf } from "../../store/portable.ts";
import type { TextChange } from "../../store/texts.ts";
import { eachText } from "../json-texts.ts";
import type { Memory } from "../memory.ts";
import { rewriteCopies } from "./copies.ts";
import { rewriteAll } from "./rewrite.ts";
import { scrub } from "./scrub.ts";

/** Earlier than everything: what is said later than it was forgotten is left out by its row's time. */
const atAnyTime = "0";

export async function forgetFromElsewhere(memory: Memory): Promise<void> {
  const forgotten = await forgottenWords(memory.db);
  const text = (given: string): string => {
    const left = forgotten.without(given, atAnyTime);
    return left !== given && forgotten.holds(left, atAnyTime) ? "" : left;
  };
  const change: TextChange = { text, json: eachText(text), name: (name) => name };
  await rewriteAll(memory, change, {
    dryRun: false,
    isWanted: (one, row) => timeOf(one, row) <= forgotten.until,
  });
  memory.chat.dropIdle();
  await scrub(memory);
  await compactStore(memory.store);
  await rewriteCopies(memory, { ids: [], everywhere: change, near: null });
}
