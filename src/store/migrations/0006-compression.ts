// What a model needs to compress observations that rules have shortened: an excerpt of each, kept until then.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const text = dialectOf(db) === "postgres" ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("raw")
    .addColumn("observation_id", text, (c) =>
      c.primaryKey().references("observations.id").onDelete("cascade"),
    )
    .addColumn("text", text, (c) => c.notNull())
    .addColumn("kept_at", text, (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("trouble", text)
    .execute();
  // A report on all projects reads a day of many.
  await db.schema
    .createIndex("observations_by_happened_at")
    .on("observations")
    .columns(["happened_at"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropIndex("observations_by_happened_at").execute();
  await db.schema.dropTable("raw").execute();
}
