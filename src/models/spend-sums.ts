// Sums over the ledger of model calls, for reports.

import { sql } from "kysely";
import type { Db } from "../store/schema.ts";

export interface PurposeSpend {
  purpose: string;
  model: string;
  calls: number;
  usd: number;
}

export async function spendByPurpose(db: Db, span: { from: string; to: string }): Promise<PurposeSpend[]> {
  const rows = await db
    .selectFrom("spend")
    .select((eb) => [
      "purpose",
      "model",
      eb.fn.countAll<number>().as("calls"),
      eb.fn.sum<number>("cost").as("cost"),
    ])
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .groupBy(["purpose", "model"])
    .orderBy("cost", "desc")
    .orderBy("purpose")
    .execute();
  return rows.map(({ purpose, model, calls, cost }) => ({
    purpose,
    model,
    calls: Number(calls),
    usd: dollars(cost),
  }));
}

export interface DaySpend {
  day: string;
  calls: number;
  usd: number;
}

/** Days of UTC with calls, in order. */
export async function spendByDay(db: Db, span: { from: string; to: string }): Promise<DaySpend[]> {
  const day = sql<string>`substr(at, 1, 10)`;
  const rows = await db
    .selectFrom("spend")
    .select((eb) => [
      day.as("day"),
      eb.fn.countAll<number>().as("calls"),
      eb.fn.sum<number>("cost").as("cost"),
    ])
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .groupBy(day)
    .orderBy(day)
    .execute();
  return rows.map(({ day: of, calls, cost }) => ({ day: of, calls: Number(calls), usd: dollars(cost) }));
}

export async function spentSince(db: Db, from: string): Promise<number> {
  const row = await db
    .selectFrom("spend")
    .select((eb) => eb.fn.sum<number>("cost").as("cost"))
    .where("at", ">=", from)
    .executeTakeFirst();
  return dollars(row?.cost);
}

/** The ledger counts billionths of a dollar. */
function dollars(cost: number | string | null | undefined): number {
  return Number(cost ?? 0) / 1e9;
}
