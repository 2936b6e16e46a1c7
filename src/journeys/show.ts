// show: anything by its id, or by as much of it as is unique.

import { idPrefixes } from "../protocol/ids.ts";
import { getObservation, getSession } from "../rooms/episodic/room.ts";
import { getLearning } from "../rooms/semantic/room.ts";
import { resolveId } from "../store/resolve.ts";
import type { Db } from "../store/schema.ts";

/** The whole id of a thing and what it is called. */
export async function titleOf(db: Db, typed: string): Promise<{ id: string; title: string }> {
  if (typed.startsWith(idPrefixes.observation)) {
    const { id, title } = await getObservation(db, await resolveId(db, "observations", typed));
    return { id, title };
  }
  if (typed.startsWith(idPrefixes.node)) {
    const { id, content } = await getLearning(db, await resolveId(db, "nodes", typed));
    return { id, title: content };
  }
  const { id, name, firstPrompt } = await getSession(db, await resolveId(db, "sessions", typed));
  return { id, title: name ?? firstPrompt ?? id };
}
