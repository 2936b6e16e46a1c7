// Questions of the user's own about tellback's figures: SQL over a copy of the event log, in a thread that is ended when a
// query takes too long. The store itself is not reachable from there.

import { createRequestThread } from "../platform/request-thread.ts";
import { entryUrl } from "../platform/threads.ts";
import { TellbackError } from "../protocol/errors.ts";
import type { Db, EventRow } from "./schema.ts";

export interface SqlRequest {
  events: readonly EventRow[];
  query: string;
  maxRows: number;
}

export interface SqlAnswer {
  columns: string[];
  rows: (string | number | null)[][];
  isCut: boolean;
}

/** More than a machine logs while the log is kept. */
const maxEvents = 200_000;
const maxRows = 1_000;
const maxMs = 10_000;

export async function queryEvents(db: Db, query: string): Promise<SqlAnswer> {
  const events = await db.selectFrom("events").selectAll().orderBy("at", "desc").limit(maxEvents).execute();
  const url = entryUrl("sql-worker", "./sql-worker.ts", import.meta.url);
  const thread = createRequestThread<SqlRequest, SqlAnswer>(url, { hungAfterMs: maxMs, idleMs: 1 });
  try {
    return await thread.ask({ events, query, maxRows });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (why.includes("too long"))
      throw new TellbackError("unavailable", "the query takes longer than 10 seconds", { cause });
    throw new TellbackError("invalid_input", `the query cannot be answered: ${why}`, {
      hint: "It may only select from events (at, type, session_id, data, duration_ms, tokens_in, tokens_out).",
      cause,
    });
  } finally {
    await thread.close();
  }
}
