// How the rows of this room become portable records, and how records from elsewhere are merged into them.

import { sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import {
  type Data,
  loose,
  ownProject,
  type Portable,
  projectsThrough,
  type Row,
  through,
} from "../../store/portable.ts";
import type { CompactionRow, Db, ObservationRow, SessionSummaryRow, TurnRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { index as indexCompaction } from "../compactions/compactions.ts";
import { deleteObservation } from "../observations/edits.ts";
import { index as indexObservation, noteFiles } from "../observations/observations.ts";
import { deleteTurn, index as indexTurn, noteTurnFiles } from "../turns/turns.ts";
import { mergedInjections, mergedObservations, mergedSessions } from "./merge.ts";
import { index as indexSummary } from "./summaries.ts";

const ofProject = (projects: ProjectScope) => belongsTo(projects, "project_id");
const ofSession = {
  within: through("session_id", "sessions"),
  projectOf: projectsThrough("session_id", "sessions"),
};

export const episodicRecords: readonly Portable[] = [
  {
    kind: "key",
    table: "forget_keys",
    key: ["key"],
    without: ["is_own"],
    times: [],
    order: ["key"],
    columns: foreign,
  },
  {
    kind: "project",
    table: "projects",
    key: ["key"],
    without: ["id"],
    // A project that is known stays as this machine knows it: its folder is here, its name may be the user's.
    merge: (stored) => stored,
    times: ["created_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "id"),
    projectOf: async (_, rows) => rows.map((row) => String(row.id)),
    extra: async (_, rows) => rows.map((row) => ({ localId: row.id })),
    columns: async (_, data, before) => (before ? {} : { id: data.localId }),
  },
  {
    kind: "forgotten",
    table: "forgotten",
    key: ["session_id", "host_key"],
    times: [],
    order: ["session_id", "host_key"],
    within: through("session_id", "sessions"),
  },
  {
    kind: "phrase",
    table: "forgotten_phrases",
    key: ["hash"],
    times: ["at"],
    order: ["hash"],
    within: () => sql`true`,
  },
  {
    kind: "session",
    table: "sessions",
    key: ["id"],
    times: ["last_seen_at", "ended_at"],
    order: ["id"],
    within: ofProject,
    projectOf: ownProject,
    merge: mergedSessions,
  },
  {
    kind: "observation",
    table: "observations",
    key: ["id"],
    natural: ["session_id", "host_key"],
    json: ["files", "symbols"],
    without: ["seq"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["happened_at", "edited_at"],
    order: ["seq"],
    within: ofProject,
    projectOf: ownProject,
    extra: said,
    merge: mergedObservations,
    written: writtenObservation,
    remove: (db, row) => deleteObservation(db, String(row.id)),
  },
  {
    kind: "turn",
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
    within: ofProject,
    projectOf: ownProject,
    extra: turnExtras,
    columns: async (db, data) => ({ up_to_seq: await seqOf(db, data.upTo) }),
    written: writtenTurn,
    remove: (db, row) => deleteTurn(db, String(row.id)),
  },
  {
    kind: "summary",
    table: "session_summaries",
    key: ["session_id"],
    json: ["summary"],
    without: ["up_to_seq"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["made_at"],
    order: ["session_id"],
    ...ofSession,
    extra: async (db, rows) => (await lastCovered(db, rows)).map((upTo) => ({ upTo })),
    columns: async (db, data) => ({ up_to_seq: await seqOf(db, data.upTo) }),
    written: (db, row) => indexSummary(db, row as unknown as SessionSummaryRow),
  },
  {
    kind: "compaction",
    table: "compactions",
    key: ["id"],
    natural: ["session_id", "message_id"],
    json: ["messages", "summary"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["at", "made_at"],
    order: ["id"],
    ...ofSession,
    written: (db, row) => indexCompaction(db, (row as unknown as CompactionRow).id),
  },
  {
    kind: "injection",
    table: "injections",
    key: ["session_id", "agent_id", "moment", "at", "owner_kind", "owner_id", "length"],
    json: ["why", "cues"],
    flags: ["is_present"],
    without: ["seq"],
    refs: { session_id: { kind: "session", is: "needed" }, owner_id: { kind: "observation", is: "loose" } },
    times: ["at", "used_at"],
    order: ["seq"],
    ...ofSession,
    merge: mergedInjections,
  },
];

/** A key that came from elsewhere never hashes anything new. */
async function foreign(_: Db, __: Data, before: Row | null): Promise<Row> {
  return before ? {} : { is_own: 0 };
}

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
  await indexObservation(db, observation);
}

async function turnExtras(db: Db, rows: readonly Row[]): Promise<Data[]> {
  const ids = rows.map((row) => String(row.id));
  const stated = await db
    .selectFrom("turn_values")
    .select(["turn_id", "subject", "value"])
    .where("turn_id", "in", ids)
    .orderBy("subject")
    .execute();
  const of = Map.groupBy(stated, ({ turn_id }) => turn_id);
  const upTo = await lastCovered(db, rows);
  return ids.map((id, i) => ({
    upTo: upTo[i],
    values: (of.get(id) ?? []).map(({ subject, value }) => ({ subject, value })),
  }));
}

async function writtenTurn(db: Db, row: Row, data: Data): Promise<void> {
  const turn = row as unknown as TurnRow;
  const { files, looked, values } = data as { files: string[]; looked: string[]; values: Stated[] };
  await noteTurnFiles(db, turn.id, { projectId: turn.project_id, files, looked, endedAt: turn.ended_at });
  await db.deleteFrom("turn_values").where("turn_id", "=", turn.id).execute();
  const rows = values.map((one) => ({ ...one, turn_id: turn.id, project_id: turn.project_id }));
  if (rows.length > 0) await db.insertInto("turn_values").values(rows).execute();
  await indexTurn(db, turn.id);
}

interface Stated {
  subject: string;
  value: string;
}

/** Numbers of arrival differ between stores: what is covered is named by its last observation. */
async function lastCovered(db: Db, rows: readonly Row[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const { session_id, up_to_seq } of rows) {
    const row = await db
      .selectFrom("observations")
      .select("id")
      .where("session_id", "=", String(session_id))
      .where("seq", "<=", Number(up_to_seq))
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    found.push(row?.id ?? null);
  }
  return found;
}

async function seqOf(db: Db, id: unknown): Promise<number> {
  if (typeof id !== "string") return 0;
  const row = await loose(db)
    .selectFrom("observations")
    .select("seq")
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}
