// Figures from the event log, for reports: counts, durations, tokens.

import type { Latency } from "../protocol/report.ts";
import type { EventType } from "./events.ts";
import type { Db } from "./schema.ts";

export interface EventSpan {
  from: string;
  to: string;
  sessionId?: string | undefined;
}

export interface LoggedEvent {
  at: string;
  data: Record<string, unknown>;
  durationMs: number | null;
  tokensIn: number;
  tokensOut: number;
}

/** More than a person causes while the log is kept. */
const maxRows = 20_000;

/** The newest events of a type, the oldest of them first. */
export async function eventsIn(db: Db, type: EventType, span: EventSpan): Promise<LoggedEvent[]> {
  const rows = await within(db, type, span)
    .select(["at", "data", "duration_ms", "tokens_in", "tokens_out"])
    .orderBy("at", "desc")
    .limit(maxRows)
    .execute();
  return rows.reverse().map((row) => ({
    at: row.at,
    data: JSON.parse(row.data),
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    tokensIn: Number(row.tokens_in ?? 0),
    tokensOut: Number(row.tokens_out ?? 0),
  }));
}

export async function countEvents(db: Db, type: EventType, span: EventSpan): Promise<number> {
  const row = await within(db, type, span)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

function within(db: Db, type: EventType, span: EventSpan) {
  const inTime = db
    .selectFrom("events")
    .where("type", "=", type)
    .where("at", ">=", span.from)
    .where("at", "<=", span.to);
  return span.sessionId ? inTime.where("session_id", "=", span.sessionId) : inTime;
}

export function latencyOf(events: readonly Pick<LoggedEvent, "durationMs">[]): Latency {
  const sorted = events.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  return {
    count: events.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    most: sorted.at(-1) ?? null,
  };
}

/** The smallest value that this share of the sorted values does not exceed. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
