// Observations: read, improved and indexed. Each has its search document.

import type { IndexStep } from "../../indexes/owner.ts";
import {
  indexedAmong,
  type NewDocument,
  putDocument,
  removeDocument,
} from "../../indexes/search/documents.ts";
import { chatHost } from "../../protocol/chat.ts";
import { type Lengths, type Observation, offline } from "../../protocol/observations.ts";
import type { Db, ObservationRow } from "../../store/schema.ts";
import { isFindable, isQuestion, unanswered } from "./findable.ts";

export async function getObservation(db: Db, id: string): Promise<Observation> {
  return asObservation(
    await db.selectFrom("observations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

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

/** The time of the newest stored observation; an import may have stored an older one later. */
export async function newestObservationAt(db: Db): Promise<string | null> {
  const projects = await db.selectFrom("projects").select("id").execute();
  let newest: string | null = null;
  // One project after the other: the newest of each is the end of an index.
  for (const { id } of projects) {
    const row = await db
      .selectFrom("observations")
      .select("happened_at")
      .where("project_id", "=", id)
      .orderBy("happened_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row && (newest === null || row.happened_at > newest)) newest = row.happened_at;
  }
  return newest;
}

/** A session, or a part of it by time. */
export interface SessionPart {
  sessionId: string;
  /** At this time or later. */
  from?: string;
  /** Later than this time. */
  after?: string | null;
  /** At this time or earlier. */
  upTo?: string | null;
  kind?: Observation["kind"];
  /** Not those of sub-agents. */
  ofMainAgent?: true;
}

/** The first or the last ones, in the order in which they happened. */
export async function observationsOf(
  db: Db,
  part: SessionPart,
  limit: { first: number } | { last: number },
): Promise<Observation[]> {
  const isFirst = "first" in limit;
  const rows = await within(db, part)
    .selectAll()
    .orderBy("happened_at", isFirst ? "asc" : "desc")
    .orderBy("seq", isFirst ? "asc" : "desc")
    .limit(isFirst ? limit.first : limit.last)
    .execute();
  return (isFirst ? rows : rows.reverse()).map(asObservation);
}

/** How many there are, the arrival number of the last one, and the times from the first to the last. */
export async function countObservations(
  db: Db,
  part: SessionPart,
): Promise<{ count: number; last: number; times: { from: string; to: string } | null }> {
  const { count, last, from, to } = await within(db, part)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      eb.fn.max("seq").as("last"),
      eb.fn.min("happened_at").as("from"),
      eb.fn.max("happened_at").as("to"),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last: Number(last ?? 0), times: from && to ? { from, to } : null };
}

function within(db: Db, { sessionId, from, after, upTo, kind, ofMainAgent }: SessionPart) {
  let query = db.selectFrom("observations").where("session_id", "=", sessionId);
  if (from) query = query.where("happened_at", ">=", from);
  if (after) query = query.where("happened_at", ">", after);
  if (upTo) query = query.where("happened_at", "<=", upTo);
  if (kind) query = query.where("kind", "=", kind);
  if (ofMainAgent) query = query.where("agent_id", "is", null);
  return query;
}

const usesLooked = 300;

/** Files that a session's tools touched, the newest first. */
export async function filesTouchedBy(db: Db, sessionId: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom("observations")
    .select("files")
    .where("session_id", "=", sessionId)
    .where("kind", "=", "tool")
    .where("files", "!=", "[]")
    .orderBy("seq", "desc")
    .limit(usesLooked)
    .execute();
  return [...new Set(rows.flatMap(({ files }) => JSON.parse(files) as string[]))].slice(0, max);
}

/** The symbols that it changed, exactly: they replace what the rules of thumb found. */
export async function putSymbols(db: Db, id: string, symbols: readonly string[]): Promise<void> {
  const row = await db
    .updateTable("observations")
    .set({ symbols: JSON.stringify(symbols) })
    .where("id", "=", id)
    .where("symbols", "!=", JSON.stringify(symbols))
    .returningAll()
    .executeTakeFirst();
  if (row) await index(db, row);
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

export async function noteFiles(db: Db, { id, project_id, files }: ObservationRow): Promise<void> {
  const paths = new Set(JSON.parse(files) as string[]);
  await db.deleteFrom("observation_files").where("observation_id", "=", id).execute();
  if (paths.size === 0) return;
  await db
    .insertInto("observation_files")
    .values(Array.from(paths, (path) => ({ project_id, path, observation_id: id })))
    .execute();
}

/** The newest of a project, except those of one session and of conversations. */
export async function recentObservations(
  db: Db,
  filter: { projectId: string; exceptSession: string; limit: number },
): Promise<Observation[]> {
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("project_id", "=", filter.projectId)
    .where("session_id", "!=", filter.exceptSession)
    .where(({ eb, selectFrom }) =>
      eb("session_id", "not in", selectFrom("sessions").select("id").where("host", "=", chatHost)),
    )
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

export async function index(db: Db, row: ObservationRow): Promise<void> {
  if (!(await isFindable(db, row))) return removeDocument(db, { kind: "observation", id: row.id });
  const document = documentOf(row, JSON.parse(row.files), JSON.parse(row.symbols));
  await putDocument(db, { ...document, projectId: row.project_id });
}

/** Questions among these prompts are found once they are answered. */
export async function indexQuestions(
  db: Db,
  prompts: readonly Pick<Observation, "id" | "kind" | "summary">[],
): Promise<void> {
  const ids = prompts.filter(isQuestion).map(({ id }) => id);
  if (ids.length === 0) return;
  const isIndexed = await indexedAmong(db, "observation", ids);
  const isOpen = new Set(await unanswered(db, ids));
  const changed = ids.filter((id) => isIndexed.has(id) === isOpen.has(id));
  if (changed.length === 0) return;
  const rows = await db.selectFrom("observations").selectAll().where("id", "in", changed).execute();
  for (const row of rows) await index(db, row);
}

/** The search document of an observation. */
export function documentOf(
  row: Omit<ObservationRow, "seq" | "project_id">,
  files: readonly string[],
  symbols: readonly string[],
): Omit<NewDocument, "projectId"> {
  const { title, summary, detail } = row;
  return {
    owner: { kind: "observation", id: row.id },
    sessionId: row.session_id,
    ...{ title, summary, detail, files, symbols },
    author: row.kind === "tool" ? null : row.kind === "prompt" ? "user" : (row.agent_type ?? "agent"),
    branch: row.branch,
    happenedAt: row.happened_at,
  };
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
