// Records observations: each event once, many at a time. For capture and the import.

import { type Analysis, analyse, putNewDocuments } from "../../indexes/search/documents.ts";
import { newIdAt } from "../../protocol/new-id.ts";
import type { Observation } from "../../protocol/observations.ts";
import { insertMany } from "../../store/bulk.ts";
import type { DialectName } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import { documentOf } from "./observations.ts";
import { isOwnCall } from "./own-calls.ts";
import { putRuns } from "./runs.ts";

export type NewObservation = Omit<Observation, "id" | "agentId"> & {
  hostKey: string;
  symbols: readonly string[];
  agent: { id: string; type: string } | null;
  promptId: string | null;
};

export type RecordResult = { status: "stored"; id: string } | { status: "duplicate" };

/** An observation before its project is known: everything that takes time. Pure; it may run in another thread. */
export interface PreparedObservation {
  row: ReturnType<typeof rowOf>;
  files: readonly string[];
  symbols: readonly string[];
  analysis: Analysis;
}

export function prepareObservation(
  seen: Omit<NewObservation, "projectId">,
  dialect: DialectName,
): PreparedObservation {
  const row = rowOf(seen);
  const { symbols } = seen;
  const files = [...new Set(seen.files)];
  return { row, files, symbols, analysis: analyse(documentOf(row, files, symbols), dialect) };
}

/** Stores those that are new, with their files and documents. The answers are in the order of the observations. */
export async function putObservations(
  db: Db,
  prepared: readonly (PreparedObservation & { projectId: string })[],
  isForgotten: (row: PreparedObservation["row"]) => boolean,
): Promise<RecordResult[]> {
  const wanted = prepared.filter(({ row }) => !isForgotten(row));
  const written = await insertMany<"observations", { id: string }>(
    db,
    "observations",
    wanted.map(({ row, projectId }) => ({ ...row, project_id: projectId })),
    "on conflict (session_id, host_key) do nothing returning id",
  );
  const ids = new Set(written.map(({ id }) => id));
  const stored = wanted.filter(({ row }) => ids.has(row.id));
  await insertMany(
    db,
    "observation_files",
    stored.flatMap(({ row, files, projectId }) =>
      files.map((path) => ({ project_id: projectId, path, observation_id: row.id })),
    ),
  );
  await putRuns(db, stored);
  await putNewDocuments(
    db,
    stored
      .filter(({ row }) => !isOwnCall(row))
      .map(({ row, files, symbols, analysis, projectId }) => ({
        ...documentOf(row, files, symbols),
        ...{ analysis, projectId },
      })),
  );
  for (const { row } of wanted) if (!ids.has(row.id)) await noteEarlier(db, row);
  return prepared.map(({ row }) =>
    ids.has(row.id) ? { status: "stored", id: row.id } : { status: "duplicate" },
  );
}

/** Which of these observations are stored already. */
export async function storedAmong(
  db: Db,
  rows: readonly PreparedObservation["row"][],
): Promise<(row: PreparedObservation["row"]) => boolean> {
  const bySession = Map.groupBy(rows, ({ session_id }) => session_id);
  const known = new Set<string>();
  for (const [sessionId, own] of bySession) {
    for (let from = 0; from < own.length; from += keysAtOnce) {
      const keys = own.slice(from, from + keysAtOnce).map(({ host_key }) => host_key);
      const found = await db
        .selectFrom("observations")
        .select(["session_id", "host_key"])
        .where("session_id", "=", sessionId)
        .where("host_key", "in", keys)
        .execute();
      for (const row of found) known.add(keyOf(row));
    }
  }
  return (row) => known.has(keyOf(row));
}

const keysAtOnce = 500;

function rowOf(seen: Omit<NewObservation, "projectId">) {
  return {
    // By its time, not by its arrival: the newest sessions of a history are imported first.
    id: newIdAt("observation", seen.happenedAt),
    session_id: seen.sessionId,
    host_key: seen.hostKey,
    kind: seen.kind,
    tool: seen.tool,
    status: seen.status,
    title: seen.title,
    summary: seen.summary,
    detail: seen.detail,
    files: JSON.stringify(seen.files),
    symbols: JSON.stringify(seen.symbols),
    agent_id: seen.agent?.id ?? null,
    agent_type: seen.agent?.type ?? null,
    prompt_id: seen.promptId,
    branch: seen.branch,
    happened_at: seen.happenedAt,
    raw_bytes: seen.rawBytes,
    tokens: seen.tokens,
    duration_ms: seen.durationMs,
    provider: seen.provider,
    edited_at: null,
  };
}

function keyOf({ session_id, host_key }: { session_id: string; host_key: string }): string {
  return `${session_id}\n${host_key}`;
}

/** A hook may run late and would put a tool use after the reply about it: the transcript has the exact time. */
async function noteEarlier(db: Db, row: PreparedObservation["row"]): Promise<void> {
  await db
    .updateTable("observations")
    .set({ happened_at: row.happened_at })
    .where("session_id", "=", row.session_id)
    .where("host_key", "=", row.host_key)
    .where("happened_at", ">", row.happened_at)
    .execute();
}
