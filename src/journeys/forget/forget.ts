// delete-session: a session goes with everything known of it alone. With the last session of a project the project
// goes too, unless something is still known of it.

import type { Memory } from "../../memory.ts";
import { deleteProjectWithoutSessions, deleteSession } from "../../rooms/episodic/room.ts";
import { forgetSession, hasNodesOf } from "../../rooms/semantic/room.ts";
import type { Db } from "../../store/schema.ts";
import { passOver } from "../capture/catch-up.ts";

export async function deleteWholeSession(memory: Memory, sessionId: string): Promise<void> {
  await passOver(memory, sessionId);
  await memory.db.transaction().execute((tx) => removeSession(tx, sessionId));
}

export async function removeSession(tx: Db, sessionId: string): Promise<void> {
  await forgetSession(tx, sessionId, new Date().toISOString());
  const projectId = await deleteSession(tx, sessionId);
  if (projectId !== null && !(await hasNodesOf(tx, projectId)))
    await deleteProjectWithoutSessions(tx, projectId);
}
