// The full-text index over documents. It is derived: indexes/search analyses its words, not the database.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  if (dialectOf(db) === "sqlite") {
    await sql`
      create virtual table document_words using fts5(
        scope, title, summary, detail, files, symbols, context, parts,
        content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
      )`.execute(db);
    await sql`
      create trigger documents_forget_words after delete on documents begin
        delete from document_words where rowid = old.seq;
      end`.execute(db);
    return;
  }
  await sql`create table document_words (
    rowid bigint primary key references documents (seq) on delete cascade,
    words tsvector not null
  )`.execute(db);
  await sql`create index document_words_by_words on document_words using gin (words)`.execute(db);
}

export async function down(db: Db): Promise<void> {
  if (dialectOf(db) === "sqlite") await sql`drop trigger documents_forget_words`.execute(db);
  await sql`drop table document_words`.execute(db);
}
