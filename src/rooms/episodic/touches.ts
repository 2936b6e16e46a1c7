// Which session touched which files, without text: for the list of files with something to inject.

import type { Observation } from "../../protocol/episodic.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";

export type TouchingRow = Pick<
  Observation,
  "sessionId" | "projectId" | "kind" | "tool" | "status" | "files" | "happenedAt"
> & { seq: number };

const columns = [
  "seq",
  "session_id",
  "project_id",
  "kind",
  "tool",
  "status",
  "files",
  "happened_at",
] as const;

/** Of a project, the newest first. */
export async function touchesBefore(
  db: Db,
  projectId: string,
  before: Pick<TouchingRow, "happenedAt" | "seq"> | undefined,
  limit: number,
): Promise<TouchingRow[]> {
  const rows = await db
    .selectFrom("observations")
    .select(columns)
    .where("project_id", "=", projectId)
    .$if(before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("happened_at", "<", before?.happenedAt ?? ""),
          eb.and([eb("happened_at", "=", before?.happenedAt ?? ""), eb("seq", "<", before?.seq ?? 0)]),
        ]),
      ),
    )
    .orderBy("happened_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.map(asTouching);
}

/** Of every project, in the order of arrival; after null, the last ones. */
export async function touchesSince(db: Db, seq: number | null, limit: number): Promise<TouchingRow[]> {
  const rows = await db
    .selectFrom("observations")
    .select(columns)
    .$if(seq !== null, (query) => query.where("seq", ">", seq ?? 0))
    .orderBy("seq", seq === null ? "desc" : "asc")
    .limit(limit)
    .execute();
  return rows.map(asTouching);
}

function asTouching(row: Pick<ObservationRow, (typeof columns)[number]>): TouchingRow {
  return {
    seq: row.seq,
    sessionId: row.session_id,
    projectId: row.project_id,
    kind: row.kind,
    tool: row.tool,
    status: row.status,
    files: JSON.parse(row.files),
    happenedAt: row.happened_at,
  };
}
