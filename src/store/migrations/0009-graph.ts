// The graph around the nodes: tags, views, texts for a session's next prompt, commands in replies, anchors in code.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";

  await db.schema
    .createTable("tags")
    .addColumn("node_id", text, (c) => c.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("tag", text, (c) => c.notNull())
    .addColumn("created_at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("tags_once", ["node_id", "tag"])
    .execute();
  await db.schema.createIndex("tags_by_tag").on("tags").columns(["tag", "node_id"]).execute();

  await db.schema
    .createTable("views")
    .addColumn("name", text, (c) => c.primaryKey())
    .addColumn("query", text, (c) => c.notNull())
    .addColumn("budget", count, (c) => c.notNull())
    .addColumn("template", text, (c) => c.notNull())
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("updated_at", text, (c) => c.notNull())
    .execute();

  const pending = db.schema.createTable("pending");
  await (isPostgres
    ? pending.addColumn("seq", "bigserial", (c) => c.primaryKey())
    : pending.addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
  )
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("about", text, (c) => c.notNull())
    .addColumn("items", text, (c) => c.notNull())
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("given_at", text)
    .execute();
  await db.schema.createIndex("pending_by_session").on("pending").columns(["session_id"]).execute();

  const commands = db.schema.createTable("commands");
  await (isPostgres
    ? commands.addColumn("seq", "bigserial", (c) => c.primaryKey())
    : commands.addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
  )
    .addColumn("message_id", text, (c) => c.notNull().unique())
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("host_key", text)
    .addColumn("agent", text, (c) => c.notNull())
    .addColumn("reply_hash", text, (c) => c.notNull())
    .addColumn("happened_at", text, (c) => c.notNull())
    .addColumn("commands", text, (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("done", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("commands_by_session").on("commands").columns(["session_id"]).execute();

  await db.schema
    .createTable("anchors")
    .addColumn("node_id", text, (c) => c.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("file", text, (c) => c.notNull())
    .addColumn("symbol", text, (c) => c.notNull())
    .addColumn("hash", text, (c) => c.notNull())
    .addColumn("is_manual", "integer", (c) => c.notNull())
    .addColumn("made_at", text, (c) => c.notNull())
    .addColumn("broken_at", text)
    .addColumn("broken_by", text, (c) => c.references("observations.id").onDelete("set null"))
    .addColumn("how", text)
    .addPrimaryKeyConstraint("anchors_once", ["node_id", "file", "symbol"])
    .execute();
  await db.schema.createIndex("anchors_by_file").on("anchors").columns(["file"]).execute();
  await db.schema.createIndex("anchors_by_broken_by").on("anchors").columns(["broken_by"]).execute();

  await db.schema.alterTable("nodes").dropColumn("anchors").execute();
  await db.schema.createIndex("nodes_by_created_at").on("nodes").columns(["created_at", "id"]).execute();
  // For a popular tag only the chosen nodes are read in full. PostgreSQL is slower with this index.
  if (!isPostgres) {
    await db.schema
      .createIndex("nodes_to_choose")
      .on("nodes")
      .columns(["id", "created_at", "project_id", "type", "state", "superseded_by"])
      .execute();
  }
  // The whole content is too long for a PostgreSQL index.
  await sql`create index nodes_by_opening on nodes (substr(content, 1, 64))`.execute(db);
  await db.schema.createIndex("nodes_by_superseded_by").on("nodes").columns(["superseded_by"]).execute();
}

export async function down(db: Db): Promise<void> {
  if (dialectOf(db) !== "postgres") await db.schema.dropIndex("nodes_to_choose").execute();
  for (const index of [
    "nodes_by_superseded_by",
    "nodes_by_opening",

    "nodes_by_created_at",
  ])
    await db.schema.dropIndex(index).execute();
  await db.schema
    .alterTable("nodes")
    .addColumn("anchors", "text", (c) => c.notNull().defaultTo("[]"))
    .execute();
  for (const table of ["anchors", "commands", "pending", "views", "tags"])
    await db.schema.dropTable(table).execute();
}
