// Symbols that change often and have many callers: where an error costs most. From what is stored.

import type { Db } from "../../store/schema.ts";

export interface HotSymbol {
  id: string;
  changes: number;
  callers: number;
}

/** Most changes × callers first; a change of an hour counts once. */
export async function hotSymbols(db: Db, projectId: string, limit: number): Promise<HotSymbol[]> {
  const changes = await db
    .selectFrom("symbol_changes")
    .select(["symbol_id", "at"])
    .where("project_id", "=", projectId)
    .where("symbol_id", "is not", null)
    .where("change", "!=", "new")
    .execute();
  const hours = new Map<string, Set<string>>();
  for (const { symbol_id, at } of changes) {
    const own = hours.get(symbol_id ?? "") ?? new Set();
    hours.set(symbol_id ?? "", own.add(at.slice(0, 13)));
  }
  const calls = await db
    .selectFrom("calls")
    .select((eb) => ["target_id", eb.fn.count<number>("caller_id").distinct().as("callers")])
    .where("project_id", "=", projectId)
    .where("target_id", "is not", null)
    .groupBy("target_id")
    .execute();
  return calls
    .flatMap(({ target_id, callers }) => {
      const times = hours.get(target_id ?? "")?.size ?? 0;
      return times === 0 ? [] : [{ id: target_id ?? "", changes: times, callers: Number(callers) }];
    })
    .sort((a, b) => b.changes * b.callers - a.changes * a.callers || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}
