// Full text in PostgreSQL: a tsvector built from our own terms, so that both databases find the same documents.

import { type RawBuilder, sql } from "kysely";
import { separate } from "../../../libs/language/index.ts";
import { insertRows } from "../../store/bulk.ts";
import { holdsIn } from "../../store/scope.ts";
import {
  type Field,
  type FieldTerms,
  fields,
  type Scope,
  type TermQuery,
  touches,
  type WordIndex,
} from "./words.ts";

/** PostgreSQL knows four weights, A the heaviest; C is not used. */
const weightOf: Record<Field, string> = {
  title: "A",
  files: "A",
  symbols: "A",
  summary: "B",
  detail: "B",
  parts: "D",
};
/** Weights of a document's own text. */
const own = "AB";
/** The weight of {D, C, B, A} in the score. */
const weights = "{0.2, 0.3, 0.7, 1.0}";
/** A tsvector stores no position beyond this, and no more of them for one term. */
const lastPosition = 16383;
const maxPlaces = 255;
/** A tsvector holds less than 1 MiB: terms beyond this are not indexed. */
const maxVectorSize = 800_000;

export const postgresWords: WordIndex = {
  entryOf: (terms) => [vectorOf(terms)],

  async put(db, seq, _place, [words]) {
    await sql`insert into document_words (rowid, words) values (${seq}, ${words}::tsvector)
      on conflict (rowid) do update set words = excluded.words`.execute(db);
  },

  async putNew(db, entries) {
    await insertRows(
      db,
      "document_words",
      entries.map(({ seq, entry: [words] }) => ({ rowid: seq, words })),
    );
  },

  /** PostgreSQL's own vacuum does this. */
  scrub: async () => false,

  async find(db, query, scope, limit) {
    const ranked = query.any.map(quoted).join(" | ") || query.phrases.map(phraseOf).join(" & ");
    const { rows } = await sql<{ seq: number; score: number }>`
      select d.seq as seq, ts_rank(${weights}::float4[], w.words, ${ranked}::tsquery, 1) as score
      from document_words w join documents d on d.seq = w.rowid
      where w.words @@ ${matchOf(query)}::tsquery ${inScope(scope)}
      order by score desc, d.seq desc limit ${limit}`.execute(db);
    return rows;
  },

  async containing(db, term, scope, limit) {
    const { rows } = await sql<{ seq: number }>`select d.seq as seq
      from document_words w join documents d on d.seq = w.rowid
      where w.words @@ ${quoted(term)}::tsquery ${inScope(scope)} limit ${limit}`.execute(db);
    return rows.map(({ seq }) => seq);
  },
};

function matchOf(query: TermQuery): string {
  const phrases = query.phrases.map(phraseOf);
  const wanted = phrases.length > 0 ? phrases.join(" & ") : `(${query.any.map(quoted).join(" | ")})`;
  return [wanted, ...query.without.map((terms) => `!(${phraseOf(terms)})`)].join(" & ");
}

function phraseOf(terms: readonly string[]): string {
  return `(${terms.map((term) => `${quoted(term)}:${own}`).join(" <-> ")})`;
}

function quoted(term: string): string {
  return `'${term}'`;
}

/** The scope as conditions on documents `d`. */
export function inScope(scope: Scope): RawBuilder<unknown> {
  const conditions = [
    sql`and ${holdsIn(scope.projects, "d.project_id")}`,
    scope.sessionId ? sql`and d.session_id = ${scope.sessionId}` : sql``,
    scope.exceptSessionId ? sql`and d.session_id is distinct from ${scope.exceptSessionId}` : sql``,
    scope.kind ? sql`and d.owner_kind = ${scope.kind}` : sql``,
    scope.kinds ? sql`and d.owner_kind in (${sql.join([...scope.kinds])})` : sql``,
    scope.since ? sql`and d.happened_at >= ${scope.since}` : sql``,
    scope.file ? sql`and ${touches(sql.ref("d.files"), scope.file)}` : sql``,
  ];
  return sql.join(conditions, sql` `);
}

const bytesOfPlace = 2;
/** Alignment, the number of positions and the first of them. */
const bytesOfEntry = 8;

function vectorOf(terms: FieldTerms): string {
  const places = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  for (const field of fields) {
    position++; // No phrase extends from one field into the next.
    for (const term of separate(terms[field])) {
      position = Math.min(position + 1, lastPosition);
      const known = places.get(term);
      bytes += known ? bytesOfPlace : term.length + bytesOfEntry;
      if (bytes > maxVectorSize) break;
      const place = `${position}${weightOf[field]}`;
      if (!known) places.set(term, [place]);
      else if (known.length < maxPlaces) known.push(place);
    }
  }
  return [...places].map(([term, at]) => `'${term}':${at.join(",")}`).join(" ");
}
