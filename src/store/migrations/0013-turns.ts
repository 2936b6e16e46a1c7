// Turns: one prompt with what was done for it and its outcome; the files of each; and what was said, whole, which the
// three lengths of an observation shorten.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";
  await db.schema
    .createTable("turns")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("project_id", text, (c) => c.notNull())
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("prompt_id", text, (c) => c.notNull())
    .addColumn("up_to_seq", count, (c) => c.notNull())
    .addColumn("branch", text)
    .addColumn("started_at", text, (c) => c.notNull())
    .addColumn("ended_at", text, (c) => c.notNull())
    .addColumn("request", text, (c) => c.notNull())
    .addColumn("outcome", text, (c) => c.notNull())
    .addColumn("detail", text, (c) => c.notNull())
    .addColumn("decisions", text, (c) => c.notNull())
    .addColumn("open", text, (c) => c.notNull())
    .addColumn("files", text, (c) => c.notNull())
    .addColumn("looked", text, (c) => c.notNull())
    .addColumn("symbols", text, (c) => c.notNull())
    .addColumn("commands", text, (c) => c.notNull())
    .addColumn("commit_hash", text)
    .addColumn("tests_before", text)
    .addColumn("tests_after", text)
    .addColumn("superseded_by", text, (c) => c.references("turns.id").onDelete("set null"))
    .addColumn("superseded_at", text)
    .addColumn("rejected_at", text)
    .addColumn("provider", text, (c) => c.notNull())
    .addUniqueConstraint("turns_once", ["session_id", "prompt_id"])
    .execute();
  await index(db, "turns", ["session_id", "started_at"]);
  await index(db, "turns", ["project_id", "ended_at"]);
  await index(db, "turns", ["superseded_by"]);

  await db.schema
    .createTable("turn_files")
    .addColumn("project_id", text, (c) => c.notNull())
    .addColumn("path", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("turn_id", text, (c) => c.notNull().references("turns.id").onDelete("cascade"))
    .addColumn("is_changed", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("turn_files_once", ["turn_id", "path"])
    .execute();
  await index(db, "turn_files", ["project_id", "path", "at"]);

  await db.schema
    .createTable("said")
    .addColumn("observation_id", text, (c) =>
      c.primaryKey().references("observations.id").onDelete("cascade"),
    )
    .addColumn("text", text, (c) => c.notNull())
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.deleteFrom("documents").where("owner_kind", "=", "turn").execute();
  await db.schema.dropTable("said").execute();
  await db.schema.dropTable("turn_files").execute();
  await db.schema.dropTable("turns").execute();
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
