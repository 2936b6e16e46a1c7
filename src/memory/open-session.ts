// Opens the session of an event, with its project: any event may be the first of both.

import { openProject } from "../rooms/projects/room.ts";
import {
  addSession,
  continueSession,
  type OpenedSession,
  type SessionEvent,
} from "../rooms/sessions/room.ts";
import type { Db } from "../store/schema.ts";

export async function openSession(db: Db, event: SessionEvent): Promise<OpenedSession> {
  const known = await continueSession(db, event);
  if (known) return known;
  const { id, root } = await openProject(db, event.projectDir, event.at);
  await addSession(db, event, id);
  return { sessionId: event.sessionId, projectId: id, root };
}
