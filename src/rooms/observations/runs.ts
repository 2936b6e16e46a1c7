// Runs of commands, by command and by failure: whether a command failed like this before, and when it went well again.

import type { Observation } from "../../protocol/observations.ts";
import { insertMany } from "../../store/bulk.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";
import { runsIn } from "./run.ts";

type RunRow = Pick<ObservationRow, "id" | "tool" | "status" | "title" | "detail">;

export async function putRuns(db: Db, rows: readonly { row: RunRow; projectId: string }[]): Promise<void> {
  await insertMany(
    db,
    "command_runs",
    rows.flatMap(({ row, projectId }) =>
      runsIn(row).map(({ command, failure }) => ({
        ...{ project_id: projectId, command, failure: failure ?? "", observation_id: row.id },
      })),
    ),
  );
}

/** After its text has changed. */
export async function replaceRuns(db: Db, row: ObservationRow): Promise<void> {
  await db.deleteFrom("command_runs").where("observation_id", "=", row.id).execute();
  await putRuns(db, [{ row, projectId: row.project_id }]);
}

export interface EndedFailure {
  failed: { sessionId: string; at: string };
  /** The first run of the same command that went well. */
  passed: { sessionId: string; at: string };
}

/** Old failures of the same kind say the same. */
const maxRead = 20;

/** The last time that a command failed like this one and later went well, in what this conversation cannot see. */
export async function endedFailureLike(
  db: Db,
  projectId: string,
  failed: Pick<Observation, "tool" | "status" | "title" | "detail">,
  unseen: { sessionId: string; before: string },
): Promise<EndedFailure | null> {
  const failures = runsIn(failed).flatMap(({ failure }) => failure ?? []);
  if (failures.length === 0) return null;
  const alike = await db
    .selectFrom("command_runs as r")
    .innerJoin("observations as o", "o.id", "r.observation_id")
    .select(["o.id", "o.session_id as sessionId", "o.happened_at as at"])
    .where("r.project_id", "=", projectId)
    .where("r.failure", "in", failures)
    .where((eb) =>
      eb.or([eb("o.session_id", "!=", unseen.sessionId), eb("o.happened_at", "<", unseen.before)]),
    )
    .orderBy("r.observation_id", "desc")
    .limit(maxRead)
    .execute();
  for (const { id, sessionId, at } of alike) {
    const passed = await endOf(db, projectId, id);
    if (passed) return { failed: { sessionId, at }, passed };
  }
  return null;
}

/** Of a chain, each command must have gone well: which of them failed is not known. */
async function endOf(
  db: Db,
  projectId: string,
  observationId: string,
): Promise<EndedFailure["passed"] | null> {
  const commands = await db
    .selectFrom("command_runs")
    .select("command")
    .where("observation_id", "=", observationId)
    .execute();
  const passes = await Promise.all(
    commands.map(({ command }) =>
      db
        .selectFrom("command_runs as r")
        .innerJoin("observations as o", "o.id", "r.observation_id")
        .select(["o.session_id as sessionId", "o.happened_at as at"])
        .where("r.project_id", "=", projectId)
        .where("r.command", "=", command)
        .where("r.failure", "=", "")
        .where("r.observation_id", ">", observationId)
        .orderBy("r.observation_id")
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const known = passes.filter((pass) => pass !== undefined).sort((a, b) => (a.at < b.at ? -1 : 1));
  return known.length === passes.length ? (known.at(-1) ?? null) : null;
}
