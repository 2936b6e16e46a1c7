// The function library: functions, their immutable versions, tests, runs, and what they depend on.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";

  await db.schema
    .createTable("functions")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("name", text, (c) => c.notNull().unique())
    .addColumn("description", text, (c) => c.notNull())
    .addColumn("language", text, (c) => c.notNull())
    .addColumn("category", text, (c) => c.notNull())
    .addColumn("tags", text, (c) => c.notNull())
    .addColumn("author", text, (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("allowed", text, (c) => c.notNull())
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("updated_at", text, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("function_versions")
    .addColumn("function_id", text, (c) => c.notNull().references("functions.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("code", text, (c) => c.notNull())
    .addColumn("entry", text, (c) => c.notNull())
    .addColumn("signature", text, (c) => c.notNull())
    .addColumn("change", text, (c) => c.notNull())
    .addColumn("author", text, (c) => c.notNull())
    .addColumn("held_back", text)
    .addColumn("analysis", text, (c) => c.notNull())
    .addColumn("tests_pass", "integer")
    .addColumn("created_at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("function_versions_once", ["function_id", "version"])
    .execute();

  await db.schema
    .createTable("function_tests")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("function_id", text, (c) => c.notNull().references("functions.id").onDelete("cascade"))
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("args", text, (c) => c.notNull())
    .addColumn("expects", text, (c) => c.notNull())
    .addColumn("timeout_ms", "integer")
    .addColumn("created_at", text, (c) => c.notNull())
    .addUniqueConstraint("function_tests_once", ["function_id", "name"])
    .execute();

  await db.schema
    .createTable("function_runs")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("function_id", text, (c) => c.notNull().references("functions.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("test", text)
    .addColumn("status", text, (c) => c.notNull())
    .addColumn("passed", "integer")
    .addColumn("args", text, (c) => c.notNull())
    .addColumn("value", text, (c) => c.notNull())
    .addColumn("error", text, (c) => c.notNull())
    .addColumn("ms", "integer", (c) => c.notNull())
    .addColumn("peak_mb", "integer", (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("function_runs_by_version")
    .on("function_runs")
    .columns(["function_id", "version", "at"])
    .execute();

  await db.schema
    .createTable("function_dependencies")
    .addColumn("function_id", text, (c) => c.notNull().references("functions.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("needs", text, (c) => c.notNull().references("functions.id"))
    .addPrimaryKeyConstraint("function_dependencies_once", ["function_id", "version", "needs"])
    .execute();
  await db.schema
    .createIndex("function_dependencies_by_needs")
    .on("function_dependencies")
    .columns(["needs"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  const tables = ["dependencies", "runs", "tests", "versions"].map((name) => `function_${name}`);
  for (const table of [...tables, "functions"]) await db.schema.dropTable(table).execute();
}
