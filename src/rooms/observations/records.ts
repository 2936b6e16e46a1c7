// How observations become portable records, and how records from elsewhere are merged into them.

import { type Data, greater, least, ownProject, type Records, type Row } from "../../store/portable.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { index, noteFiles } from "./observations.ts";
import { replaceRuns } from "./runs.ts";

export const observationRecords: Records<"observation"> = {
  observation: {
    table: "observations",
    key: ["id"],
    natural: ["session_id", "host_key"],
    json: ["files", "symbols"],
    without: ["seq"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["happened_at", "edited_at"],
    order: ["seq"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
    extra: said,
    merge: mergedObservations,
    written: writtenObservation,
  },
};

async function said(db: Db, rows: readonly Row[]): Promise<Data[]> {
  const ids = rows.map((row) => String(row.id));
  const texts = await db.selectFrom("said").selectAll().where("observation_id", "in", ids).execute();
  const of = new Map(texts.map((row) => [row.observation_id, row.text]));
  return ids.map((id) => ({ said: of.get(id) ?? null }));
}

async function writtenObservation(db: Db, row: Row, data: Data): Promise<void> {
  const observation = row as unknown as ObservationRow;
  await db.deleteFrom("said").where("observation_id", "=", observation.id).execute();
  if (typeof data.said === "string")
    await db.insertInto("said").values({ observation_id: observation.id, text: data.said }).execute();
  await noteFiles(db, observation);
  await replaceRuns(db, observation);
  await index(db, observation);
}

/** What the user wrote counts more than what a model wrote, and that more than what rules wrote. */
function mergedObservations(a: Data, b: Data): Data {
  const better = greater(a, b, ["happenedAt"], (one) => [rankOf(one.provider), one.editedAt ?? ""]);
  return { ...better, happenedAt: least(a.happenedAt, b.happenedAt) };
}

function rankOf(provider: unknown): string {
  if (provider === "user") return "3";
  const by = String(provider);
  return by === "offline" ? "0" : by.startsWith("offline") ? "1" : "2";
}
