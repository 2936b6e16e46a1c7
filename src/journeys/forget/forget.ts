// delete-session: deletes a session with everything known only from it. The project's last session deletes the project
// too, unless something is still known about it.

import type { Memory } from "../../memory.ts";
import { deleteProjectWithoutSessions, deleteSession } from "../../rooms/episodic/room.ts";
import { forgetSession, hasNodesOf } from "../../rooms/semantic/room.ts";
import type { Db } from "../../store/schema.ts";
import { skipTranscripts } from "../capture/catch-up.ts";

export async function deleteWholeSession(memory: Memory, sessionId: string): Promise<void> {
  await skipTranscripts(memory, sessionId);
  await memory.db.transaction().execute((tx) => removeSession(tx, sessionId));
}

export async function removeSession(tx: Db, sessionId: string): Promise<void> {
  await forgetSession(tx, sessionId, new Date().toISOString());
  const projectId = await deleteSession(tx, sessionId);
  if (projectId !== null && !(await hasNodesOf(tx, projectId)))
    await deleteProjectWithoutSessions(tx, projectId);
}
