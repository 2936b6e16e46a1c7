// The first tables: projects, sessions, observations, transcripts, documents, jobs, events.

import { type CreateTableBuilder, sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  // Ordered by bytes in both databases: prefixes of ids and times are looked up by comparison.
  const text = isPostgres ? sql`text collate "C"` : "text";
  // 64 bits in both databases.
  const count = isPostgres ? "bigint" : "integer";
  const withSequence = <T extends string>(table: CreateTableBuilder<T>) =>
    isPostgres
      ? table.addColumn("seq", "bigserial", (c) => c.primaryKey())
      : table.addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement());

  await db.schema
    .createTable("projects")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("key", text, (c) => c.notNull().unique())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("root", text, (c) => c.notNull())
    .addColumn("remote", text)
    .addColumn("created_at", text, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("host", text, (c) => c.notNull())
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("name", text)
    .addColumn("status", text, (c) => c.notNull())
    .addColumn("started_at", text, (c) => c.notNull())
    .addColumn("last_seen_at", text, (c) => c.notNull())
    .addColumn("ended_at", text)
    .addColumn("tokens_injected", count, (c) => c.notNull().defaultTo(0))
    .addColumn("tokens_compressed", count, (c) => c.notNull().defaultTo(0))
    .execute();
  await index(db, "sessions", ["project_id", "last_seen_at"]);

  await withSequence(db.schema.createTable("observations"))
    .addColumn("id", text, (c) => c.notNull().unique())
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("host_key", text, (c) => c.notNull())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("tool", text)
    .addColumn("status", text, (c) => c.notNull())
    .addColumn("title", text, (c) => c.notNull())
    .addColumn("summary", text, (c) => c.notNull())
    .addColumn("detail", text, (c) => c.notNull())
    .addColumn("files", text, (c) => c.notNull())
    .addColumn("symbols", text, (c) => c.notNull())
    .addColumn("agent_id", text)
    .addColumn("agent_type", text)
    .addColumn("prompt_id", text)
    .addColumn("branch", text)
    .addColumn("happened_at", text, (c) => c.notNull())
    .addColumn("raw_bytes", count, (c) => c.notNull())
    .addColumn("tokens", count, (c) => c.notNull())
    .addColumn("duration_ms", count)
    .addColumn("provider", text, (c) => c.notNull())
    .addUniqueConstraint("observations_host_key", ["session_id", "host_key"])
    .execute();
  await index(db, "observations", ["project_id", "happened_at"]);

  await db.schema
    .createTable("forgotten")
    .addColumn("session_id", text, (c) => c.notNull())
    .addColumn("host_key", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("forgotten_once", ["session_id", "host_key"])
    .execute();

  await db.schema
    .createTable("transcripts")
    .addColumn("path", text, (c) => c.primaryKey())
    .addColumn("session_id", text)
    .addColumn("read_to", count, (c) => c.notNull())
    .addColumn("fingerprint", text)
    .addColumn("first_uuid", text)
    .addColumn("prompt_id", text)
    .addColumn("read_at", text)
    .execute();
  await index(db, "transcripts", ["first_uuid"]);

  await withSequence(db.schema.createTable("documents"))
    .addColumn("id", text, (c) => c.notNull().unique())
    .addColumn("owner_kind", text, (c) => c.notNull())
    .addColumn("owner_id", text, (c) => c.notNull())
    .addColumn("project_id", text, (c) => c.references("projects.id").onDelete("cascade"))
    .addColumn("session_id", text, (c) => c.references("sessions.id").onDelete("cascade"))
    .addColumn("title", text, (c) => c.notNull())
    .addColumn("summary", text, (c) => c.notNull())
    .addColumn("detail", text, (c) => c.notNull())
    .addColumn("files", text, (c) => c.notNull())
    .addColumn("symbols", text, (c) => c.notNull())
    .addColumn("author", text)
    .addColumn("word_count", "integer", (c) => c.notNull())
    .addColumn("is_question", "integer", (c) => c.notNull())
    .addColumn("code_share", "integer", (c) => c.notNull())
    .addColumn("branch", text)
    .addColumn("happened_at", text, (c) => c.notNull())
    .addUniqueConstraint("documents_owner", ["owner_kind", "owner_id"])
    .execute();
  await index(db, "documents", ["project_id", "owner_kind"]);
  await index(db, "documents", ["session_id", "seq"]);

  await db.schema
    .createTable("jobs")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("key", text, (c) => c.notNull())
    .addColumn("payload", text, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("run_at", text, (c) => c.notNull())
    .addColumn("worker", text)
    .addColumn("lease_until", text)
    .addColumn("error", text)
    .addColumn("created_at", text, (c) => c.notNull())
    .execute();
  await index(db, "jobs", ["state", "run_at"]);
  await sql`create unique index jobs_one_pending on jobs (kind, key) where state = 'pending'`.execute(db);

  await db.schema
    .createTable("events")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("session_id", text)
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("data", text, (c) => c.notNull())
    .addColumn("duration_ms", count)
    .addColumn("tokens_in", count)
    .addColumn("tokens_out", count)
    .execute();
  await index(db, "events", ["type", "at"]);
  await index(db, "events", ["at"]);
}

export async function down(db: Db): Promise<void> {
  for (const table of [
    "forgotten",
    "events",
    "jobs",
    "documents",
    "transcripts",
    "observations",
    "sessions",
    "projects",
  ]) {
    await db.schema.dropTable(table).execute();
  }
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
