// Which session a command acts in: the one it names, the one its caller switched to, the host session in which it runs,
// or for a person in a terminal the newest active one. Two agents in one project never act in each other's session.

import type { SessionChoice } from "../../protocol/tasks.ts";
import { getSession, isSession, newestActive, sessionNamed, switchedTo } from "../../rooms/sessions/room.ts";
import type { Memory } from "../memory.ts";

/** Before the id of the host session in which a command runs; the user gave no session then. */
const fromHost = "host:";

export interface ActingSession extends SessionChoice {
  caller: string;
}

export async function actingSession(
  { db }: Pick<Memory, "db">,
  projectId: string | null,
  given: string | undefined,
): Promise<ActingSession> {
  const isHost = given?.startsWith(fromHost) ?? false;
  if (given !== undefined && !isHost)
    return chosen(db, await sessionNamed(db, projectId, given), "named by the command", "");
  const caller = isHost ? (given ?? "").slice(fromHost.length) : "";
  const nobody = { sessionId: null, name: null, chosenBy: "no session of this project is active", caller };
  if (projectId === null) return nobody;
  const switched = await switchedTo(db, projectId, caller);
  if (switched !== null) return chosen(db, switched, "switched to", caller);
  if (isHost) {
    if (await isSession(db, caller))
      return chosen(db, caller, "the session in which the command runs", caller);
    return { ...nobody, chosenBy: "the host's session is not captured yet" };
  }
  const newest = await newestActive(db, projectId);
  return newest === null ? nobody : chosen(db, newest, "the newest active session of the project", caller);
}

async function chosen(
  db: Memory["db"],
  sessionId: string,
  chosenBy: string,
  caller: string,
): Promise<ActingSession> {
  const { name, firstPrompt } = await getSession(db, sessionId);
  return { sessionId, name: name ?? firstPrompt, chosenBy, caller };
}
