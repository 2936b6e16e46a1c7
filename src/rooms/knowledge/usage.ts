// How often nodes were injected, and how often they were used: consolidation lowers what is never used.

import type { Db } from "../../store/schema.ts";

export async function countUse(db: Db, what: "shown" | "used", ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const column = `times_${what}` as const;
  await db
    .updateTable("nodes")
    .set((eb) => ({ [column]: eb(column, "+", 1) }))
    .where("id", "in", ids)
    .execute();
}
