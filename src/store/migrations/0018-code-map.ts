// The code map: files, their symbols, what changed, and calls between symbols. Derived from the files of a project.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";
  const numbered = (table: string) => {
    const created = db.schema.createTable(table);
    return isPostgres
      ? created.addColumn("id", "bigserial", (c) => c.primaryKey())
      : created.addColumn("id", "integer", (c) => c.primaryKey().autoIncrement());
  };

  await db.schema
    .createTable("code_maps")
    .addColumn("project_id", text, (c) => c.primaryKey().references("projects.id").onDelete("cascade"))
    .addColumn("tree", text, (c) => c.notNull())
    .addColumn("mapped_at", text)
    .addColumn("calls_at", text)
    .execute();

  await numbered("code_files")
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("path", text, (c) => c.notNull())
    .addColumn("language", text)
    .addColumn("content_hash", text, (c) => c.notNull())
    .addColumn("lines", count, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("problem", text)
    .addColumn("broken_since", text)
    .addColumn("mapped_at", text, (c) => c.notNull())
    .addColumn("calls_hash", text)
    .addColumn("unresolved_calls", count, (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint("code_files_once", ["project_id", "path"])
    .execute();

  await db.schema
    .createTable("symbols")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("file_id", count, (c) => c.notNull().references("code_files.id").onDelete("cascade"))
    .addColumn("position", count, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("qualified", text, (c) => c.notNull())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("parent", text)
    .addColumn("signature", text, (c) => c.notNull())
    .addColumn("decorators", text, (c) => c.notNull())
    .addColumn("documentation", text, (c) => c.notNull())
    .addColumn("start_line", count, (c) => c.notNull())
    .addColumn("end_line", count, (c) => c.notNull())
    .addColumn("body_hash", text, (c) => c.notNull())
    .addColumn("own_hash", text, (c) => c.notNull())
    .addColumn("weight", count, (c) => c.notNull())
    .addColumn("terms", text, (c) => c.notNull())
    .addColumn("is_test", "integer", (c) => c.notNull())
    .addColumn("change", text, (c) => c.notNull())
    .addColumn("changed_at", text)
    .execute();
  await db.schema.createIndex("symbols_by_file").on("symbols").columns(["file_id", "position"]).execute();
  await db.schema.createIndex("symbols_by_name").on("symbols").columns(["project_id", "name"]).execute();
  await db.schema.createIndex("symbols_by_body").on("symbols").columns(["project_id", "body_hash"]).execute();

  await numbered("symbol_changes")
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("symbol_id", text, (c) => c.references("symbols.id").onDelete("set null"))
    .addColumn("path", text, (c) => c.notNull())
    .addColumn("qualified", text, (c) => c.notNull())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("signature", text, (c) => c.notNull())
    .addColumn("change", text, (c) => c.notNull())
    .addColumn("was", text)
    .addColumn("body_hash", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("observation_id", text, (c) => c.references("observations.id").onDelete("set null"))
    .addColumn("session_id", text, (c) => c.references("sessions.id").onDelete("set null"))
    .execute();
  await db.schema
    .createIndex("symbol_changes_by_time")
    .on("symbol_changes")
    .columns(["project_id", "at"])
    .execute();
  for (const column of ["symbol_id", "observation_id", "session_id"])
    await db.schema
      .createIndex(`symbol_changes_by_${column}`)
      .on("symbol_changes")
      .columns([column])
      .execute();

  await numbered("calls")
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("file_id", count, (c) => c.notNull().references("code_files.id").onDelete("cascade"))
    .addColumn("caller_id", text, (c) => c.references("symbols.id").onDelete("cascade"))
    .addColumn("written", text, (c) => c.notNull())
    .addColumn("target_id", text, (c) => c.references("symbols.id").onDelete("set null"))
    .addColumn("target_name", text)
    .addColumn("resolution", text, (c) => c.notNull())
    .addColumn("confidence", isPostgres ? "double precision" : "real", (c) => c.notNull())
    .addColumn("line", count, (c) => c.notNull())
    .addColumn("col", count, (c) => c.notNull())
    .addColumn("confirmed_at", text)
    .execute();
  for (const column of ["file_id", "caller_id", "target_id"])
    await db.schema.createIndex(`calls_by_${column}`).on("calls").columns([column]).execute();
  await db.schema
    .createIndex("calls_by_project")
    .on("calls")
    .columns(["project_id", "target_name"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  for (const table of ["calls", "symbol_changes", "symbols", "code_files", "code_maps"])
    await db.schema.dropTable(table).execute();
}
