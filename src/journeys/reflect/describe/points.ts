// The open points that a model is told of, and the ones that it says are closed.

import type { Session } from "../../../protocol/sessions.ts";
import { markPoint, recentTurns, toldPoints } from "../../../rooms/turns/room.ts";
import type { Db } from "../../../store/schema.ts";

const turnsRead = 150;

export interface GivenPoint {
  text: string;
  /** In which it was said. */
  sessionId: string;
}

/**
 * What users and agents are told is open, of the other sessions before it: what this one leaves open is for the model to
 * say.
 */
export async function openPoints(db: Db, { projectId, id, lastSeenAt }: Session): Promise<GivenPoint[]> {
  const turns = await recentTurns(db, { projectId, exceptSession: id, limit: turnsRead });
  const before = turns.filter(({ endedAt }) => endedAt <= lastSeenAt);
  return toldPoints(before).map(({ text, turn }) => ({ text, sessionId: turn.sessionId }));
}

/** What is said again later is open again. */
export async function closePoints(
  tx: Db,
  { projectId }: Session,
  points: readonly (GivenPoint | undefined)[],
  at: string,
): Promise<void> {
  for (const point of points)
    if (point)
      await markPoint(tx, {
        ...{ projectId, sessionId: point.sessionId, point: point.text, words: null, saidBy: "model", at },
      });
}
