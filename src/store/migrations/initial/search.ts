// The search index: documents, their words and vectors, and notes of what changed, so that the cost of updating search
// depends on the changes and not on the size. Derived.

import { sql } from "kysely";
import { postgresSchema } from "../../postgres.ts";
import type { Db } from "../../schema.ts";
import {
  columnsOf,
  index,
  optionalPartOf,
  partOf,
  primary,
  primaryPartOf,
  required,
  unique,
} from "./columns.ts";

export const tables = [
  ...["documents", "document_words", "document_vectors", "documents_to_embed", "embedders"],
  ...["document_changes", "changed_documents"],
];

/** A reader that is further behind reads everything again. */
const changesKept = 10_000;

export async function create(db: Db): Promise<void> {
  const { isPostgres, text, count, bytes, numbered } = columnsOf(db);

  await numbered("documents", "seq")
    .addColumn("id", text, unique)
    .addColumn("owner_kind", text, required)
    .addColumn("owner_id", text, required)
    .addColumn("project_id", text, optionalPartOf("projects.id"))
    .addColumn("session_id", text, optionalPartOf("sessions.id"))
    .addColumn("title", text, required)
    .addColumn("summary", text, required)
    .addColumn("detail", text, required)
    .addColumn("files", text, required)
    .addColumn("symbols", text, required)
    .addColumn("author", text)
    .addColumn("word_count", "integer", required)
    .addColumn("is_question", "integer", required)
    .addColumn("code_share", "integer", required)
    .addColumn("branch", text)
    .addColumn("happened_at", text, required)
    .addUniqueConstraint("documents_owner", ["owner_kind", "owner_id"])
    .execute();
  await index(db, "documents", ["project_id", "owner_kind"]);
  await index(db, "documents", ["session_id", "seq"]);
  // Everything that ranking reads of a document.
  await db.schema
    .createIndex("documents_for_ranking")
    .on("documents")
    .columns(["seq", "project_id", "session_id", "owner_kind", "author"])
    .columns(["word_count", "is_question", "code_share", "happened_at"])
    .execute();

  await numbered("document_vectors", "id")
    .addColumn("document_seq", count, partOf("documents.seq"))
    .addColumn("model", text, required)
    .addColumn("vector", bytes, required)
    .addUniqueConstraint("document_vectors_once", ["document_seq", "model"])
    .execute();
  await index(db, "document_vectors", ["model", "id"]);

  await db.schema
    .createTable("documents_to_embed")
    .addColumn("document_seq", count, primaryPartOf("documents.seq"))
    .execute();

  await db.schema
    .createTable("embedders")
    .addColumn("id", text, primary)
    .addColumn("settings", text, required)
    .addColumn("is_complete", "integer", required)
    .addColumn("used_by", text, (c) => c.notNull().defaultTo("{}"))
    .execute();

  await db.schema
    .createTable("document_changes")
    .addColumn("id", "integer", primary)
    .addColumn("count", count, required)
    .execute();
  await sql`insert into document_changes (id, count) values (1, 0)`.execute(db);

  await db.schema
    .createTable("changed_documents")
    .addColumn("number", count, primary)
    .addColumn("document_seq", count, required)
    .execute();

  await (isPostgres ? inPostgres(db) : inSqlite(db));
}

/** The words of documents are analysed by indexes/search, not by the database. */
async function inSqlite(db: Db): Promise<void> {
  // A table that keeps its text: one without never subtracts a deleted row from the totals that bm25 reads.
  await sql`create virtual table document_words using fts5(
    scope, title, summary, detail, files, symbols, parts, tokenize = "ascii tokenchars '_'")`.execute(db);
  await sql`create trigger documents_forget_words after delete on documents begin
    delete from document_words where rowid = old.seq;
  end`.execute(db);
  for (const change of ["update", "delete"])
    await sql`create trigger ${sql.id(`documents_note_${change}`)} after ${sql.raw(change)} on documents begin
      update document_changes set count = count + 1;
      insert into changed_documents select count, old.seq from document_changes;
      delete from changed_documents where number <= (select count from document_changes) - ${sql.lit(changesKept)};
    end`.execute(db);
}

/** Once per statement: a row that is written a thousand times in one transaction gets slower each time. */
async function inPostgres(db: Db): Promise<void> {
  await sql`create table document_words (
    rowid bigint primary key references documents (seq) on delete cascade,
    words tsvector not null
  )`.execute(db);
  await sql`create index document_words_by_words on document_words using gin (words)`.execute(db);
  await sql`create function note_document_changes() returns trigger language plpgsql
    set search_path = ${sql.id(postgresSchema)}, pg_catalog as $$
    declare last bigint;
    begin
      if not exists (select 1 from gone) then return null; end if;
      update document_changes set count = count + (select count(*) from gone) returning count into last;
      insert into changed_documents select last + 1 - row_number() over (), seq from gone;
      delete from changed_documents where number <= last - ${sql.lit(changesKept)};
      return null;
    end $$`.execute(db);
  for (const change of ["update", "delete"])
    await sql`create trigger ${sql.id(`documents_note_${change}`)} after ${sql.raw(change)} on documents
      referencing old table as gone for each statement execute function note_document_changes()`.execute(db);
}
