// Tasks in three phases with their sealed entries and files, and what was detected about a project.

import type { Db } from "../../schema.ts";
import { columnsOf, index, partOf, primary, required, zero } from "./columns.ts";

export const tables = ["tasks", "task_entries", "task_files", "task_sessions", "project_contexts"];

export async function create(db: Db): Promise<void> {
  const { text, count } = columnsOf(db);

  await db.schema
    .createTable("tasks")
    .addColumn("id", text, primary)
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("name", text, required)
    .addColumn("name_key", text, required)
    .addColumn("folder", text, required)
    .addColumn("state", text, required)
    .addColumn("scratchpad", text)
    .addColumn("scratchpad_at", text)
    .addColumn("plan", text)
    .addColumn("plan_hash", text)
    .addColumn("plan_at", text)
    .addColumn("plan_by", text)
    .addColumn("plans_before", text)
    .addColumn("entries", count, zero)
    .addColumn("head", text)
    .addColumn("author", text)
    .addColumn("machine", text)
    .addColumn("created_at", text, required)
    .addColumn("updated_at", text, required)
    .addColumn("closed_at", text)
    .addUniqueConstraint("tasks_by_name", ["project_id", "name_key"])
    .addUniqueConstraint("tasks_by_folder", ["project_id", "folder"])
    .execute();

  await db.schema
    .createTable("task_entries")
    .addColumn("id", text, primary)
    .addColumn("task_id", text, partOf("tasks.id"))
    .addColumn("number", count, required)
    .addColumn("kind", text, required)
    .addColumn("text", text, required)
    .addColumn("ticks", text, required)
    .addColumn("agent", text, required)
    .addColumn("session_id", text)
    .addColumn("source_key", text)
    .addColumn("at", text, required)
    .addColumn("hash", text, required)
    .addUniqueConstraint("task_entries_in_order", ["task_id", "number"])
    .addUniqueConstraint("task_entries_once", ["task_id", "source_key"])
    .execute();

  await db.schema
    .createTable("task_files")
    .addColumn("task_id", text, partOf("tasks.id"))
    .addColumn("tree", text, required)
    .addColumn("phase", text, required)
    .addColumn("bytes", count, required)
    .addColumn("hash", text, required)
    .addColumn("entries", count, required)
    .addColumn("written_at", text, required)
    .addPrimaryKeyConstraint("task_files_once", ["task_id", "tree", "phase"])
    .execute();

  await db.schema
    .createTable("task_sessions")
    .addColumn("session_id", text, primary)
    .addColumn("task_id", text, partOf("tasks.id"))
    .addColumn("at", text, required)
    .execute();
  await index(db, "task_sessions", ["task_id"]);

  await db.schema
    .createTable("project_contexts")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("tree", text, required)
    .addColumn("hash", text, required)
    .addColumn("detected", text, required)
    .addColumn("at", text, required)
    .addPrimaryKeyConstraint("project_contexts_once", ["project_id", "tree"])
    .execute();
}
