// Makes the cost of updating search depend on the changes, not on the size: which documents wait for a vector, which
// were changed or deleted lately, and an index with everything that ranking reads of a document.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

/** A reader that is further behind reads everything again. */
const changesKept = 10_000;

export async function up(db: Db): Promise<void> {
  const number = sql.raw(dialectOf(db) === "postgres" ? "bigint" : "integer");
  await sql`create table documents_to_embed (
    document_seq ${number} primary key references documents (seq) on delete cascade)`.execute(db);
  await sql`insert into documents_to_embed select seq from documents d
    where not exists (select 1 from document_vectors v where v.document_seq = d.seq)`.execute(db);
  await sql`create table changed_documents (
    number ${number} primary key, document_seq ${number} not null)`.execute(db);
  await sql`create index documents_for_ranking on documents (seq, project_id, session_id, owner_kind, author,
    word_count, is_question, code_share, happened_at)`.execute(db);
  if (dialectOf(db) === "postgres") await noteInPostgres(db);
  else await noteInSqlite(db);
}

async function noteInSqlite(db: Db): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql`drop trigger ${sql.id(`documents_count_${change}`)}`.execute(db);
    await sql`create trigger ${sql.id(`documents_note_${change}`)} after ${sql.raw(change)} on documents begin
      update document_changes set count = count + 1;
      insert into changed_documents select count, old.seq from document_changes;
      delete from changed_documents where number <= (select count from document_changes) - ${sql.lit(changesKept)};
    end`.execute(db);
  }
}

/** Once per statement: a row that is written a thousand times in one transaction gets slower each time. */
async function noteInPostgres(db: Db): Promise<void> {
  await sql`drop trigger documents_count_change on documents`.execute(db);
  await sql`drop function count_document_change()`.execute(db);
  await sql`create function note_document_changes() returns trigger language plpgsql as $$
    declare last bigint;
    begin
      if not exists (select 1 from gone) then return null; end if;
      update document_changes set count = count + (select count(*) from gone) returning count into last;
      insert into changed_documents select last + 1 - row_number() over (), seq from gone;
      delete from changed_documents where number <= last - ${sql.lit(changesKept)};
      return null;
    end $$`.execute(db);
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.id(`documents_note_${change}`)} after ${sql.raw(change)} on documents
      referencing old table as gone for each statement execute function note_document_changes()`.execute(db);
  }
}

export async function down(db: Db): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  for (const change of ["update", "delete"]) {
    await sql`drop trigger ${sql.id(`documents_note_${change}`)} ${isPostgres ? sql`on documents` : sql``}`.execute(
      db,
    );
  }
  if (isPostgres) {
    await sql`drop function note_document_changes()`.execute(db);
    await sql`create function count_document_change() returns trigger language plpgsql as $$
      begin update document_changes set count = count + 1; return null; end $$`.execute(db);
    await sql`create trigger documents_count_change after update or delete on documents
      for each statement execute function count_document_change()`.execute(db);
  } else {
    for (const change of ["update", "delete"]) {
      await sql`create trigger ${sql.id(`documents_count_${change}`)} after ${sql.raw(change)} on documents begin
        update document_changes set count = count + 1;
      end`.execute(db);
    }
  }
  await sql`drop index documents_for_ranking`.execute(db);
  await sql`drop table changed_documents`.execute(db);
  await sql`drop table documents_to_embed`.execute(db);
}
