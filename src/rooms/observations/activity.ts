// Figures about observations, for reports: how many, of which kind, about which files, and how much shorter they got.

import { type SelectQueryBuilder, sql } from "kysely";
import type { CompressionFigures, Share } from "../../protocol/report.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db, Tables } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

/** Which observations: of a period and a scope, and of one session if that is given. */
export interface Span {
  from: string;
  to: string;
  projects: ProjectScope;
  sessionId?: string | undefined;
}

const shown = 8;
const failuresShown = 5;

type Query = SelectQueryBuilder<Tables, "observations", object>;

function within(db: Db, span: Span): Query {
  let query = db
    .selectFrom("observations")
    .where("happened_at", ">=", span.from)
    .where("happened_at", "<=", span.to)
    .where(belongsTo(span.projects, "project_id"));
  if (span.sessionId) query = query.where("session_id", "=", span.sessionId);
  return query as Query;
}

const failures = sql<number>`sum(case when status = 'failed' then 1 else 0 end)`;

async function countsIn(db: Db, span: Span) {
  const rows = await within(db, span)
    .select((eb) => ["kind", "status", eb.fn.countAll<number>().as("n")])
    .groupBy(["kind", "status"])
    .execute();
  const sum = (wanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(wanted).reduce((total, { n }) => total + Number(n), 0);
  return {
    count: sum(() => true),
    tool: sum(({ kind }) => kind === "tool"),
    prompt: sum(({ kind }) => kind === "prompt"),
    reply: sum(({ kind }) => kind === "reply"),
    failed: sum(({ status }) => status === "failed"),
    interrupted: sum(({ status }) => status === "interrupted"),
  };
}

async function sessionsIn(db: Db, span: Span): Promise<number> {
  const row = await within(db, span)
    .select((eb) => eb.fn.count<number>("session_id").distinct().as("n"))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Counts by hour of UTC; the caller converts them to the reader's time zone. */
async function hoursIn(db: Db, span: Span) {
  const hour = sql<string>`substr(happened_at, 1, 13)`;
  const rows = await within(db, span)
    .select((eb) => [
      hour.as("hour"),
      eb.fn.countAll<number>().as("count"),
      failures.as("failed"),
      eb.fn.sum<number>("raw_bytes").as("rawBytes"),
      eb.fn.sum<number>("tokens").as("tokens"),
    ])
    .groupBy(hour)
    .orderBy(hour)
    .execute();
  return rows.map((row) => ({
    at: `${row.hour}:00:00.000Z`,
    count: Number(row.count),
    failed: Number(row.failed),
    rawBytes: Number(row.rawBytes),
    tokens: Number(row.tokens),
  }));
}

async function toolsIn(db: Db, span: Span): Promise<Share[]> {
  const rows = await within(db, span)
    .select((eb) => ["tool as name", eb.fn.countAll<number>().as("count"), failures.as("failed")])
    .where("tool", "is not", null)
    .groupBy("tool")
    .orderBy("count", "desc")
    .orderBy("tool")
    .limit(shown)
    .execute();
  return rows.map(asShare);
}

/** The names that occur most often in the lists of a column. */
async function namedMost(db: Db, span: Span, column: "files" | "symbols"): Promise<Share[]> {
  const items =
    dialectOf(db) === "sqlite"
      ? sql<{ value: string }>`json_each(${sql.ref(column)})`
      : sql<{ value: string }>`jsonb_array_elements_text(${sql.ref(column)}::jsonb)`;
  const item = dialectOf(db) === "sqlite" ? sql<string>`item.value` : sql<string>`item`;
  const rows = await within(db, span)
    .innerJoin(items.as("item"), (join) => join.onTrue())
    .select((eb) => [
      item.as("name"),
      eb.fn.countAll<number>().as("count"),
      failures.as("failed"),
      usesOfFileTools.as("asFile"),
    ])
    .groupBy(item)
    .orderBy("count", "desc")
    .orderBy(item)
    .limit(column === "files" ? shown * looked : shown)
    .execute();
  const wanted = column === "files" ? rows.filter((row) => Number(row.asFile) > 0 || isFile(row.name)) : rows;
  return wanted.slice(0, shown).map(asShare);
}

/** Commands and searches also name folders and patterns. */
const looked = 8;
const usesOfFileTools = sql<number>`sum(case when tool in ('Read', 'Edit', 'MultiEdit', 'Write', 'NotebookEdit') then 1 else 0 end)`;

/** By its name alone, since the file may no longer exist: an extension, or a name that only files have. */
export function isFile(path: string): boolean {
  if (/[*?{}[\]]|[\\/]$|^[a-z]+:\/\//i.test(path)) return false;
  const name = path.split(/[\\/]/).at(-1) ?? "";
  return (
    /^[^.].*\.[a-z][a-z0-9_]{0,9}$|^.+\.[a-z0-9_-]+\.[a-z]{1,9}$/i.test(name) ||
    /^(?:\w*file|license|copying|readme|changelog|notice|authors|codeowners|\.\w*(?:rc|ignore|attributes|config|env)(?:\.\w+)?)$/i.test(
      name,
    )
  );
}

function asShare(row: { name: string | null; count: number; failed: number }): Share {
  return { name: row.name ?? "", count: Number(row.count), failed: Number(row.failed) };
}

/** The newest; repeated equal failures are listed once. */
async function failuresIn(db: Db, span: Span) {
  const rows = await within(db, span)
    .select((eb) => [
      "title",
      "tool",
      eb.fn.max("id").as("id"),
      eb.fn.max("happened_at").as("happenedAt"),
      eb.fn.countAll<number>().as("times"),
    ])
    .where("status", "=", "failed")
    .groupBy(["title", "tool"])
    .orderBy("happenedAt", "desc")
    .orderBy("id", "desc")
    .limit(failuresShown)
    .execute();
  return rows.map((row) => ({ ...row, times: Number(row.times) }));
}

async function compressionIn(
  db: Db,
  span: Span,
): Promise<CompressionFigures & { byProvider: (CompressionFigures & { provider: string })[] }> {
  const rows = await within(db, span)
    .select((eb) => [
      "provider",
      eb.fn.countAll<number>().as("observations"),
      eb.fn.sum<number>("raw_bytes").as("rawBytes"),
      eb.fn.sum<number>("tokens").as("tokens"),
    ])
    .groupBy("provider")
    .orderBy("observations", "desc")
    .orderBy("provider")
    .execute();
  const byProvider = rows.map((row) => ({
    provider: row.provider,
    observations: Number(row.observations),
    rawBytes: Number(row.rawBytes),
    tokens: Number(row.tokens),
  }));
  const sum = (key: keyof CompressionFigures) => byProvider.reduce((total, one) => total + one[key], 0);
  return { observations: sum("observations"), rawBytes: sum("rawBytes"), tokens: sum("tokens"), byProvider };
}

/** Everything that a report counts. */
export async function activityIn(db: Db, span: Span) {
  return {
    sessions: await sessionsIn(db, span),
    observations: await countsIn(db, span),
    hours: await hoursIn(db, span),
    tools: await toolsIn(db, span),
    files: await namedMost(db, span, "files"),
    symbols: await namedMost(db, span, "symbols"),
    failures: await failuresIn(db, span),
    compression: await compressionIn(db, span),
  };
}
