// Deletes a session with everything known only from it. The project's last session deletes the project too, unless
// something is still known about it.

import { forgetSession, hasNodes } from "../rooms/knowledge/room.ts";
import { deleteProjectWithoutSessions } from "../rooms/projects/room.ts";
import { deleteSession } from "../rooms/sessions/room.ts";
import { hasTasksOf } from "../rooms/tasks/room.ts";
import { leaveTranscripts } from "../rooms/transcripts/room.ts";
import type { Db } from "../store/schema.ts";

export async function removeSession(tx: Db, sessionId: string): Promise<void> {
  const projectId = await removeOnlySession(tx, sessionId);
  if (projectId === null || (await hasNodes(tx, { projectId })) || (await hasTasksOf(tx, projectId))) return;
  await deleteProjectWithoutSessions(tx, projectId);
}

/** The project stays, although it may be empty: more of it may be on its way. Returns its id. */
export async function removeOnlySession(tx: Db, sessionId: string): Promise<string | null> {
  await forgetSession(tx, sessionId, new Date().toISOString());
  await leaveTranscripts(tx, sessionId);
  return deleteSession(tx, sessionId);
}
