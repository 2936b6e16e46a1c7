// What makes a store portable: evidence with ids of its own, the time of a user's edit, tombstones of deleted things,
// and ids under which another store knows the same thing. And what was forgotten, as hashes with a key of this store.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";

  await db.schema.alterTable("evidence").addColumn("id", text).execute();
  await (isPostgres
    ? sql`update evidence set id = 'evd_' || upper(substr(md5(random()::text || seq::text), 1, 26))`
    : sql`update evidence set id = 'evd_' || hex(randomblob(13))`
  ).execute(db);
  await db.schema.createIndex("evidence_by_id").unique().on("evidence").columns(["id"]).execute();

  await db.schema.alterTable("observations").addColumn("edited_at", text).execute();

  await db.schema
    .createTable("tombstones")
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("id", text, (c) => c.notNull())
    .addColumn("project_id", text)
    .addColumn("at", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("tombstones_once", ["kind", "id"])
    .execute();

  await db.schema
    .createTable("aliases")
    .addColumn("alias", text, (c) => c.primaryKey())
    .addColumn("id", text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("aliases_by_id").on("aliases").columns(["id"]).execute();

  await db.schema
    .createTable("forget_keys")
    .addColumn("key", text, (c) => c.primaryKey())
    .addColumn("is_own", "integer", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("forgotten_phrases")
    .addColumn("hash", text, (c) => c.primaryKey())
    .addColumn("words", "integer", (c) => c.notNull())
    .addColumn("at", text, (c) => c.notNull())
    .execute();
}

export async function down(db: Db): Promise<void> {
  for (const table of ["forgotten_phrases", "forget_keys", "aliases", "tombstones"])
    await db.schema.dropTable(table).execute();
  await db.schema.alterTable("observations").dropColumn("edited_at").execute();
  await db.schema.dropIndex("evidence_by_id").execute();
  await db.schema.alterTable("evidence").dropColumn("id").execute();
}
