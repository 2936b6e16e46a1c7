// What a report says of money: the period's calls of models, and the caps of day and month.

import type { Memory } from "../memory.ts";
import type { SpendFigures } from "../protocol/report.ts";

/** Null while no model was ever asked and none is set. The ledger knows no projects: it is the machine's. */
export async function spendIn(
  { db, config }: Memory,
  span: { from: string; to: string },
  now: Date,
): Promise<SpendFigures | null> {
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
  if (rows.length === 0 && config["llm.provider"] === "offline") return null;
  const byPurpose = rows.map(({ purpose, model, calls, cost }) => ({
    purpose,
    model,
    calls: Number(calls),
    usd: dollars(cost),
  }));
  const since = async (from: string) => {
    const row = await db
      .selectFrom("spend")
      .select((eb) => eb.fn.sum<number>("cost").as("cost"))
      .where("at", ">=", from)
      .executeTakeFirst();
    return dollars(row?.cost);
  };
  const today = now.toISOString().slice(0, 10);
  return {
    calls: byPurpose.reduce((sum, { calls }) => sum + calls, 0),
    usd: byPurpose.reduce((sum, { usd }) => sum + usd, 0),
    todayUsd: await since(today),
    dailyCapUsd: config["spend.dailyUsd"],
    monthUsd: await since(today.slice(0, 7)),
    monthlyCapUsd: config["spend.monthlyUsd"],
    byPurpose,
  };
}

/** The ledger counts billionths of a dollar. */
function dollars(cost: number | string | null | undefined): number {
  return Number(cost ?? 0) / 1e9;
}
