// Session summaries: one per session, each with its search document; and which sessions wait for one.

import type { IndexStep } from "../../indexes/owner.ts";
import { putDocument, removeDocument } from "../../indexes/search/documents.ts";
import type { SessionSummary, SummaryParts } from "../../protocol/sessions.ts";
import type { Db, SessionSummaryRow } from "../../store/schema.ts";

export interface NewSummary {
  sessionId: string;
  provider: string;
  note: string | null;
  upTo: number;
  parts: SummaryParts;
  at: string;
}

/** False if another worker has already summarised the session that far. */
export async function putSummary(db: Db, made: NewSummary): Promise<boolean> {
  const row = {
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
      conflict.column("session_id").doUpdateSet(row).where("session_summaries.up_to_seq", "<", made.upTo),
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
  if (!row) return null;
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

function cameToSomething({ done, decisions, learned, open, files }: SummaryParts): boolean {
  return [done, decisions, learned, open, files].some((lines) => lines.length > 0);
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
    title: parts.request,
    summary: parts.done.join("; "),
    detail: [...parts.decisions, ...parts.learned, ...parts.open].join("\n"),
    files: parts.files,
    symbols: [],
    author: null,
    branch: null,
    happenedAt: session.last_seen_at,
  });
}
