// Tombstones: what was deleted, by kind and id, without its content. They keep an import or a sync from bringing it back.

import type { RecordKind } from "../protocol/export.ts";
import { ownProject, type Records } from "./portable.ts";
import type { Db } from "./schema.ts";
import { holdsIn } from "./scope.ts";

export interface Buried {
  kind: RecordKind;
  id: string;
  projectId: string | null;
}

export async function bury(
  db: Db,
  { kind, id, projectId }: Buried,
  at = new Date().toISOString(),
): Promise<void> {
  await db
    .insertInto("tombstones")
    .values({ kind, id, project_id: projectId, at })
    .onConflict((conflict) =>
      conflict.columns(["kind", "id"]).doUpdateSet({ at }).where("tombstones.at", "<", at),
    )
    .execute();
}

/** For what may be made again under the same id. */
export async function exhume(db: Db, kind: RecordKind, id: string): Promise<void> {
  await db.deleteFrom("tombstones").where("kind", "=", kind).where("id", "=", id).execute();
}

/** The time of each, by kind and id. */
export async function tombstonesOf(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("tombstones").select(["kind", "id", "at"]).execute();
  return new Map(rows.map(({ kind, id, at }) => [`${kind} ${id}`, at]));
}

/** Ids under which other stores know rows of this one. */
export async function aliasesIn(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("aliases").selectAll().execute();
  return new Map(rows.map(({ alias, id }) => [alias, id]));
}

export async function addAlias(db: Db, alias: string, id: string): Promise<void> {
  await db
    .insertInto("aliases")
    .values({ alias, id })
    .onConflict((conflict) => conflict.column("alias").doNothing())
    .execute();
}

export const tombstoneRecords: Records<"tombstone"> = {
  tombstone: {
    table: "tombstones",
    key: ["kind", "id"],
    without: ["at"],
    times: ["at"],
    order: ["kind", "id"],
    within: (projects) => holdsIn(projects, "project_id"),
    projectOf: ownProject,
  },
};
