// Tasks in three phases with their sealed entries and files; sessions that the user names, tags and switches to; what
// was detected about a project. Tasks that so far existed only in the graph get a row of their own.

import { sql } from "kysely";
import { newId } from "../../protocol/new-id.ts";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";

  await db.schema
    .createTable("tasks")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("name_key", text, (c) => c.notNull())
    .addColumn("folder", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("scratchpad", text)
    .addColumn("scratchpad_at", text)
    .addColumn("plan", text)
    .addColumn("plan_hash", text)
    .addColumn("plan_at", text)
    .addColumn("plan_by", text)
    .addColumn("entries", count, (c) => c.notNull().defaultTo(0))
    .addColumn("head", text)
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("updated_at", text, (c) => c.notNull())
    .addColumn("closed_at", text)
    .addUniqueConstraint("tasks_by_name", ["project_id", "name_key"])
    .addUniqueConstraint("tasks_by_folder", ["project_id", "folder"])
    .execute();

  await db.schema
    .createTable("task_entries")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("task_id", text, (c) => c.notNull().references("tasks.id").onDelete("cascade"))
    .addColumn("number", count, (c) => c.notNull())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("text", text, (c) => c.notNull())
    .addColumn("ticks", text, (c) => c.notNull())
    .addColumn("agent", text, (c) => c.notNull())
    .addColumn("session_id", text)
    .addColumn("source_key", text)
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("hash", text, (c) => c.notNull())
    .addUniqueConstraint("task_entries_in_order", ["task_id", "number"])
    .addUniqueConstraint("task_entries_once", ["task_id", "source_key"])
    .execute();

  await db.schema
    .createTable("task_files")
    .addColumn("task_id", text, (c) => c.notNull().references("tasks.id").onDelete("cascade"))
    .addColumn("tree", text, (c) => c.notNull())
    .addColumn("phase", text, (c) => c.notNull())
    .addColumn("bytes", count, (c) => c.notNull())
    .addColumn("hash", text, (c) => c.notNull())
    .addColumn("entries", count, (c) => c.notNull())
    .addColumn("written_at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("task_files_once", ["task_id", "tree", "phase"])
    .execute();

  await db.schema
    .createTable("task_sessions")
    .addColumn("session_id", text, (c) => c.primaryKey())
    .addColumn("task_id", text, (c) => c.notNull().references("tasks.id").onDelete("cascade"))
    .addColumn("at", text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("task_sessions_by_task").on("task_sessions").columns(["task_id"]).execute();

  await db.schema
    .createTable("project_contexts")
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("tree", text, (c) => c.notNull())
    .addColumn("hash", text, (c) => c.notNull())
    .addColumn("detected", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("project_contexts_once", ["project_id", "tree"])
    .execute();

  await db.schema
    .createTable("current_sessions")
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("caller", text, (c) => c.notNull())
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("current_sessions_once", ["project_id", "caller"])
    .execute();
  await db.schema
    .createIndex("current_sessions_by_session")
    .on("current_sessions")
    .columns(["session_id"])
    .execute();
  await db.schema
    .alterTable("sessions")
    .addColumn("tags", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await adoptGraphTasks(db);
}

/** The folder is made from the id: nothing was written for these tasks yet, and names need not be valid file names. */
async function adoptGraphTasks(db: Db): Promise<void> {
  const nodes = await db
    .selectFrom("nodes as n")
    .leftJoin("tags as t", (join) => join.onRef("t.node_id", "=", "n.id").on("t.tag", "=", "status:open"))
    .select(["n.project_id", "n.content", "n.created_at", "n.updated_at", "t.tag as open"])
    .where("n.type", "=", "task")
    .where("n.state", "=", "active")
    .where("n.project_id", "is not", null)
    .orderBy("n.updated_at", "desc")
    .execute();
  for (const node of nodes) {
    const id = newId("task");
    await db
      .insertInto("tasks")
      .values({
        id,
        project_id: node.project_id ?? "",
        name: node.content,
        name_key: node.content.normalize("NFKC").trim().toLowerCase(),
        folder: id.toLowerCase().replace("_", "-"),
        state: node.open === null ? "closed" : "open",
        scratchpad: null,
        scratchpad_at: null,
        plan: null,
        plan_hash: null,
        plan_at: null,
        plan_by: null,
        head: null,
        created_at: node.created_at,
        updated_at: node.updated_at,
        closed_at: node.open === null ? node.updated_at : null,
      })
      .onConflict((conflict) => conflict.columns(["project_id", "name_key"]).doNothing())
      .execute();
  }
}

export async function down(db: Db): Promise<void> {
  await db.schema.alterTable("sessions").dropColumn("tags").execute();
  for (const table of [
    ...["current_sessions", "project_contexts", "task_sessions", "task_files", "task_entries", "tasks"],
  ])
    await db.schema.dropTable(table).execute();
}
