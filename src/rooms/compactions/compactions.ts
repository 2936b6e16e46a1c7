// Compactions: each stored once, however often it is reported, with its summary and search document.

import { type IndexStep, indexInOrder } from "../../indexes/owner.ts";
import { putDocument } from "../../indexes/search/documents.ts";
import type { Compaction, CompactionSummary, MessageRange } from "../../protocol/compaction.ts";
import type { HookEventOf } from "../../protocol/hook.ts";
import { newId } from "../../protocol/new-id.ts";
import { agentItself } from "../../protocol/observations.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { CompactionRow, Db } from "../../store/schema.ts";
import { filesOf, lengthsOf } from "./lengths.ts";
import { type CompactionReport, type KnownCompaction, matchOf } from "./match.ts";

/** For a session that starts again after a compaction, only the time counts. */
export type CompactionEvent =
  | Pick<HookEventOf<"compact-before">, "type" | "sessionId" | "at" | "trigger">
  | HookEventOf<"compact-after">
  | Pick<HookEventOf<"session-start">, "type" | "sessionId" | "at">;

/** Records a host's report of a compaction in its session, which must exist. Returns whether it was new. */
export async function noteCompaction(db: Db, event: CompactionEvent): Promise<boolean> {
  await lockSession(db, event.sessionId);
  const rows = await rowsOf(db, event.sessionId);
  const match = matchOf(reportOf(event), rows.map(asKnown));
  const before = rows.find((row) => match.is === "known" && row.id === match.id);
  const after = before
    ? { ...before, ...learnedFrom(event, before) }
    : { ...emptyRow(event), ...learnedFrom(event, null) };
  if (before && JSON.stringify(before) === JSON.stringify(after)) return false;
  if (before) await db.updateTable("compactions").set(after).where("id", "=", before.id).execute();
  else await db.insertInto("compactions").values(after).execute();
  await renumber(db, event.sessionId);
  await index(db, after.id);
  return true;
}

function reportOf(event: CompactionEvent): CompactionReport {
  if (event.type === "compact-before") return { by: "announcement", at: event.at };
  const messageId = event.type === "compact-after" ? event.messageId : undefined;
  return messageId === undefined
    ? { by: "hook", at: event.at }
    : { by: "transcript", at: event.at, messageId };
}

function emptyRow(event: CompactionEvent): CompactionRow {
  return {
    id: newId("compaction"),
    session_id: event.sessionId,
    sequence: 0,
    state: "noted",
    trigger: unknown,
    noted_at: null,
    at: event.at,
    message_id: null,
    tokens_before: null,
    tokens_after: null,
    messages: null,
    observations: 0,
    made_at: null,
    provider: null,
    note: null,
    summary: null,
    host_summary: null,
  };
}

export const unknown = "unknown";

/** Merges a report into what is known; the first report stays, except that the transcript's time is the exact one. */
function learnedFrom(event: CompactionEvent, before: CompactionRow | null): Partial<CompactionRow> {
  if (event.type === "compact-before") {
    const noted = { noted_at: before?.noted_at ?? event.at, trigger: triggerOf(event.trigger, before) };
    if (before && (before.state === "done" || before.at >= event.at)) return noted;
    return { ...noted, at: event.at, messages: null };
  }
  const isFirst = before?.state !== "done";
  if (event.type === "session-start") return isFirst ? { state: "done", at: event.at } : {};
  const isExact = event.messageId !== undefined;
  return {
    state: "done",
    ...((isFirst || isExact) && { at: event.at }),
    trigger: triggerOf(event.trigger, before),
    message_id: event.messageId ?? before?.message_id ?? null,
    // The exact end is known only now, so the stretch is read again.
    ...(isExact && before?.message_id !== event.messageId && { messages: null }),
    tokens_before: event.tokensBefore ?? before?.tokens_before ?? null,
    tokens_after: event.tokensAfter ?? before?.tokens_after ?? null,
    host_summary: before?.host_summary || event.summary || null,
  };
}

function triggerOf(reported: string, before: CompactionRow | null): string {
  return reported === unknown ? (before?.trigger ?? unknown) : reported;
}

/** Two daemons on one PostgreSQL must not each add the same compaction. SQLite has one writer anyway. */
async function lockSession(db: Db, sessionId: string): Promise<void> {
  if (dialectOf(db) !== "postgres") return;
  await db.selectFrom("sessions").select("id").where("id", "=", sessionId).forUpdate().execute();
}

