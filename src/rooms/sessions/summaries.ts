// Session summaries: one per session, each with its search document; and which sessions wait for one.

import type { IndexStep } from "../../indexes/owner.ts";
import { putDocument, removeDocument } from "../../indexes/search/documents.ts";
import { chatHost } from "../../protocol/chat.ts";
import { decisionText } from "../../protocol/decision-text.ts";
import { offline } from "../../protocol/observations.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { SessionSummary, SummaryParts } from "../../protocol/sessions.ts";
import type { Db, SessionSummaryRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

export interface NewSummary {
  sessionId: string;
  provider: string;
  note: string | null;
  upTo: number;
  parts: SummaryParts;
  at: string;
  /** By a model: the end of the last turn that it has described. */
  writtenTo?: string | undefined;
}

/** False if another worker has already summarised the session that far; a model's words replace the rules' ones. */
export async function putSummary(db: Db, made: NewSummary): Promise<boolean> {
  const { writtenTo } = made;
  const row = {
    ...(writtenTo === undefined ? {} : { written_to: writtenTo, written: JSON.stringify(made.parts) }),
    made_at: made.at,
    provider: made.provider,
    note: made.note,
    up_to_seq: made.upTo,
    summary: JSON.stringify(made.parts),
  };
  const kept = await db
    .insertInto("session_summaries")
    .values({ session_id: made.sessionId, ...row })
    .onConflict((conflict) =>
      conflict
        .column("session_id")
        .doUpdateSet(row)
        .where("session_summaries.up_to_seq", writtenTo === undefined ? "<" : "<=", made.upTo),
    )
    .returningAll()
    .executeTakeFirst();
  if (!kept) return false;
  await index(db, kept);
  return true;
}

/** Marks an ended session as summarised; a running session keeps its state. */
export async function markSummarized(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ status: "summarized" })
    .where("id", "=", sessionId)
    .where("status", "=", "closed")
    .execute();
}

export async function summaryOf(db: Db, sessionId: string): Promise<SessionSummary | null> {
  const row = await rowOf(db, sessionId);
  return row ? asSummary(row) : null;
}

export interface Written {
  /** The end of the last turn that it covers. */
  to: string;
  parts: SummaryParts;
}

/** What a model wrote about the session last; it may have gone on since. */
export async function writtenOf(db: Db, sessionId: string): Promise<Written | null> {
  const row = await rowOf(db, sessionId);
  return row ? asWritten(row) : null;
}

function asWritten({ written, written_to: to }: SessionSummaryRow): Written | null {
  return written !== null && to !== null ? { to, parts: JSON.parse(written) } : null;
}

/** Why the rules' words stay for now. */
export async function noteUndescribed(db: Db, sessionId: string, note: string): Promise<void> {
  await db.updateTable("session_summaries").set({ note }).where("session_id", "=", sessionId).execute();
}

/** Why the last summary that a model did not write is one of rules; null if none since then. */
export async function lastUndescribed(db: Db, since: string): Promise<string | null> {
  const row = await db
    .selectFrom("session_summaries")
    .select("note")
    .where("provider", "=", offline)
    .where("note", "is not", null)
    .where("made_at", ">=", since)
    .orderBy("made_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.note ?? null;
}

interface RecentSummary extends SessionSummary {
  sessionId: string;
  /** When the session was last seen. */
  at: string;
  /** What a model wrote, and up to which turn; the session may have gone on since. */
  written: Written | null;
}

/** Summaries of a project's sessions, the newest first; conversations of the chat are left out. */
export async function recentSummaries(
  db: Db,
  filter: { projectId: string; exceptSession?: string | undefined; limit: number },
): Promise<RecentSummary[]> {
  const rows = await db
    .selectFrom("session_summaries as m")
    .innerJoin("sessions as s", "s.id", "m.session_id")
    .selectAll("m")
    .select("s.last_seen_at")
    .where("s.project_id", "=", filter.projectId)
    .where("s.host", "!=", chatHost)
    .$if(filter.exceptSession !== undefined, (query) => query.where("s.id", "!=", filter.exceptSession ?? ""))
    .orderBy("s.last_seen_at", "desc")
    .orderBy("s.id", "desc")
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({
    ...asSummary(row),
    sessionId: row.session_id,
    at: row.last_seen_at,
    written: asWritten(row),
  }));
}

