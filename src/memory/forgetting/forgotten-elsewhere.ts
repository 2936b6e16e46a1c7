// What was forgotten on another machine arrives as hashes of words. Deleted rows go by their tombstones; texts of this
// machine that contain those words lose them here, in rows and search index, and in backups if a machine of the user's own
// vault says so. A file never changes a backup.

import { type ForgottenWords, forgottenWords } from "../../rooms/forgotten/room.ts";
import { compactStore } from "../../store/compact.ts";
import { type Portable, type Row, timeOf } from "../../store/portable.ts";
import type { TextChange } from "../../store/texts.ts";
import { eachText } from "../json-texts.ts";
import type { Memory } from "../memory.ts";
import { rewriteCopies } from "./copies.ts";
import { rewriteAll } from "./rewrite.ts";
import { scrub } from "./scrub.ts";

/** Earlier than everything: what is said later than it was forgotten is left out by its row's time. */
const atAnyTime = "0";

export async function forgetFromElsewhere(memory: Memory, from: { backups: boolean }): Promise<void> {
  const forgotten = await forgottenWords(memory.db);
  const change = changeOf(forgotten);
  await rewriteAll(memory, change, { dryRun: false, isWanted: isBefore(forgotten) });
  memory.chat.dropIdle();
  await scrub(memory);
  await compactStore(memory.store);
  if (from.backups) await rewriteCopies(memory, { ids: [], everywhere: change, near: null });
}

/** How many texts would lose words. */
export async function previewForgetting(memory: Memory, forgotten: ForgottenWords): Promise<number> {
  const { counts } = await rewriteAll(memory, changeOf(forgotten), {
    dryRun: true,
    isWanted: isBefore(forgotten),
  });
  return Object.values(counts).reduce((sum, rows) => sum + rows, 0);
}

const isBefore = (forgotten: ForgottenWords) => (one: Portable, row: Row) =>
  timeOf(one, row) <= forgotten.until;

function changeOf(forgotten: ForgottenWords): TextChange {
  const text = (given: string): string => {
    const left = forgotten.without(given, atAnyTime);
    return left !== given && forgotten.holds(left, atAnyTime) ? "" : left;
  };
  return { text, json: eachText(text), name: (name) => name };
}
