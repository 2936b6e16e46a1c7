// The raw material of old sessions: their observations and the excerpts that wait for a model. Summaries, compactions
// and the sessions themselves stay, and so does everything that was learned.

import { sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

export interface OldMaterial {
  sessions: number;
  observations: number;
  /** Size of the texts, in bytes. */
  bytes: number;
}

const old = (db: Db, projects: ProjectScope, before: string) =>
  db
    .selectFrom("observations as o")
    .innerJoin("sessions as s", "s.id", "o.session_id")
    .where("s.last_seen_at", "<", before)
    .where(belongsTo(projects, "s.project_id"));

export async function oldMaterial(db: Db, projects: ProjectScope, before: string): Promise<OldMaterial> {
  const row = await old(db, projects, before)
    .leftJoin("raw as r", "r.observation_id", "o.id")
    .select((eb) => [
      eb.fn.count<number>("o.session_id").distinct().as("sessions"),
      eb.fn.countAll<number>().as("observations"),
      sql<number>`coalesce(sum(length(o.title) + length(o.summary) + length(o.detail) + coalesce(length(r.text), 0)), 0)`.as(
        "bytes",
      ),
    ])
    .executeTakeFirstOrThrow();
  return {
    sessions: Number(row.sessions),
    observations: Number(row.observations),
    bytes: Number(row.bytes),
  };
}

export async function oldObservations(
  db: Db,
  projects: ProjectScope,
  before: string,
  limit: number,
): Promise<string[]> {
  const rows = await old(db, projects, before).select("o.id").limit(limit).execute();
  return rows.map(({ id }) => id);
}
