// The knowledge graph: nodes with edges, tags, evidence and anchors in code; the log of changes to it; views; texts for
// the next prompt of a session; commands in replies; and what the bridge last wrote into which file.

import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import {
  columnsOf,
  index,
  linkTo,
  optionalPartOf,
  partOf,
  primary,
  required,
  unique,
  zero,
} from "./columns.ts";

export const tables = [
  "nodes",
  "edges",
  "evidence",
  "changes",
  "tags",
  "views",
  "pending",
  "commands",
  "anchors",
  "bridge_lines",
  "memory_files",
  "team_records",
];

export async function create(db: Db): Promise<void> {
  const { isPostgres, text, count, numbered } = columnsOf(db);

  await db.schema
    .createTable("nodes")
    .addColumn("id", text, primary)
    .addColumn("project_id", text, optionalPartOf("projects.id"))
    .addColumn("type", text, required)
    .addColumn("category", text)
    .addColumn("content", text, required)
    .addColumn("summary", text)
    .addColumn("confidence", "double precision", required)
    .addColumn("times_seen", count, required)
    .addColumn("times_shown", count, zero)
    .addColumn("times_used", count, zero)
    .addColumn("shown_when_lowered", count, zero)
    .addColumn("is_manual", "integer", required)
    .addColumn("state", text, required)
    .addColumn("superseded_by", text, linkTo("nodes.id"))
    .addColumn("stale_since", text)
    .addColumn("tokens", count, required)
    .addColumn("session_id", text, linkTo("sessions.id"))
    .addColumn("observation_id", text, linkTo("observations.id"))
    .addColumn("message", text)
    .addColumn("said_by", text)
    .addColumn("created_at", text, required)
    .addColumn("updated_at", text, required)
    .addColumn("valid_from", text, required)
    .addColumn("valid_until", text)
    .addColumn("author", text)
    .addColumn("machine", text)
    .addColumn("scope", text, (c) => c.notNull().defaultTo("private"))
    .execute();
  await index(db, "nodes", ["project_id", "type"]);
  await index(db, "nodes", ["session_id"]);
  await index(db, "nodes", ["observation_id"]);
  await index(db, "nodes", ["created_at", "id"]);
  // For a popular tag only the chosen nodes are read in full. PostgreSQL is slower with this index.
  if (!isPostgres)
    await index(db, "nodes", ["id", "created_at", "project_id", "type", "state", "superseded_by"]);
  // The whole content is too long for a PostgreSQL index.
  await sql`create index nodes_by_opening on nodes (substr(content, 1, 64))`.execute(db);
  await index(db, "nodes", ["superseded_by"]);

  await db.schema
    .createTable("edges")
    .addColumn("from_id", text, partOf("nodes.id"))
    .addColumn("to_id", text, partOf("nodes.id"))
    .addColumn("type", text, required)
    .addColumn("created_at", text, required)
    .addPrimaryKeyConstraint("edges_once", ["from_id", "to_id", "type"])
    .execute();
  await index(db, "edges", ["to_id"]);

  await numbered("evidence", "seq")
    .addColumn("id", text, unique)
    .addColumn("node_id", text, partOf("nodes.id"))
    .addColumn("session_id", text, optionalPartOf("sessions.id"))
    .addColumn("observation_id", text, linkTo("observations.id"))
    .addColumn("kind", text, required)
    .addColumn("claim", text, required)
    .addColumn("at", text, required)
    .execute();
  await index(db, "evidence", ["node_id"]);
  await index(db, "evidence", ["session_id"]);
  await index(db, "evidence", ["observation_id"]);

  await numbered("changes", "seq")
    .addColumn("id", text, unique)
    .addColumn("at", text, required)
    .addColumn("why", text, required)
    .addColumn("what", text, required)
    .addColumn("undone_at", text)
    .execute();

  await db.schema
    .createTable("tags")
    .addColumn("node_id", text, partOf("nodes.id"))
    .addColumn("tag", text, required)
    .addColumn("created_at", text, required)
    .addPrimaryKeyConstraint("tags_once", ["node_id", "tag"])
    .execute();
  await index(db, "tags", ["tag", "node_id"]);

  await db.schema
    .createTable("views")
    .addColumn("name", text, primary)
    .addColumn("query", text, required)
    .addColumn("budget", count, required)
    .addColumn("template", text, required)
    .addColumn("created_at", text, required)
    .addColumn("updated_at", text, required)
    .execute();

  await numbered("pending", "seq")
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("kind", text, required)
    .addColumn("about", text, required)
    .addColumn("items", text, required)
    .addColumn("created_at", text, required)
    .addColumn("given_at", text)
    .execute();
  await index(db, "pending", ["session_id"]);

  await numbered("commands", "seq")
    .addColumn("message_id", text, unique)
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("host_key", text)
    .addColumn("agent", text, required)
    .addColumn("reply_hash", text, required)
    .addColumn("happened_at", text, required)
    .addColumn("commands", text, required)
    .addColumn("total", "integer", required)
    .addColumn("done", "integer", zero)
    .execute();
  await index(db, "commands", ["session_id"]);

  await db.schema
    .createTable("anchors")
    .addColumn("node_id", text, partOf("nodes.id"))
    .addColumn("file", text, required)
    .addColumn("symbol", text, required)
    .addColumn("hash", text, required)
    .addColumn("is_manual", "integer", required)
    .addColumn("made_at", text, required)
    .addColumn("broken_at", text)
    .addColumn("broken_by", text, linkTo("observations.id"))
    .addColumn("how", text)
    .addPrimaryKeyConstraint("anchors_once", ["node_id", "file", "symbol"])
    .execute();
  await index(db, "anchors", ["file"]);
  await index(db, "anchors", ["broken_by"]);

  await db.schema
    .createTable("bridge_lines")
    .addColumn("file", text, required)
    .addColumn("node_id", text, required)
    .addColumn("line_hash", text, required)
    .addColumn("content_hash", text, required)
    .addColumn("state", text, required)
    .addColumn("at", text, required)
    .addPrimaryKeyConstraint("bridge_lines_once", ["file", "node_id"])
    .execute();
  await db.schema
    .createTable("memory_files")
    .addColumn("node_id", text, primary)
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("path", text, required)
    .addColumn("hash", text, required)
    .addColumn("is_own", "integer", required)
    .execute();
  await db.schema
    .createTable("team_records")
    .addColumn("node_id", text, primary)
    .addColumn("project", text, required)
    .addColumn("is_own", "integer", required)
    .addColumn("wish", text, required)
    .addColumn("state", text, required)
    .addColumn("version", "integer", required)
    .addColumn("hash", text, required)
    .addColumn("seen_at", text, required)
    .addColumn("is_waiting", "integer", required)
    .execute();
}
