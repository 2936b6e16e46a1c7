// How turns become portable records, and how records from elsewhere are merged into them.

import { coveredUpTo, type Data, ownProject, type Records, type Row } from "../../store/portable.ts";
import type { Db, TurnRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { deleteTurn, index, noteTurnFiles } from "./turns.ts";

const covered = coveredUpTo("observations");

export const turnRecords: Records<"turn" | "point"> = {
  turn: {
    table: "turns",
    key: ["id"],
    natural: ["session_id", "prompt_id"],
    json: ["decisions", "open", "files", "looked", "symbols", "commands"],
    without: ["up_to_seq"],
    refs: {
      session_id: { kind: "session", is: "needed" },
      prompt_id: { kind: "observation", is: "loose" },
    },
    later: "superseded_by",
    times: ["ended_at", "superseded_at", "rejected_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
    extra: turnExtras,
    columns: async (db, data) => ({ up_to_seq: await covered.numberOf(db, data.upTo) }),
    written: writtenTurn,
    remove: (db, row) => deleteTurn(db, String(row.id)),
  },
  point: {
    table: "point_marks",
    key: ["id"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
  },
};

async function turnExtras(db: Db, rows: readonly Row[]): Promise<Data[]> {
  const ids = rows.map((row) => String(row.id));
  const stated = await db
    .selectFrom("turn_values")
    .select(["turn_id", "subject", "value"])
    .where("turn_id", "in", ids)
    .orderBy("subject")
    .execute();
  const of = Map.groupBy(stated, ({ turn_id }) => turn_id);
  const upTo = await covered.namesOf(db, rows);
  return ids.map((id, i) => ({
    upTo: upTo[i],
    values: (of.get(id) ?? []).map(({ subject, value }) => ({ subject, value })),
  }));
}

async function writtenTurn(db: Db, row: Row, data: Data): Promise<void> {
  const turn = row as unknown as TurnRow;
  const { files, looked, values } = data as {
    files: string[];
    looked: string[];
    values: { subject: string; value: string }[];
  };
  await noteTurnFiles(db, turn.id, { projectId: turn.project_id, files, looked, endedAt: turn.ended_at });
  await db.deleteFrom("turn_values").where("turn_id", "=", turn.id).execute();
  const rows = values.map((one) => ({ ...one, turn_id: turn.id, project_id: turn.project_id }));
  if (rows.length > 0) await db.insertInto("turn_values").values(rows).execute();
  await index(db, turn.id);
}
