// The ledger of model calls: what each was for and what it cost.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";
  await db.schema
    .createTable("spend")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("provider", text, (c) => c.notNull())
    .addColumn("model", text, (c) => c.notNull())
    .addColumn("purpose", text, (c) => c.notNull())
    .addColumn("call_key", text, (c) => c.notNull())
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("input", count, (c) => c.notNull())
    .addColumn("output", count, (c) => c.notNull())
    .addColumn("cost", count, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addUniqueConstraint("spend_once", ["call_key", "attempt"])
    .execute();
  await db.schema.createIndex("spend_by_at").on("spend").columns(["at"]).execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("spend").execute();
}
