// Full text in SQLite: an FTS5 table with the terms from analyse.ts, and the scope as terms too, so that a search in one
// project reads only that project's part of the index.

import { sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import { insertRows } from "../../store/bulk.ts";
import type { Db } from "../../store/schema.ts";
import {
  type DocumentScope,
  type Field,
  fields,
  ownFields,
  type Scope,
  type TermQuery,
  type WordIndex,
} from "./words.ts";

const weightOf: Record<Field, number> = {
  title: 1.5,
  summary: 1,
  detail: 1,
  files: 1.5,
  symbols: 1.5,
  parts: 0.3,
};
/** bm25 weights in the order of the table's columns; the scope has no weight. */
const weights = [0, ...fields.map((field) => weightOf[field])];

export const sqliteWords: WordIndex = {
  entryOf: (terms) => fields.map((field) => terms[field]),

  async put(db, seq, place, entry) {
    await sql`delete from document_words where rowid = ${seq}`.execute(db);
    await sqliteWords.putNew(db, [{ seq, place, entry }]);
  },

  async putNew(db, entries) {
    await insertRows(
      db,
      "document_words",
      entries.map(({ seq, place, entry }) => ({
        rowid: seq,
        scope: documentScopeTerms(place).join(" "),
        ...Object.fromEntries(fields.map((field, i) => [field, entry[i] ?? ""])),
      })),
    );
  },

  /**
   * A deleted entry's terms stay in the index until its segment is merged. A negative number of pages starts a merge of everything: 100k documents take 300 steps.
   */
  async scrub(db, isFirst) {
    const pages = isFirst ? -pagesAtOnce : pagesAtOnce;
    const before = await changesSoFar(db);
    await sql`insert into document_words (document_words, rank) values ('merge', ${pages})`.execute(db);
    return isFirst || (await changesSoFar(db)) - before > 1;
  },

  async find(db, query, scope, limit) {
    const { rows } = await sql<{ seq: number; score: number }>`
      select rowid as seq, -bm25(document_words, ${sql.join(weights)}) as score
      from document_words where document_words match ${matchOf(query, scope)}
      order by score desc limit ${limit}`.execute(db);
    return rows;
  },

  async containing(db, term, scope, limit) {
    // As one text: an object for each row costs more than reading the index.
    const { rows } = await sql<{ seqs: string | null }>`select group_concat(rowid) as seqs from (
      select rowid from document_words
      where document_words match ${matchOf({ any: [term], phrases: [], without: [] }, scope)}
      limit ${limit})`.execute(db);
    return (rows[0]?.seqs ?? "").split(",").filter(Boolean).map(Number);
  },
};

/** In how many documents each term occurs. */
export async function countDocuments(db: Db, terms: readonly string[]): Promise<[string, number][]> {
  if (terms.length === 0) return [];
  await sql`create virtual table if not exists temp.document_terms
    using fts5vocab('main', 'document_words', 'row')`.execute(db);
  const counts: [string, number][] = [];
  for (const term of terms) {
    const { rows } = await sql<{
      doc: number;
    }>`select doc from temp.document_terms where term = ${term}`.execute(db);
    counts.push([term, rows[0]?.doc ?? 0]);
  }
  return counts;
}

/** A step of a few milliseconds. */
const pagesAtOnce = 16;

async function changesSoFar(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db);
  return rows[0]?.n ?? 0;
}

function matchOf(query: TermQuery, scope: Scope): string {
  const within = scopeTerms(scope).map((terms) => `scope : (${terms.join(" OR ")})`);
  const own = `{${ownFields.join(" ")}}`;
  const phrases = query.phrases.map((terms) => `${own} : ${phraseOf(terms)}`);
  // In any column, because a filter by column costs a fifth more; the scope's own terms weigh nothing.
  const any = `(${query.any.map(quoted).join(" OR ")})`;
  const wanted = phrases.length > 0 ? phrases : [any];
  const without = query.without.map((terms) => ` NOT ${own} : ${phraseOf(terms)}`).join("");
  return `(${[...wanted, ...within].join(" AND ")})${without}`;
}

function phraseOf(terms: readonly string[]): string {
  return quoted(terms.join(" "));
}

function quoted(text: string): string {
  return `"${text}"`;
}

/** Ids as terms of plain letters and digits. */
function term(mark: "p" | "s" | "k", id: string): string {
  return `${mark}${Buffer.from(id).toString("hex")}`;
}

const everyProject = "pall";

function documentScopeTerms({ projectId, sessionId, kind }: DocumentScope): string[] {
  return [
    projectId === null ? everyProject : term("p", projectId),
    ...(sessionId === null ? [] : [term("s", sessionId)]),
    term("k", kind),
  ];
}

function projectTerms(projects: ProjectScope): string[][] {
  switch (projects.within) {
    case "everywhere":
      return [];
    case "project":
      return [[term("p", projects.projectId), everyProject]];
    case "unknown folder":
      return [[everyProject]];
  }
}

/** Of each group one must be there. */
function scopeTerms(scope: Scope): string[][] {
  return [
    ...projectTerms(scope.projects),
    ...(scope.sessionId ? [[term("s", scope.sessionId)]] : []),
    ...(scope.kind ? [[term("k", scope.kind)]] : []),
    ...(scope.kinds ? [scope.kinds.map((kind) => term("k", kind))] : []),
  ];
}
