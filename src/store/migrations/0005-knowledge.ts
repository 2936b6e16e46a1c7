// Knowledge: the graph of nodes and edges with its evidence, the log of changes to it, and session summaries.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";
  const sequence = isPostgres ? "bigserial" : "integer";

  await db.schema
    .createTable("nodes")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("project_id", text, (c) => c.references("projects.id").onDelete("cascade"))
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("category", text)
    .addColumn("content", text, (c) => c.notNull())
    .addColumn("summary", text)
    .addColumn("confidence", "double precision", (c) => c.notNull())
    .addColumn("times_seen", count, (c) => c.notNull())
    .addColumn("times_shown", count, (c) => c.notNull().defaultTo(0))
    .addColumn("times_used", count, (c) => c.notNull().defaultTo(0))
    .addColumn("shown_when_lowered", count, (c) => c.notNull().defaultTo(0))
    .addColumn("is_manual", "integer", (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("superseded_by", text, (c) => c.references("nodes.id").onDelete("set null"))
    .addColumn("stale_since", text)
    .addColumn("anchors", text, (c) => c.notNull())
    .addColumn("tokens", count, (c) => c.notNull())
    .addColumn("session_id", text, (c) => c.references("sessions.id").onDelete("set null"))
    .addColumn("observation_id", text, (c) => c.references("observations.id").onDelete("set null"))
    .addColumn("message", text)
    .addColumn("created_at", text, (c) => c.notNull())
    .addColumn("updated_at", text, (c) => c.notNull())
    .addColumn("valid_from", text, (c) => c.notNull())
    .addColumn("valid_until", text)
    .execute();
  await index(db, "nodes", ["project_id", "type"]);
  await index(db, "nodes", ["session_id"]);
  await index(db, "nodes", ["observation_id"]);

  await db.schema
    .createTable("edges")
    .addColumn("from_id", text, (c) => c.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("to_id", text, (c) => c.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("created_at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("edges_once", ["from_id", "to_id", "type"])
    .execute();
  await index(db, "edges", ["to_id"]);

  const evidence = db.schema.createTable("evidence");
  await (isPostgres
    ? evidence.addColumn("seq", sequence, (c) => c.primaryKey())
    : evidence.addColumn("seq", sequence, (c) => c.primaryKey().autoIncrement())
  )
    .addColumn("node_id", text, (c) => c.notNull().references("nodes.id").onDelete("cascade"))
    .addColumn("session_id", text, (c) => c.references("sessions.id").onDelete("cascade"))
    .addColumn("observation_id", text, (c) => c.references("observations.id").onDelete("set null"))
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("claim", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .execute();
  await index(db, "evidence", ["node_id"]);
  await index(db, "evidence", ["session_id"]);
  await index(db, "evidence", ["observation_id"]);

  const changes = db.schema.createTable("changes");
  await (isPostgres
    ? changes.addColumn("seq", sequence, (c) => c.primaryKey())
    : changes.addColumn("seq", sequence, (c) => c.primaryKey().autoIncrement())
  )
    .addColumn("id", text, (c) => c.notNull().unique())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("why", text, (c) => c.notNull())
    .addColumn("what", text, (c) => c.notNull())
    .addColumn("undone_at", text)
    .execute();

  await db.schema
    .createTable("session_summaries")
    .addColumn("session_id", text, (c) => c.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("made_at", text, (c) => c.notNull())
    .addColumn("provider", text, (c) => c.notNull())
    .addColumn("note", text)
    .addColumn("up_to_seq", count, (c) => c.notNull())
    .addColumn("summary", text, (c) => c.notNull())
    .execute();
}

export async function down(db: Db): Promise<void> {
  for (const kind of ["learning", "node", "session"] as const)
    await db.deleteFrom("documents").where("owner_kind", "=", kind).execute();
  await db.updateTable("sessions").set({ status: "closed" }).where("status", "=", "summarized").execute();
  for (const table of ["session_summaries", "changes", "evidence", "edges", "nodes"])
    await db.schema.dropTable(table).execute();
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
