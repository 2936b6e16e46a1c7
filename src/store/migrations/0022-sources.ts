// Where imported things come from: which tool knew them, and under which key, so that an import can be repeated and the
// same thing from two tools is one. And what the bridge last wrote into which file.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const text = dialectOf(db) === "postgres" ? sql`text collate "C"` : "text";

  await db.schema
    .createTable("sources")
    .addColumn("tool", text, (c) => c.notNull())
    .addColumn("key", text, (c) => c.notNull())
    .addColumn("owner_kind", text, (c) => c.notNull())
    .addColumn("owner_id", text, (c) => c.notNull())
    .addColumn("content_hash", text, (c) => c.notNull())
    .addColumn("place", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("sources_once", ["tool", "key"])
    .execute();
  await db.schema.createIndex("sources_by_owner").on("sources").columns(["owner_kind", "owner_id"]).execute();
  await db.schema.createIndex("sources_by_content").on("sources").columns(["content_hash"]).execute();

  await db.schema
    .createTable("bridge_lines")
    .addColumn("file", text, (c) => c.notNull())
    .addColumn("node_id", text, (c) => c.notNull())
    .addColumn("line_hash", text, (c) => c.notNull())
    .addColumn("content_hash", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("bridge_lines_once", ["file", "node_id"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("bridge_lines").execute();
  await db.schema.dropTable("sources").execute();
}