async function renumber(db: Db, sessionId: string): Promise<void> {
  for (const [index, row] of (await rowsOf(db, sessionId)).entries()) {
    if (row.sequence === index + 1) continue;
    await db
      .updateTable("compactions")
      .set({ sequence: index + 1 })
      .where("id", "=", row.id)
      .execute();
  }
}

/** By time. */
export async function compactionsOf(db: Db, sessionId: string): Promise<Compaction[]> {
  return (await rowsOf(db, sessionId)).map(asCompaction);
}

/** Completed ones, the newest first. */
export async function latestCompactions(db: Db, sessionId: string, limit: number): Promise<Compaction[]> {
  const rows = await db
    .selectFrom("compactions")
    .selectAll()
    .where("session_id", "=", sessionId)
    .where("state", "=", "done")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(asCompaction);
}

export async function getCompaction(db: Db, id: string): Promise<Compaction> {
  return asCompaction(
    await db.selectFrom("compactions").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

export interface MadeSummary {
  at: string;
  provider: string;
  note: string | null;
  summary: CompactionSummary;
  observations: number;
}

/** False if it was deleted meanwhile, with its session. */
export async function putCompactionSummary(db: Db, id: string, made: MadeSummary): Promise<boolean> {
  const row = await db
    .updateTable("compactions")
    .set({
      made_at: made.at,
      provider: made.provider,
      note: made.note,
      summary: JSON.stringify(made.summary),
      observations: made.observations,
    })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await index(db, id);
  return true;
}

export async function putMessageRange(db: Db, id: string, messages: MessageRange): Promise<void> {
  await db
    .updateTable("compactions")
    .set({ messages: JSON.stringify(messages) })
    .where("id", "=", id)
    .execute();
}

/** Rebuilds the documents of the next compactions, in the order of their ids. */
export function indexCompactions(db: Db, after: string, limit: number): Promise<IndexStep> {
  return indexInOrder(db, "compactions", after, limit, index);
}

/** A compaction that did not happen contains nothing that its session does not, except what the agent wrote. */
export async function index(db: Db, id: string): Promise<void> {
  const one = await getCompaction(db, id);
  if (!isShown(one)) return;
  const session = await db
    .selectFrom("sessions")
    .select("project_id")
    .where("id", "=", one.sessionId)
    .executeTakeFirstOrThrow();
  const lengths = lengthsOf(one);
  await putDocument(db, {
    owner: { kind: "compaction", id },
    projectId: session.project_id,
    sessionId: one.sessionId,
    ...lengths,
    detail: foundBy(lengths.detail, one.hostSummary),
    files: filesOf(one),
    symbols: one.made?.summary.code_snippets.map((snippet) => snippet.function).filter(Boolean) ?? [],
    author: null,
    branch: null,
    happenedAt: one.at,
  });
}

/** It happened, or the agent has written its summary beforehand. */
export function isShown({ state, made }: Compaction): boolean {
  return state === "done" || made?.provider === agentItself;
}

const maxFoundByLength = 20_000;

/** The words of both summaries find it. */
function foundBy(detail: string, hostSummary: string | null): string {
  if (hostSummary === null || detail === hostSummary) return detail;
  return `${detail}\n\n${hostSummary}`.slice(0, maxFoundByLength).toWellFormed();
}

function rowsOf(db: Db, sessionId: string): Promise<CompactionRow[]> {
  return db
    .selectFrom("compactions")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

function asKnown(row: CompactionRow): KnownCompaction {
  return {
    id: row.id,
    state: row.state,
    notedAt: row.noted_at,
    at: row.at,
    messageId: row.message_id,
  };
}

function asCompaction(row: CompactionRow): Compaction {
  const made =
    row.summary === null
      ? null
      : {
          at: row.made_at ?? row.at,
          provider: row.provider ?? "",
          note: row.note,
          summary: JSON.parse(row.summary) as CompactionSummary,
        };
  return {
    id: row.id,
    sessionId: row.session_id,
    sequence: row.sequence,
    state: row.state,
    trigger: row.trigger,
    at: row.at,
    messageId: row.message_id,
    tokensBefore: row.tokens_before,
    tokensAfter: row.tokens_after,
    messages: row.messages === null ? null : (JSON.parse(row.messages) as MessageRange),
    observations: row.observations,
    made,
    hostSummary: row.host_summary,
  };
}
