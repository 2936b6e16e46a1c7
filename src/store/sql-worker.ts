// The thread of `tellback eval sql`: a copy of the event log in memory, and one query that may only read it.

import { constants, DatabaseSync } from "node:sqlite";
import { answerRequests } from "../platform/request-thread.ts";
import type { SqlAnswer, SqlRequest } from "./event-sql.ts";

const columns = ["id", "at", "session_id", "type", "data", "duration_ms", "tokens_in", "tokens_out"] as const;
const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants;
const reading: ReadonlySet<number> = new Set([SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]);

answerRequests<SqlRequest, SqlAnswer>(async ({ events, query, maxRows }) => {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec(
      "create table events (id text, at text, session_id text, type text, data text, duration_ms integer, tokens_in integer, tokens_out integer)",
    );
    const insert = db.prepare(`insert into events values (${columns.map(() => "?").join(", ")})`);
    db.exec("begin");
    for (const event of events) insert.run(...columns.map((name) => event[name]));
    db.exec("commit");
    db.setAuthorizer((action) => (reading.has(action) ? SQLITE_OK : SQLITE_DENY));
    const asked = db.prepare(query);
    const names = asked.columns().map(({ name }) => name ?? "");
    asked.setReturnArrays(true);
    const rows: SqlAnswer["rows"] = [];
    for (const row of asked.iterate()) {
      if (rows.length === maxRows) return { columns: names, rows, isCut: true };
      rows.push((row as unknown as unknown[]).map(plain));
    }
    return { columns: names, rows, isCut: false };
  } finally {
    db.close();
  }
});

function plain(value: unknown): string | number | null {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return value as string | number | null;
}
