// What a user changes: an observation is rewritten or deleted. What follows from it is in memory/observations.ts.

import { removeDocument, scrubSoon } from "../../indexes/search/documents.ts";
import type { Lengths, Observation } from "../../protocol/observations.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";
import { bury } from "../../store/tombstones.ts";
import { asObservation, index } from "./observations.ts";
import { replaceRuns } from "./runs.ts";
import { dropWholeText } from "./whole-texts.ts";

export async function rewriteObservation(db: Db, id: string, change: Partial<Lengths>): Promise<Observation> {
  const row = await db
    .updateTable("observations")
    .set({ ...change, provider: "user", edited_at: new Date().toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await dropWholeText(db, id);
  await replaceRuns(db, row);
  await index(db, row);
  await scrubSoon(db);
  return asObservation(row);
}

export async function removeObservation(
  db: Db,
  id: string,
): Promise<Pick<ObservationRow, "session_id" | "host_key" | "happened_at"> | null> {
  const row = await db
    .selectFrom("observations")
    .select(["session_id", "project_id", "host_key", "happened_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { session_id, project_id, host_key, happened_at } = row;
  await bury(db, { kind: "observation", id, projectId: project_id });
  await removeDocument(db, { kind: "observation", id });
  await scrubSoon(db);
  await db.deleteFrom("observations").where("id", "=", id).execute();
  return { session_id, host_key, happened_at };
}
