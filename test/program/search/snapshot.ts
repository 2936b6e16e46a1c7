// All derived data of a store as comparable text: documents, full-text index, vectors.

import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import type { Home } from "../../support/tellback.ts";

export interface Snapshot {
  documents: string[];
  words: string[];
  vectors: string[];
}

/** The daemon must have stopped. Row numbers are compared too. */
export function snapshotOfFile(home: Home): Snapshot {
  const file = new DatabaseSync(home.paths.database);
  try {
    file.exec("create virtual table temp.terms using fts5vocab('main', 'document_words', 'instance')");
    const lines = (sql: string) =>
      file
        .prepare(sql)
        .all()
        .map((row) => JSON.stringify(Object.values(row)));
    return {
      documents:
        lines(`select seq, owner_kind, owner_id, project_id, session_id, title, summary, detail, files, symbols,
        author, word_count, is_question, code_share, branch, happened_at from documents order by seq`),
      words: lines("select doc, col, offset, term from temp.terms order by doc, col, offset"),
      vectors: lines(
        "select document_seq, model, hex(vector) from document_vectors order by document_seq, model",
      ),
    };
  } finally {
    file.close();
  }
}

/** Row numbers are not compared: an aborted transaction has used some up. */
export async function snapshotOfServer(url: string): Promise<Snapshot> {
  const sql = postgres(url, { max: 1, connection: { search_path: "tellback, public" }, onnotice: () => {} });
  try {
    const lines = (rows: Iterable<object>) => Array.from(rows, (row) => JSON.stringify(Object.values(row)));
    return {
      documents: lines(
        await sql`select owner_id, title, summary, detail, files, symbols, author, happened_at from documents order by seq`,
      ),
      words: lines(
        await sql`select d.owner_id, w.words::text from document_words w join documents d on d.seq = w.rowid order by d.seq`,
      ),
      vectors: lines(
        await sql`select d.owner_id, v.model, encode(v.vector, 'hex') from document_vectors v
          join documents d on d.seq = v.document_seq order by d.seq, v.model`,
      ),
    };
  } finally {
    await sql.end();
  }
}
