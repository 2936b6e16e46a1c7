// Sessions that come from the store of another tool: opened once.

import type { Db } from "../../store/schema.ts";
import { writerOf } from "../../store/writer.ts";

export interface ImportedSession {
  id: string;
  host: string;
  name: string | null;
  projectId: string;
  startedAt: string;
  endedAt: string;
}

/** A session that a host or another tool brought already stays as it is. */
export async function openImportedSession(
  db: Db,
  session: ImportedSession,
): Promise<{ isNew: boolean; projectId: string }> {
  const row = await db
    .insertInto("sessions")
    .values({
      ...{ id: session.id, host: session.host, name: session.name, project_id: session.projectId },
      ...{ status: "closed", started_at: session.startedAt },
      ...{ last_seen_at: session.endedAt, ended_at: session.endedAt, ...writerOf(db) },
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("project_id")
    .executeTakeFirst();
  if (row) return { isNew: true, projectId: row.project_id };
  const known = await db
    .selectFrom("sessions")
    .select("project_id")
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  return { isNew: false, projectId: known.project_id };
}
