// The time line: observations in the order in which they happened, page by page, and the prompts of one session as
// its outline.

import { sql } from "kysely";
import type { Observation } from "../../protocol/observations.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

export interface TimelineFilter {
  projects: ProjectScope;
  sessionId?: string | undefined;
  kind?: Observation["kind"] | undefined;
  order: "newest" | "oldest";
  /** The arrival number of the newest row that may appear; null: of all. */
  upTo: number | null;
  offset: number;
  limit: number;
}

export type TimelineRow = Pick<
  Observation,
  "id" | "sessionId" | "kind" | "tool" | "status" | "title" | "happenedAt"
> & { project: string };

export async function timelineOf(
  db: Db,
  filter: TimelineFilter,
): Promise<{ rows: TimelineRow[]; total: number; upTo: number }> {
  const matching = () => {
    let query = db.selectFrom("observations as o").where(belongsTo(filter.projects, "o.project_id"));
    if (filter.sessionId !== undefined) query = query.where("o.session_id", "=", filter.sessionId);
    if (filter.kind !== undefined) query = query.where("o.kind", "=", filter.kind);
    if (filter.upTo !== null) query = query.where("o.seq", "<=", filter.upTo);
    return query;
  };
  const { total, last } = await matching()
    .select((eb) => [eb.fn.countAll<number>().as("total"), eb.fn.max("o.seq").as("last")])
    .executeTakeFirstOrThrow();
  const direction = filter.order === "newest" ? "desc" : "asc";
  // First the numbers of the page, which an index alone can answer, then its rows.
  const page = await matching()
    .select("o.seq")
    .orderBy("o.happened_at", direction)
    .orderBy("o.seq", direction)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const upTo = filter.upTo ?? Number(last ?? 0);
  if (page.length === 0) return { rows: [], total: Number(total), upTo };
  const rows = await db
    .selectFrom("observations as o")
    .innerJoin("projects as p", "p.id", "o.project_id")
    .select([
      ...(["o.id", "o.kind", "o.tool", "o.status", "o.title"] as const),
      "o.session_id as sessionId",
      "o.happened_at as happenedAt",
      "p.name as project",
    ])
    .where(
      "o.seq",
      "in",
      page.map(({ seq }) => seq),
    )
    .orderBy("o.happened_at", direction)
    .orderBy("o.seq", direction)
    .execute();
  return { rows, total: Number(total), upTo };
}

export interface OutlinedPrompt {
  id: string;
  title: string;
  happenedAt: string;
  /** Observations before it. */
  position: number;
}

export async function outlineOf(db: Db, sessionId: string): Promise<OutlinedPrompt[]> {
  // The places come from an index alone; only prompts are read.
  const { rows } = await sql<OutlinedPrompt>`
    select o.id, o.title, o.happened_at as "happenedAt", placed.place - 1 as position from (
      select seq, kind, row_number() over (order by happened_at, seq) as place
      from observations where session_id = ${sessionId}
    ) as placed
    join observations as o on o.seq = placed.seq
    where placed.kind = 'prompt' order by placed.place`.execute(db);
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** The number of observations before this one in its session; null if it is not there. */
export async function positionOf(db: Db, sessionId: string, id: string): Promise<number | null> {
  const one = await db
    .selectFrom("observations")
    .select(["seq", "happened_at"])
    .where("session_id", "=", sessionId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!one) return null;
  const { n } = await db
    .selectFrom("observations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("session_id", "=", sessionId)
    .where(({ eb, or, and }) =>
      or([
        eb("happened_at", "<", one.happened_at),
        and([eb("happened_at", "=", one.happened_at), eb("seq", "<", one.seq)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(n);
}
