// Functions that are used together: run around the same time on several occasions.

import type { Db } from "../../store/schema.ts";

/** Runs that are no further apart belong to one occasion. */
const apartMs = 10 * 60_000;
/** Once may be chance. */
const leastOccasions = 2;
const shown = 3;
const runsRead = 5_000;

export interface RunTime {
  name: string;
  at: number;
}

/** Names of the functions that were run together with this one, the most frequent first. */
export async function usedTogether(db: Db, functionId: string): Promise<string[]> {
  // Tests do not count: they run because something is saved.
  const rows = await db
    .selectFrom("function_runs as r")
    .innerJoin("functions as f", "f.id", "r.function_id")
    .select(["r.function_id", "f.name", "r.at"])
    .where("r.test", "is", null)
    .orderBy("r.at", "desc")
    .limit(runsRead)
    .execute();
  const runs = rows.toReversed().map((row) => ({ ...row, at: Date.parse(row.at) }));
  const own = runs.filter(({ function_id }) => function_id === functionId).map(({ at }) => at);
  return companions(
    own,
    runs.filter(({ function_id }) => function_id !== functionId),
  );
}

/** Both in the order of time. */
export function companions(own: readonly number[], others: readonly RunTime[]): string[] {
  const counts = new Map<string, number>();
  for (const { from, to } of occasionsOf(own)) {
    const near = others.filter(({ at }) => at >= from - apartMs && at <= to + apartMs);
    for (const name of new Set(near.map((one) => one.name))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= leastOccasions)
    .sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .slice(0, shown)
    .map(([name]) => name);
}

function occasionsOf(times: readonly number[]): { from: number; to: number }[] {
  const occasions: { from: number; to: number }[] = [];
  for (const at of times) {
    const last = occasions.at(-1);
    if (last && at - last.to <= apartMs) last.to = at;
    else occasions.push({ from: at, to: at });
  }
  return occasions;
}
