// Vectors of the words of symbols, by which search finds symbols in other words than their names. Derived from symbols.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const text = isPostgres ? sql`text collate "C"` : "text";
  const table = db.schema.createTable("symbol_words");
  const numbered = isPostgres
    ? table.addColumn("id", "bigserial", (c) => c.primaryKey())
    : table.addColumn("id", "integer", (c) => c.primaryKey().autoIncrement());
  await numbered
    .addColumn("project_id", text, (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("model", text, (c) => c.notNull())
    .addColumn("word", text, (c) => c.notNull())
    .addColumn("vector", isPostgres ? "bytea" : "blob", (c) => c.notNull())
    .addUniqueConstraint("symbol_words_once", ["project_id", "model", "word"])
    .execute();
  // Words that another project has embedded are copied.
  await db.schema.createIndex("symbol_words_by_word").on("symbol_words").columns(["word", "model"]).execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("symbol_words").execute();
}
