// Compactions: what the host removed from a session's window, summarised.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";
  await db.schema
    .createTable("compactions")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("sequence", "integer", (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("trigger", text, (c) => c.notNull())
    .addColumn("noted_at", text)
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("message_id", text)
    .addColumn("tokens_before", count)
    .addColumn("tokens_after", count)
    .addColumn("messages", text)
    .addColumn("observations", count, (c) => c.notNull().defaultTo(0))
    .addColumn("made_at", text)
    .addColumn("provider", text)
    .addColumn("note", text)
    .addColumn("summary", text)
    .addColumn("host_summary", text)
    .addUniqueConstraint("compactions_once", ["session_id", "message_id"])
    .execute();
  await db.schema
    .createIndex("compactions_by_session_id_at")
    .on("compactions")
    .columns(["session_id", "at"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.deleteFrom("documents").where("owner_kind", "=", "compaction").execute();
  await db.schema.dropTable("compactions").execute();
}
