// An FTS5 table that knows its own terms, so that deleting or replacing a row also corrects the totals that bm25 reads.
// (A table without content never subtracts: every rewritten row counted twice.) The words of neighbouring documents
// leave the index: ranking reads them from the neighbours, and no document is written again because of another.

import { type RawBuilder, sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";

const columns = ["scope", "title", "summary", "detail", "files", "symbols", "parts"];

export async function up(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await sql`update document_words set words = ts_filter(words, '{a,b,d}')`.execute(db);
    return;
  }
  // The old table gives no text back, but every term with its position.
  await sql`create virtual table temp.old_terms using fts5vocab('main', 'document_words', 'instance')`.execute(
    db,
  );
  const text = (column: string) =>
    sql`coalesce(group_concat(term, ' ' order by "offset") filter (where col = ${sql.lit(column)}), '')`;
  await replace(
    db,
    columns,
    sql``,
    sql`select doc, ${sql.join(columns.map(text))} from temp.old_terms group by doc`,
  );
  await sql`drop table temp.old_terms`.execute(db);
}

export async function down(db: Db): Promise<void> {
  if (dialectOf(db) === "postgres") return;
  const before = columns.toSpliced(-1, 0, "context");
  const values = before.map((column) => (column === "context" ? sql`''` : sql.ref(column)));
  await replace(
    db,
    before,
    sql`content = '', contentless_delete = 1,`,
    sql`select rowid, ${sql.join(values)} from document_words`,
  );
}

async function replace(
  db: Db,
  names: readonly string[],
  options: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const list = sql.join(names.map((name) => sql.ref(name)));
  await sql`drop trigger documents_forget_words`.execute(db);
  await sql`create virtual table document_words_next using fts5(
    ${list}, ${options} tokenize = "ascii tokenchars '_'")`.execute(db);
  await sql`insert into document_words_next (rowid, ${list}) ${rows}`.execute(db);
  await sql`drop table document_words`.execute(db);
  await sql`alter table document_words_next rename to document_words`.execute(db);
  await sql`create trigger documents_forget_words after delete on documents begin
    delete from document_words where rowid = old.seq;
  end`.execute(db);
}
