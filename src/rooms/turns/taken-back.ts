// Whether what was said in a turn still holds, for knowledge that has no other source.

import { type StatedValue, valuesIn } from "../../../libs/language/index.ts";
import type { Db } from "../../store/schema.ts";
import { isForOneThing, reaches } from "./supersede.ts";

/** A statement, and the only prompt or reply that states it. */
export interface Claim {
  observationId: string | null | undefined;
  content: string;
}

/**
 * What was said in a turn that the next prompt rejected no longer holds, nor does a value for which this turn or a later
 * one states another. A rule in the same prompt still holds.
 */
export async function takenBack(db: Db, said: readonly Claim[]): Promise<(one: Claim) => boolean> {
  const known = said.flatMap(({ observationId, content }) =>
    observationId ? [{ observationId, content }] : [],
  );
  if (known.length === 0) return () => false;
  const sources = await sourcesOf(
    db,
    known.map(({ observationId }) => observationId),
  );
  const values = new Map(known.map(({ content }) => [content, valuesIn(content)]));
  const later = await valuesOf(db, [...sources.values()], [...values.values()].flat());
  return ({ observationId, content }) => {
    const source = sources.get(observationId ?? "");
    if (!source) return false;
    if (source.isRejected) return true;
    const stated = values.get(content) ?? [];
    return (source.isSuperseded && stated.length > 0) || stated.some((one) => isChanged(one, source, later));
  };
}

interface Source {
  projectId: string;
  at: string;
  branch: string | null;
  isRejected: boolean;
  isSuperseded: boolean;
}

async function sourcesOf(db: Db, ids: readonly string[]): Promise<Map<string, Source>> {
  const rows = await db
    .selectFrom("observations as o")
    .leftJoin("turns as t", (on) =>
      on
        .onRef("t.session_id", "=", "o.session_id")
        .onRef("t.started_at", "<=", "o.happened_at")
        .onRef("t.ended_at", ">=", "o.happened_at"),
    )
    .select(["o.id", "o.project_id", "o.happened_at", "o.branch", "t.rejected_at", "t.superseded_by"])
    .where("o.id", "in", ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        projectId: row.project_id,
        at: row.happened_at,
        branch: row.branch,
        isRejected: row.rejected_at !== null,
        isSuperseded: row.superseded_by !== null,
      },
    ]),
  );
}

type Later = StatedValue & { projectId: string; at: string; branch: string | null };

/** What turns state about the same subjects, the newest first. */
async function valuesOf(
  db: Db,
  sources: readonly Source[],
  stated: readonly StatedValue[],
): Promise<Later[]> {
  const subjects = [...new Set(stated.map(({ subject }) => subject).filter(isForOneThing))];
  if (subjects.length === 0) return [];
  const rows = await db
    .selectFrom("turn_values as v")
    .innerJoin("turns as t", "t.id", "v.turn_id")
    .select(["v.subject", "v.value", "v.project_id as projectId", "t.ended_at as at", "t.branch"])
    .where("v.project_id", "in", [...new Set(sources.map(({ projectId }) => projectId))])
    .where("v.subject", "in", subjects)
    .where("t.rejected_at", "is", null)
    .orderBy("t.ended_at", "desc")
    .execute();
  return rows;
}

function isChanged({ subject, value }: StatedValue, source: Source, later: readonly Later[]): boolean {
  const newest = later.find(
    (one) =>
      one.subject === subject &&
      one.projectId === source.projectId &&
      one.at >= source.at &&
      reaches(one.branch, source.branch),
  );
  return newest !== undefined && newest.value !== value;
}
