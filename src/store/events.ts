// The event log, for eval and reports: a table and a daily JSONL file. Losing an event never fails the work.

import { appendFileSync, existsSync, mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { newId } from "../protocol/new-id.ts";
import type { Db } from "./schema.ts";

export type EventType =
  | "hook.context_inject"
  | "hook.capture"
  | "hook.summary"
  | "hook.unreadable"
  | "compress.start"
  | "compress.done"
  | "compress.error"
  | "ast.scan"
  | "ast.call_graph"
  | "search.query"
  | "search.result"
  | "memory.opened"
  | "learning.extracted"
  | "learning.reinforced"
  | "learning.invalidated"
  | "learning.consolidated"
  | "command.done"
  | "command.refused"
  | "node.stale"
  | "import.done"
  | "bridge.pull"
  | "bridge.push"
  | "bridge.refused"
  | "team.take_in"
  | "team.share"
  | "team.exchange"
  | "job.failed"
  | "store.backup"
  | "store.sync"
  | "spend.capped"
  | "daemon.start"
  | "daemon.stop";

export interface NewEvent {
  type: EventType;
  sessionId?: string | undefined;
  data?: Record<string, unknown>;
  durationMs?: number;
  tokensIn?: number;
  tokensOut?: number;
}

export interface EventLog {
  record(event: NewEvent): void;
  flush(): Promise<void>;
  /** Deletes events older than this many days. */
  prune(keepDays: number, now?: Date): Promise<void>;
  close(): Promise<void>;
}

const flushAfterMs = 500;
const rowsAtOnce = 500;

export function openEventLog(db: Db, folder: string): EventLog {
  let waiting: ReturnType<typeof rowOf>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    try {
      appendToFiles(folder, rows);
    } catch {
      // A full or read-only disk: the table may still accept the event.
    }
    try {
      for (let i = 0; i < rows.length; i += rowsAtOnce) {
        await db
          .insertInto("events")
          .values(rows.slice(i, i + rowsAtOnce))
          .execute();
      }
    } catch {
      // The store reports its own failure where it matters.
    }
  }

  return {
    record(event) {
      try {
        waiting.push(rowOf(event));
      } catch {
        return; // Data that is not JSON.
      }
      timer ??= setTimeout(flush, flushAfterMs).unref();
    },
    flush,
    async prune(keepDays, now = new Date()) {
      const oldest = new Date(now.getTime() - keepDays * 86_400_000).toISOString();
      await db.deleteFrom("events").where("at", "<", oldest).execute();
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        if (/^events-.*\.jsonl$/.test(name) && name < fileName(oldest)) unlinkSync(join(folder, name));
      }
    },
    close: flush,
  };
}

export async function hasEvent(db: Db, type: EventType, since: string): Promise<boolean> {
  const row = await db
    .selectFrom("events")
    .select("id")
    .where("type", "=", type)
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** In a transaction, for an event that must be recorded exactly once. */
export async function addEvent(tx: Db, event: NewEvent, now: Date): Promise<void> {
  await tx.insertInto("events").values(rowOf(event, now)).execute();
}

function rowOf(event: NewEvent, now = new Date()) {
  return {
    id: newId("event"),
    at: now.toISOString(),
    session_id: event.sessionId ?? null,
    type: event.type,
    data: JSON.stringify(event.data ?? {}),
    duration_ms: event.durationMs === undefined ? null : Math.round(event.durationMs),
    tokens_in: event.tokensIn ?? null,
    tokens_out: event.tokensOut ?? null,
  };
}

function fileName(at: string): string {
  return `events-${at.slice(0, 10)}.jsonl`;
}

function appendToFiles(folder: string, rows: ReturnType<typeof rowOf>[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, sameDay] of Map.groupBy(rows, (row) => fileName(row.at))) {
    const lines = sameDay.map((row) => `${JSON.stringify({ ...row, data: JSON.parse(row.data) })}\n`);
    appendFileSync(join(folder, name), lines.join(""), { mode: 0o600 });
  }
}
