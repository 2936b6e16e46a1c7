// The front door of search: a question in a person's words → the best documents.

import type { Db, DocumentRow } from "../../store/schema.ts";
import { termsOf } from "./analyse.ts";
import { wordsOf } from "./documents.ts";
import type { Scope } from "./words.ts";

export interface Found {
  document: DocumentRow;
  score: number;
}

const mostQueryTerms = 64;

export async function search(db: Db, query: string, scope: Scope, limit: number): Promise<Found[]> {
  const terms = [...new Set(termsOf(query))].slice(0, mostQueryTerms);
  if (terms.length === 0) return [];
  const hits = await wordsOf(db).find(db, terms, scope, limit);
  if (hits.length === 0) return [];
  const rows = await db
    .selectFrom("documents")
    .selectAll()
    .where(
      "seq",
      "in",
      hits.map((hit) => hit.seq),
    )
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return hits.flatMap(({ seq, score }) => {
    const document = bySeq.get(seq);
    return document ? [{ document, score }] : [];
  });
}
