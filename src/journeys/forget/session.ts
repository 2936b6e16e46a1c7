// Deletes a session on command: its transcripts are not read again, and everything known only from it goes.

import { skipTranscripts } from "../../memory/capture/catch-up.ts";
import { type CopyCounts, copiesOf, rewriteCopies } from "../../memory/forgetting/copies.ts";
import type { Memory } from "../../memory/memory.ts";
import { removeSession } from "../../memory/remove-session.ts";

export async function deleteWholeSession(memory: Memory, sessionId: string): Promise<void> {
  await skipTranscripts(memory, sessionId);
  await memory.db.transaction().execute((tx) => removeSession(tx, sessionId));
}

/** Backups and stores that were set aside: rewritten without the session if the user says so, else counted. */
export async function deleteInCopies(
  memory: Memory,
  sessionId: string,
  isWanted: boolean,
): Promise<CopyCounts & { backupsKept: number }> {
  if (!isWanted) return { backupsRewritten: 0, backupsDeleted: 0, backupsKept: copiesOf(memory).length };
  const counts = await rewriteCopies(memory, { ids: [sessionId], everywhere: null, near: null });
  return { ...counts, backupsKept: 0 };
}
