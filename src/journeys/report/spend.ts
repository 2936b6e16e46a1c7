// The spending part of a report: the period's model calls, and the caps of day and month.

import type { Memory } from "../../memory/memory.ts";
import { spendByDay, spendByPurpose, spentSince } from "../../models/spend-sums.ts";
import type { SpendFigures } from "../../protocol/report.ts";

/** Null if no model was ever called and none is configured. The ledger covers the machine, not single projects. */
export async function spendIn(
  { db, config }: Memory,
  span: { from: string; to: string },
  now: Date,
): Promise<SpendFigures | null> {
  const byPurpose = await spendByPurpose(db, span);
  if (byPurpose.length === 0 && config["llm.provider"] === "offline") return null;
  const today = now.toISOString().slice(0, 10);
  return {
    calls: byPurpose.reduce((sum, { calls }) => sum + calls, 0),
    usd: byPurpose.reduce((sum, { usd }) => sum + usd, 0),
    todayUsd: await spentSince(db, today),
    dailyCapUsd: config["spend.dailyUsd"],
    monthUsd: await spentSince(db, today.slice(0, 7)),
    monthlyCapUsd: config["spend.monthlyUsd"],
    byPurpose,
    daily: await spendByDay(db, span),
  };
}
