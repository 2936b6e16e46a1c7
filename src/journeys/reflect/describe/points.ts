// The open points that a model is told of, and the ones that it says are closed.

import type { Session } from "../../../protocol/sessions.ts";
import { openList, recentTurns } from "../../../rooms/turns/room.ts";
import type { Db } from "../../../store/schema.ts";

const turnsRead = 150;

export interface GivenPoint {
  text: string;
}

/** Of the other sessions: what this one leaves open is for the model to say. */
export async function openPoints(db: Db, { projectId, id }: Session): Promise<GivenPoint[]> {
  return openList(await recentTurns(db, { projectId, exceptSession: id, limit: turnsRead }));
}

export async function closePoints(
  _tx: Db,
  _session: Session,
  _points: readonly (GivenPoint | undefined)[],
  _at: string,
): Promise<void> {}
