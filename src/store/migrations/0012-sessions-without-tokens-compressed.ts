// `sessions.tokens_compressed` was never written: what compression saves is computed from the observations.

import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await db.schema.alterTable("sessions").dropColumn("tokens_compressed").execute();
}

export async function down(db: Db): Promise<void> {
  const count = dialectOf(db) === "postgres" ? "bigint" : "integer";
  await db.schema
    .alterTable("sessions")
    .addColumn("tokens_compressed", count, (c) => c.notNull().defaultTo(0))
    .execute();
}
