// The ledger of model calls. The maximum cost of a call is reserved before it, under a lock, so that no number of
// workers in any number of processes can exceed the cap; the actual cost is booked after it. A worker that dies during
// a call leaves its reservation, which counts as spent. Days and months are UTC.

import { sql } from "kysely";
import type { Config } from "../config/schema.ts";
import { newId } from "../protocol/new-id.ts";
import { dialectOf } from "../store/dialect.ts";
import { addEvent, hasEvent } from "../store/events.ts";
import type { Db, SpendRow } from "../store/schema.ts";

export interface Caps {
  dailyUsd: number;
  monthlyUsd: number;
}

export interface NewCall {
  provider: string;
  model: string;
  purpose: string;
  /** What the call is about. Asking again means that the first answer was lost: a new attempt, booked separately. */
  callKey: string;
  /** The maximum cost, in billionths of a dollar. */
  cost: number;
}

export type Reservation =
  | { status: "reserved"; id: string }
  | { status: "capped"; cap: "day" | "month"; until: string };

export function capsOf(config: Config): Caps {
  return { dailyUsd: config["spend.dailyUsd"], monthlyUsd: config["spend.monthlyUsd"] };
}

/** No call takes this long: a caller that has not reported by then is dead. */
const overdueMs = 15 * 60_000;
const billion = 1e9;

export async function reserve(db: Db, call: NewCall, caps: Caps, now = new Date()): Promise<Reservation> {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx);
    await bookOverdue(tx, now, call.callKey);
    const reached = call.cost === 0 ? null : await capReached(tx, call.cost, caps, now);
    if (reached) {
      await sayOnce(tx, reached, call, now);
      return reached;
    }
    const before = await tx
      .selectFrom("spend")
      .select((eb) => eb.fn.max("attempt").as("last"))
      .where("call_key", "=", call.callKey)
      .executeTakeFirst();
    const id = newId("spend");
    await tx
      .insertInto("spend")
      .values({
        id,
        at: now.toISOString(),
        provider: call.provider,
        model: call.model,
        purpose: call.purpose,
        call_key: call.callKey,
        attempt: (before?.last ?? 0) + 1,
        input: 0,
        output: 0,
        cost: call.cost,
        state: "reserved",
      })
      .execute();
    return { status: "reserved", id };
  });
}

/** Books the actual cost. Doing it twice, or after the reservation was booked, only corrects the row. */
export async function settle(
  db: Db,
  id: string,
  spent: { model: string; input: number; output: number; cost: number },
): Promise<void> {
  await db
    .updateTable("spend")
    .set({ ...spent, state: "booked" })
    .where("id", "=", id)
    .execute();
}

/** The call was not made after all, or the provider refused it at no cost. */
export async function release(db: Db, id: string): Promise<void> {
  await db.deleteFrom("spend").where("id", "=", id).execute();
}

export interface CallCost {
  callKey: string;
  /** `provider/model` */
  model: string;
  input: number;
  output: number;
  usd: number;
}

/** What the calls cost whose keys begin like this, running ones at their maximum. */
export async function costsOf(db: Db, keyPrefix: string): Promise<CallCost[]> {
  const rows = await db
    .selectFrom("spend")
    .select(["call_key", "provider", "model", "input", "output", "cost"])
    .where(sql<boolean>`substr(call_key, 1, ${keyPrefix.length}) = ${keyPrefix}`)
    .execute();
  return rows.map((row) => ({
    callKey: row.call_key,
    model: `${row.provider}/${row.model}`,
    input: Number(row.input),
    output: Number(row.output),
    usd: Number(row.cost) / billion,
  }));
}

/** What all calls of today cost, against the cap of a day. */
export async function spentToday(
  db: Db,
  caps: Caps,
  now = new Date(),
): Promise<{ usd: number; capUsd: number }> {
  const { day } = await usedAt(db, now);
  return { usd: day / billion, capUsd: caps.dailyUsd };
}

export type SpendBy = "day" | "purpose" | "model";

export interface SpendReport {
  rows: { name: string; calls: number; input: number; output: number; usd: number }[];
  today: { usd: number; capUsd: number };
  month: { usd: number; capUsd: number };
  /** Running calls, at their maximum cost. */
  open: { calls: number; usd: number };
}

