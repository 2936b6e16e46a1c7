// Observations with what follows from them: what was deleted does not come back, and turns follow a change.

import type { Lengths, Observation } from "../protocol/observations.ts";
import type { ProjectScope } from "../protocol/scope.ts";
import { dropExcerpts } from "../rooms/excerpts/room.ts";
import { forgottenIn, noteForgotten } from "../rooms/forgotten/room.ts";
import {
  oldObservations,
  type PreparedObservation,
  putObservations,
  type RecordResult,
  removeObservation,
  rewriteObservation,
  storedAmong,
} from "../rooms/observations/room.ts";
import type { Db } from "../store/schema.ts";
import { reviseTurns } from "./turns.ts";

type Row = PreparedObservation["row"];

/** Stores those that are new and were never deleted. The answers are in the order of the observations. */
export async function recordAll(
  db: Db,
  prepared: readonly (PreparedObservation & { projectId: string })[],
): Promise<RecordResult[]> {
  return putObservations(
    db,
    prepared,
    await forgottenAmong(
      db,
      prepared.map(({ row }) => row),
    ),
  );
}

/** Whether `recordAll` would leave an observation out, because it is known already or was deleted. */
export async function knownAmong(db: Db, rows: readonly Row[]): Promise<(row: Row) => boolean> {
  const isStored = await storedAmong(db, rows);
  const isForgotten = await forgottenAmong(db, rows);
  return (row) => isStored(row) || isForgotten(row);
}

function forgottenAmong(db: Db, rows: readonly Row[]): Promise<(row: Row) => boolean> {
  return forgottenIn(db, [...new Set(rows.map(({ session_id }) => session_id))]);
}

export async function editObservation(db: Db, id: string, change: Partial<Lengths>): Promise<Observation> {
  const edited = await rewriteObservation(db, id, change);
  await dropExcerpts(db, [id]);
  await reviseTurns(db, edited.sessionId, edited.happenedAt);
  return edited;
}

export async function deleteObservation(db: Db, id: string): Promise<void> {
  const gone = await dropObservation(db, id);
  if (gone) await reviseTurns(db, gone.session_id, gone.happened_at);
}

/** Its turn stays as it is. It is not captured again when its transcript is read again. */
export async function dropObservation(db: Db, id: string): ReturnType<typeof removeObservation> {
  const gone = await removeObservation(db, id);
  if (gone) await noteForgotten(db, gone.session_id, gone.host_key);
  return gone;
}

/** Deletes up to this many observations of old sessions; returns how many it deleted. */
export async function deleteOldMaterial(
  tx: Db,
  projects: ProjectScope,
  before: string,
  limit: number,
): Promise<number> {
  const ids = await oldObservations(tx, projects, before, limit);
  for (const id of ids) await dropObservation(tx, id);
  return ids.length;
}
