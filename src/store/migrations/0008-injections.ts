// What was injected, why, and whether the agent used it; and which observation touched which file, by path.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const count = isPostgres ? "bigint" : "integer";

  const injections = db.schema.createTable("injections");
  await (isPostgres
    ? injections.addColumn("seq", "bigserial", (c) => c.primaryKey())
    : injections.addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
  )
    .addColumn("session_id", text, (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("agent_id", text, (c) => c.notNull())
    .addColumn("moment", text, (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .addColumn("owner_kind", text, (c) => c.notNull())
    .addColumn("owner_id", text, (c) => c.notNull())
    .addColumn("length", text, (c) => c.notNull())
    .addColumn("tokens", count, (c) => c.notNull())
    .addColumn("why", text, (c) => c.notNull())
    .addColumn("cues", text, (c) => c.notNull())
    .addColumn("is_present", "integer", (c) => c.notNull())
    .addColumn("used_at", text)
    .addColumn("used_how", text)
    .execute();
  await index(db, "injections", ["session_id", "agent_id", "is_present"]);
  await index(db, "injections", ["owner_id"]);

  await db.schema
    .createTable("observation_files")
    .addColumn("project_id", text, (c) => c.notNull())
    .addColumn("path", text, (c) => c.notNull())
    .addColumn("observation_id", text, (c) => c.notNull().references("observations.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("observation_files_once", ["project_id", "path", "observation_id"])
    .execute();
  await index(db, "observation_files", ["observation_id"]);
  await (isPostgres
    ? sql`insert into observation_files (project_id, path, observation_id)
          select distinct o.project_id, f.path, o.id
          from observations o cross join lateral jsonb_array_elements_text(o.files::jsonb) as f(path)`
    : sql`insert or ignore into observation_files (project_id, path, observation_id)
          select o.project_id, f.value, o.id from observations o, json_each(o.files) f`
  ).execute(db);
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("observation_files").execute();
  await db.schema.dropTable("injections").execute();
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}