export async function spendReport(db: Db, by: SpendBy, caps: Caps, now = new Date()): Promise<SpendReport> {
  await bookOverdue(db, now);
  const name = {
    day: sql<string>`substr(at, 1, 10)`,
    purpose: sql<string>`purpose`,
    model: sql<string>`provider || '/' || model`,
  }[by];
  const groups = await db
    .selectFrom("spend")
    .select((eb) => [
      name.as("name"),
      eb.fn.countAll().as("calls"),
      eb.fn.sum("input").as("input"),
      eb.fn.sum("output").as("output"),
      eb.fn.sum("cost").as("cost"),
    ])
    .groupBy(name)
    .orderBy(by === "day" ? name : sql`sum(cost)`, "desc")
    .orderBy(name)
    .execute();
  const open = await db
    .selectFrom("spend")
    .select((eb) => [eb.fn.countAll().as("calls"), eb.fn.sum("cost").as("cost")])
    .where("state", "=", "reserved")
    .executeTakeFirst();
  const used = await usedAt(db, now);
  return {
    rows: groups.map((row) => ({
      name: row.name,
      calls: Number(row.calls),
      input: Number(row.input),
      output: Number(row.output),
      usd: Number(row.cost) / billion,
    })),
    today: { usd: used.day / billion, capUsd: caps.dailyUsd },
    month: { usd: used.month / billion, capUsd: caps.monthlyUsd },
    open: { calls: Number(open?.calls ?? 0), usd: Number(open?.cost ?? 0) / billion },
  };
}

/** SQLite's transactions take the write lock when they begin; PostgreSQL's would read the same sum concurrently. */
async function takeTurns(tx: Db): Promise<void> {
  if (dialectOf(tx) === "postgres") {
    await sql`select pg_advisory_xact_lock(hashtext('tellback.spend'))`.execute(tx);
  }
}

/** Reservations of dead workers: those too old, and those of the call that is now repeated. */
async function bookOverdue(db: Db, now: Date, callKey?: string): Promise<void> {
  const latest = new Date(now.getTime() - overdueMs).toISOString();
  await db
    .updateTable("spend")
    .set({ state: "booked" })
    .where("state", "=", "reserved")
    .where((eb) =>
      eb.or([eb("at", "<", latest), ...(callKey === undefined ? [] : [eb("call_key", "=", callKey)])]),
    )
    .execute();
}

async function capReached(db: Db, cost: number, caps: Caps, now: Date) {
  const used = await usedAt(db, now);
  const { nextDay, nextMonth } = bounds(now);
  if (used.month + cost > caps.monthlyUsd * billion) {
    return { status: "capped", cap: "month", until: nextMonth } as const;
  }
  if (used.day + cost > caps.dailyUsd * billion) {
    return { status: "capped", cap: "day", until: nextDay } as const;
  }
  return null;
}

async function usedAt(db: Db, now: Date): Promise<{ day: number; month: number }> {
  const { day, month } = bounds(now);
  const since = async (start: string) => {
    const row = await db
      .selectFrom("spend")
      .select((eb) => eb.fn.sum<SpendRow["cost"] | null>("cost").as("sum"))
      .where("at", ">=", start)
      .executeTakeFirst();
    return Number(row?.sum ?? 0);
  };
  return { day: await since(day), month: await since(month) };
}

/** Under the lock, so that only one of many workers reports the cap. */
async function sayOnce(
  tx: Db,
  { cap, until }: { cap: string; until: string },
  call: NewCall,
  now: Date,
): Promise<void> {
  const type = "spend.capped";
  if (await hasEvent(tx, type, bounds(now).day)) return;
  const { purpose, provider, model } = call;
  await addEvent(tx, { type, data: { cap, until, purpose, provider, model } }, now);
}

function bounds(now: Date): { day: string; month: string; nextDay: string; nextMonth: string } {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const iso = (m: number, d: number) => new Date(Date.UTC(year, m, d)).toISOString();
  return {
    day: iso(month, day),
    month: iso(month, 1),
    nextDay: iso(month, day + 1),
    nextMonth: iso(month + 1, 1),
  };
}
