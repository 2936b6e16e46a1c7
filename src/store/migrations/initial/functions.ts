// The function library: functions, their immutable versions, tests, runs, and what they depend on.

import type { Db } from "../../schema.ts";
import { columnsOf, index, partOf, primary, required, unique } from "./columns.ts";

export const tables = [
  "functions",
  "function_versions",
  "function_tests",
  "function_runs",
  "function_dependencies",
];

export async function create(db: Db): Promise<void> {
  const { text } = columnsOf(db);

  await db.schema
    .createTable("functions")
    .addColumn("id", text, primary)
    .addColumn("name", text, unique)
    .addColumn("description", text, required)
    .addColumn("language", text, required)
    .addColumn("category", text, required)
    .addColumn("tags", text, required)
    .addColumn("author", text, required)
    .addColumn("version", "integer", required)
    .addColumn("allowed", text, required)
    .addColumn("created_at", text, required)
    .addColumn("updated_at", text, required)
    .execute();

  await db.schema
    .createTable("function_versions")
    .addColumn("function_id", text, partOf("functions.id"))
    .addColumn("version", "integer", required)
    .addColumn("code", text, required)
    .addColumn("entry", text, required)
    .addColumn("signature", text, required)
    .addColumn("change", text, required)
    .addColumn("author", text, required)
    .addColumn("held_back", text)
    .addColumn("analysis", text, required)
    .addColumn("tests_pass", "integer")
    .addColumn("created_at", text, required)
    .addPrimaryKeyConstraint("function_versions_once", ["function_id", "version"])
    .execute();

  await db.schema
    .createTable("function_tests")
    .addColumn("id", text, primary)
    .addColumn("function_id", text, partOf("functions.id"))
    .addColumn("name", text, required)
    .addColumn("args", text, required)
    .addColumn("expects", text, required)
    .addColumn("timeout_ms", "integer")
    .addColumn("created_at", text, required)
    .addUniqueConstraint("function_tests_once", ["function_id", "name"])
    .execute();

  await db.schema
    .createTable("function_runs")
    .addColumn("id", text, primary)
    .addColumn("function_id", text, partOf("functions.id"))
    .addColumn("version", "integer", required)
    .addColumn("test", text)
    .addColumn("status", text, required)
    .addColumn("passed", "integer")
    .addColumn("args", text, required)
    .addColumn("value", text, required)
    .addColumn("error", text, required)
    .addColumn("ms", "integer", required)
    .addColumn("peak_mb", "integer", required)
    .addColumn("at", text, required)
    .execute();
  await index(db, "function_runs", ["function_id", "version", "at"]);

  await db.schema
    .createTable("function_dependencies")
    .addColumn("function_id", text, partOf("functions.id"))
    .addColumn("version", "integer", required)
    .addColumn("needs", text, (c) => c.notNull().references("functions.id"))
    .addPrimaryKeyConstraint("function_dependencies_once", ["function_id", "version", "needs"])
    .execute();
  await index(db, "function_dependencies", ["needs"]);
}