function asSummary(row: SessionSummaryRow): SessionSummary {
  const parts = JSON.parse(row.summary) as SummaryParts;
  return { ...parts, madeAt: row.made_at, provider: row.provider, note: row.note };
}

/** The last observation that the session's summary covers. */
export async function upToOf(db: Db, sessionId: string): Promise<number> {
  return (await rowOf(db, sessionId))?.up_to_seq ?? 0;
}

function rowOf(db: Db, sessionId: string): Promise<SessionSummaryRow | undefined> {
  return db
    .selectFrom("session_summaries")
    .selectAll()
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
}

/** Observations that arrive later than this after the summary (from the transcript) are ignored. */
const lateMs = 2 * 86_400_000;

/**
 * Silent sessions with observations that are not summarised yet. The oldest first, so that later statements override
 * earlier ones.
 */
export async function silentSessions(db: Db, since: Date, limit: number): Promise<string[]> {
  const late = new Date(since.getTime() - lateMs).toISOString();
  const rows = await db
    .selectFrom("sessions as s")
    .leftJoin("session_summaries as m", "m.session_id", "s.id")
    .select("s.id")
    .where("s.last_seen_at", "<", since.toISOString())
    .where((eb) => eb.or([eb("m.session_id", "is", null), eb("s.last_seen_at", ">", late)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("observations as o")
          .select("o.seq")
          .whereRef("o.session_id", "=", "s.id")
          .where((inner) =>
            inner.or([
              inner("m.up_to_seq", "is", null),
              inner("o.seq", ">", inner.ref("m.up_to_seq").$castTo<number>()),
            ]),
          ),
      ),
    )
    .orderBy("s.last_seen_at")
    .orderBy("s.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest sessions that no summary covers. */
export async function unsummarised(db: Db, projects: ProjectScope, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions as s")
    .leftJoin("session_summaries as m", "m.session_id", "s.id")
    .select("s.id")
    .where(belongsTo(projects, "s.project_id"))
    .where("m.session_id", "is", null)
    .orderBy("s.last_seen_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The newest sessions that only rules have described, wholly or since a model did. */
export async function undescribed(db: Db, projects: ProjectScope, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("session_summaries as m")
    .innerJoin("sessions as s", "s.id", "m.session_id")
    .select("s.id")
    .where(belongsTo(projects, "s.project_id"))
    .where("m.provider", "=", offline)
    .orderBy("s.last_seen_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many sessions rules describe, and how many a model or another tool does. */
export async function countSummaries(db: Db): Promise<{ byRules: number; byModel: number }> {
  const { all, rules } = await db
    .selectFrom("session_summaries")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("provider", "=", offline).as("rules"),
    ])
    .executeTakeFirstOrThrow();
  return { byRules: Number(rules), byModel: Number(all) - Number(rules) };
}

/** Rebuilds the documents of the next summaries, in the order of their sessions' ids. */
export async function indexSummaries(db: Db, after: string, limit: number): Promise<IndexStep> {
  const rows = await db
    .selectFrom("session_summaries")
    .selectAll()
    .where("session_id", ">", after)
    .orderBy("session_id")
    .limit(limit)
    .execute();
  for (const row of rows) await index(db, row);
  return { count: rows.length, last: rows.at(-1)?.session_id ?? after };
}

function cameToSomething({ now, decided, open, known, files }: SummaryParts): boolean {
  return now !== "" || [decided, open, known, files].some((lines) => lines.length > 0);
}

export async function index(db: Db, row: SessionSummaryRow): Promise<void> {
  const session = await db
    .selectFrom("sessions")
    .select(["project_id", "last_seen_at"])
    .where("id", "=", row.session_id)
    .executeTakeFirstOrThrow();
  const parts = JSON.parse(row.summary) as SummaryParts;
  const owner = { kind: "session", id: row.session_id } as const;
  // A session of which nothing came only repeats what was asked.
  if (!cameToSomething(parts)) return removeDocument(db, owner);
  await putDocument(db, {
    owner,
    projectId: session.project_id,
    sessionId: row.session_id,
    title: parts.title,
    summary: parts.now,
    detail: [...parts.decided.map(decisionText), ...parts.known, ...parts.open].join("\n"),
    files: parts.files,
    symbols: [],
    author: null,
    branch: null,
    happenedAt: session.last_seen_at,
  });
}
