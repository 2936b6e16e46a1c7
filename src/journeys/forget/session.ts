// Deletes a session on command: its transcripts are not read again, and everything known only from it goes.

import { skipTranscripts } from "../../memory/capture/catch-up.ts";
import type { Memory } from "../../memory/memory.ts";
import { removeSession } from "../../memory/remove-session.ts";

export async function deleteWholeSession(memory: Memory, sessionId: string): Promise<void> {
  await skipTranscripts(memory, sessionId);
  await memory.db.transaction().execute((tx) => removeSession(tx, sessionId));
}
