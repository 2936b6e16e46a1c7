// Full text in SQLite: a contentless FTS5 table that holds only terms made by analyse.ts.

import { sql } from "kysely";
import { fields, type WordIndex } from "./words.ts";

/** bm25 weights in the order of `fields`. */
const weights = [4, 2, 1, 2, 3];

export const sqliteWords: WordIndex = {
  async put(db, seq, terms) {
    const values = fields.map((field) => sql`${terms[field].join(" ")}`);
    await sql`delete from document_words where rowid = ${seq}`.execute(db);
    await sql`insert into document_words (rowid, ${sql.join(fields.map((field) => sql.ref(field)))})
      values (${seq}, ${sql.join(values)})`.execute(db);
  },

  async find(db, terms, scope, limit) {
    const match = terms.map((term) => `"${term}"`).join(" OR ");
    const { rows } = await sql<{ seq: number; score: number }>`
      select d.seq as seq, -bm25(document_words, ${sql.join(weights)}) as score
      from document_words join documents d on d.seq = document_words.rowid
      where document_words match ${match}
        ${scope.projectId ? sql`and d.project_id = ${scope.projectId}` : sql``}
        ${scope.sessionId ? sql`and d.session_id = ${scope.sessionId}` : sql``}
      order by score desc, d.seq desc
      limit ${limit}`.execute(db);
    return rows;
  },
};
