// Observations: stored once per event, shown, edited, deleted. Each has its search document.

import type { IndexStep } from "../../indexes/owner.ts";
import { putDocument, removeDocument, scrubSoon } from "../../indexes/search/documents.ts";
import type { Lengths, Observation } from "../../protocol/episodic.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";
import { dropRaw } from "./excerpts.ts";

export type NewObservation = Omit<Observation, "id" | "agentId"> & {
  hostKey: string;
  symbols: readonly string[];
  agent: { id: string; type: string } | null;
  promptId: string | null;
};

/** The provider value of observations that only rules have shortened. */
export const offline = "offline";

export type Recorded = { status: "stored"; id: string } | { status: "duplicate" };

export async function record(db: Db, seen: NewObservation): Promise<Recorded> {
  if (await isForgotten(db, seen)) return { status: "duplicate" };
  const row = await db
    .insertInto("observations")
    .values({
      id: newId("observation"),
      session_id: seen.sessionId,
      project_id: seen.projectId,
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
    })
    .onConflict((conflict) => conflict.columns(["session_id", "host_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) {
    await noteEarlier(db, seen);
    return { status: "duplicate" };
  }
  await noteFiles(db, row);
  await index(db, row);
  return { status: "stored", id: row.id };
}

/** A hook may run late and would put a tool use after the reply about it: the transcript has the exact time. */
async function noteEarlier(db: Db, { sessionId, hostKey, happenedAt }: NewObservation): Promise<void> {
  await db
    .updateTable("observations")
    .set({ happened_at: happenedAt })
    .where("session_id", "=", sessionId)
    .where("host_key", "=", hostKey)
    .where("happened_at", ">", happenedAt)
    .execute();
}

export async function getObservation(db: Db, id: string): Promise<Observation> {
  return asObservation(
    await db.selectFrom("observations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

/** In the order in which they happened. */
/** The id of the observation with this host key, if it was stored. */
export async function observationByKey(db: Db, sessionId: string, hostKey: string): Promise<string | null> {
  const row = await db
    .selectFrom("observations")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("host_key", "=", hostKey)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The time of the newest stored observation. */
export async function newestObservationAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom("observations")
    .select("happened_at")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.happened_at ?? null;
}

export async function observationsOf(db: Db, sessionId: string, limit: number): Promise<Observation[]> {
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("happened_at")
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map(asObservation);
}

export async function countPrompts(db: Db, sessionId: string): Promise<number> {
  const row = await db
    .selectFrom("observations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("session_id", "=", sessionId)
    .where("kind", "=", "prompt")
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

const usesLooked = 300;

/** Files that a session's tools touched, the newest first. */
export async function filesTouchedBy(db: Db, sessionId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("observations")
    .select("files")
    .where("session_id", "=", sessionId)
    .where("kind", "=", "tool")
    .where("files", "!=", "[]")
    .orderBy("seq", "desc")
    .limit(usesLooked)
    .execute();
  return [...new Set(rows.flatMap(({ files }) => JSON.parse(files) as string[]))].slice(0, most);
}

/** The number of observations in a session, and the arrival number of the last one. */
export async function countObservationsOf(
  db: Db,
  sessionId: string,
): Promise<{ count: number; last: number }> {
  const row = await db
    .selectFrom("observations")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("seq").as("last")])
    .where("session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), last: Number(row.last ?? 0) };
}

export async function editObservation(db: Db, id: string, change: Partial<Lengths>): Promise<Observation> {
  const row = await db
    .updateTable("observations")
    .set({ ...change, provider: "user" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await dropRaw(db, [id]);
  await index(db, row);
  await scrubSoon(db);
  return asObservation(row);
}

/** Replaces the rules' text by a model's; text edited by the user stays. Returns whether it was replaced. */
export async function improveObservation(
  db: Db,
  id: string,
  better: Lengths & {
    files: readonly string[];
    symbols: readonly string[];
    tokens: number;
    provider: string;
  },
): Promise<boolean> {
  const { files, symbols, ...rest } = better;
  const row = await db
    .updateTable("observations")
    .set({ ...rest, files: JSON.stringify(files), symbols: JSON.stringify(symbols) })
    .where("id", "=", id)
    .where("provider", "=", offline)
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  await noteFiles(db, row);
  await index(db, row);
  return true;
}

/** Keeps the rules' text, with a mark that a model was asked and gave no usable answer. */
export async function markUnimproved(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable("observations")
    .set({ provider: `${offline}, model failed` })
    .where("id", "in", ids)
    .where("provider", "=", offline)
    .execute();
}

async function isForgotten(db: Db, { sessionId, hostKey }: NewObservation): Promise<boolean> {
  const row = await db
    .selectFrom("forgotten")
    .select("host_key")
    .where("session_id", "=", sessionId)
    .where("host_key", "=", hostKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** It is not captured again when its transcript is read again. */
export async function deleteObservation(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom("observations")
    .select(["session_id", "host_key"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  await db
    .insertInto("forgotten")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await removeDocument(db, { kind: "observation", id });
  await scrubSoon(db);
  await db.deleteFrom("observations").where("id", "=", id).execute();
}

async function noteFiles(db: Db, { id, project_id, files }: ObservationRow): Promise<void> {
  const paths = new Set(JSON.parse(files) as string[]);
  await db.deleteFrom("observation_files").where("observation_id", "=", id).execute();
  if (paths.size === 0) return;
  await db
    .insertInto("observation_files")
    .values(Array.from(paths, (path) => ({ project_id, path, observation_id: id })))
    .execute();
}

/** Observations that touched any of these files, a limited number for each, the newest first. */
export async function observationsAbout(
  db: Db,
  projectId: string,
  paths: readonly string[],
  ofEach: number,
): Promise<Observation[]> {
  // One query per file: the newest of one file are adjacent in the index; those of several would have to be sorted.
  const touching = await Promise.all(
    paths.map((path) =>
      db
        .selectFrom("observation_files")
        .select("observation_id")
        .where("project_id", "=", projectId)
        .where("path", "=", path)
        .orderBy("observation_id", "desc")
        .limit(ofEach)
        .execute(),
    ),
  );
  const ids = [...new Set(touching.flat().map((row) => row.observation_id))];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("happened_at", "desc")
    .orderBy("seq", "desc")
    .execute();
  return rows.map(asObservation);
}

/** The newest of a project, except those of one session. */
export async function recentObservations(
  db: Db,
  filter: { projectId: string; exceptSession: string; limit: number },
): Promise<Observation[]> {
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("project_id", "=", filter.projectId)
    .where("session_id", "!=", filter.exceptSession)
    .orderBy("happened_at", "desc")
    .orderBy("seq", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map(asObservation);
}

/** Writes the documents of the next observations, in the order of arrival. */
export async function indexObservations(db: Db, after: string, limit: number): Promise<IndexStep> {
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("seq", ">", Number(after))
    .orderBy("seq")
    .limit(limit)
    .execute();
  for (const row of rows) await index(db, row);
  return { count: rows.length, last: String(rows.at(-1)?.seq ?? after) };
}

async function index(db: Db, row: ObservationRow): Promise<void> {
  const { title, summary, detail, files } = asObservation(row);
  await putDocument(db, {
    owner: { kind: "observation", id: row.id },
    projectId: row.project_id,
    sessionId: row.session_id,
    title,
    summary,
    detail,
    files,
    symbols: JSON.parse(row.symbols),
    author: row.kind === "tool" ? null : row.kind === "prompt" ? "user" : (row.agent_type ?? "agent"),
    branch: row.branch,
    happenedAt: row.happened_at,
  });
}

export function asObservation(row: ObservationRow): Observation {
  return {
    id: row.id,
    sessionId: row.session_id,
    projectId: row.project_id,
    kind: row.kind,
    tool: row.tool,
    status: row.status,
    title: row.title,
    summary: row.summary,
    detail: row.detail,
    files: JSON.parse(row.files),
    agentId: row.agent_id,
    branch: row.branch,
    happenedAt: row.happened_at,
    rawBytes: row.raw_bytes,
    tokens: row.tokens,
    durationMs: row.duration_ms,
    provider: row.provider,
  };
}
