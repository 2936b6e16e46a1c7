// How often nodes were injected, and how often they were used: consolidation lowers what is never used.

import type { Db } from "../../store/schema.ts";

export async function countShown(db: Db, ids: readonly string[]): Promise<void> {
  await count(db, "times_shown", ids);
}

export async function countUsed(db: Db, ids: readonly string[]): Promise<void> {
  await count(db, "times_used", ids);
}

async function count(db: Db, column: "times_shown" | "times_used", ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("nodes")
    .set((eb) => ({ [column]: eb(column, "+", 1) }))
    .where("id", "in", ids)
    .execute();
}
