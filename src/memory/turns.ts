// Turns follow observations: they are made again when some were stored, changed or deleted.

import type { Observation } from "../protocol/observations.ts";
import { indexQuestions, observationsOf, wholeObservations } from "../rooms/observations/room.ts";
import { getTurn, lastInTurns, makeTurns, startOfTurnBefore, turnsMissingFrom } from "../rooms/turns/room.ts";
import type { Db } from "../store/schema.ts";

/** Rebuilds the turn before `since` and all later ones; null rebuilds the whole session. */
export async function rebuildTurns(db: Db, sessionId: string, since: string | null): Promise<void> {
  const from = since === null ? "" : await startOfTurnBefore(db, sessionId, since);
  const observations = await wholeObservations(db, sessionId, from);
  await makeTurns(db, sessionId, from, observations);
  await indexQuestions(db, observations);
}

/** Makes the turns that are missing or older than their observations. */
export async function completeTurns(db: Db, sessionId: string): Promise<void> {
  const missing = await turnsMissingFrom(db, sessionId);
  if (missing) await rebuildTurns(db, sessionId, missing.isFirst ? null : missing.at);
}

/** After a user's change to an observation: the turns that exist follow it. */
export async function reviseTurns(db: Db, sessionId: string, at: string): Promise<void> {
  if ((await lastInTurns(db, sessionId)) !== null) await rebuildTurns(db, sessionId, at);
}

const maxEvidence = 200;

/** The observations of a turn, in order. */
export async function observationsOfTurn(db: Db, id: string): Promise<Observation[]> {
  const { sessionId, startedAt, endedAt } = await getTurn(db, id);
  return observationsOf(db, { sessionId, from: startedAt, upTo: endedAt }, { first: maxEvidence });
}
