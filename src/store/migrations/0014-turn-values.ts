// What turns state about settings, choices and things, by subject: the newest statement supersedes the others.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const text = dialectOf(db) === "postgres" ? sql`text collate "C"` : "text";
  await db.schema
    .createTable("turn_values")
    .addColumn("turn_id", text, (c) => c.notNull().references("turns.id").onDelete("cascade"))
    .addColumn("project_id", text, (c) => c.notNull())
    .addColumn("subject", text, (c) => c.notNull())
    .addColumn("value", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("turn_values_once", ["turn_id", "subject"])
    .execute();
  await db.schema
    .createIndex("turn_values_by_project_id_subject")
    .on("turn_values")
    .columns(["project_id", "subject"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("turn_values").execute();
}
