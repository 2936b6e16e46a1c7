// Vectors of documents, the models that computed them, and a count of changes by which caches know that they are stale.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  const vectors = db.schema.createTable("document_vectors");
  const numbered = isPostgres
    ? vectors.addColumn("id", "bigserial", (c) => c.primaryKey())
    : vectors.addColumn("id", "integer", (c) => c.primaryKey().autoIncrement());
  await numbered
    .addColumn("document_seq", isPostgres ? "bigint" : "integer", (c) =>
      c.notNull().references("documents.seq").onDelete("cascade"),
    )
    .addColumn("model", isPostgres ? sql`text collate "C"` : "text", (c) => c.notNull())
    .addColumn("vector", isPostgres ? "bytea" : "blob", (c) => c.notNull())
    .addUniqueConstraint("document_vectors_once", ["document_seq", "model"])
    .execute();
  await db.schema
    .createIndex("document_vectors_by_model")
    .on("document_vectors")
    .columns(["model", "id"])
    .execute();

  await sql`create table embedders (id text primary key, settings text not null, is_complete integer not null)`.execute(
    db,
  );

  await sql`create table document_changes (id integer primary key, count bigint not null)`.execute(db);
  await sql`insert into document_changes (id, count) values (1, 0)`.execute(db);
  if (!isPostgres) {
    for (const change of ["update", "delete"]) {
      await sql`create trigger ${sql.id(`documents_count_${change}`)} after ${sql.raw(change)} on documents begin
        update document_changes set count = count + 1;
      end`.execute(db);
    }
    return;
  }
  await sql`create function count_document_change() returns trigger language plpgsql as $$
    begin update document_changes set count = count + 1; return null; end $$`.execute(db);
  await sql`create trigger documents_count_change after update or delete on documents
    for each statement execute function count_document_change()`.execute(db);
}

export async function down(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await sql`drop trigger documents_count_change on documents`.execute(db);
    await sql`drop function count_document_change()`.execute(db);
  } else {
    await sql`drop trigger documents_count_update`.execute(db);
    await sql`drop trigger documents_count_delete`.execute(db);
  }
  await sql`drop table document_changes`.execute(db);
  await sql`drop table embedders`.execute(db);
  await sql`drop table document_vectors`.execute(db);
}
