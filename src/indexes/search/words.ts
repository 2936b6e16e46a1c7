// The interface for each database's full-text index.

import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";

/** The searched fields. `parts` are terms inside words. */
export const fields = ["title", "summary", "detail", "files", "symbols", "parts"] as const;
/** What a document says: phrases and excluded words are looked up here. */
export const ownFields = [
  "title",
  "summary",
  "detail",
  "files",
  "symbols",
] as const satisfies readonly Field[];
export type Field = (typeof fields)[number];
/** The terms of each field, with a space between them. */
export type FieldTerms = Record<Field, string>;

/** What an answer may come from. */
export interface Scope {
  projects: ProjectScope;
  sessionId?: string | undefined;
  /** Everything but this session; the full-text index of SQLite does not know it. */
  exceptSessionId?: string | undefined;
  kind?: string | undefined;
  /** One of these kinds. */
  kinds?: readonly string[] | undefined;
  /** ISO time. */
  since?: string | undefined;
  /** A path, or the end of one. */
  file?: string | undefined;
  /** Also conversations of the chat: they repeat what is known, so only those who ask for them find them. */
  conversations?: boolean | undefined;
  /** Nothing of this session since that time: what is going on in it is the question, not an answer. */
  asking?: { sessionId: string; since: string } | undefined;
}

/** Where a document belongs. Without a project it belongs to all. */
export interface DocumentScope {
  projectId: string | null;
  sessionId: string | null;
  kind: string;
}

export type WordEntry = readonly string[];

interface NewWords {
  seq: number;
  place: DocumentScope;
  entry: WordEntry;
}

/** A question as terms: any of `any` counts, all of `phrases` must occur, none of `without` may occur. */
export interface TermQuery {
  any: readonly string[];
  phrases: readonly (readonly string[])[];
  without: readonly (readonly string[])[];
}

export interface WordHit {
  seq: number;
  /** Larger is better; comparable only within one answer. */
  score: number;
}

export interface WordIndex {
  /** Removes the remains of deleted entries, in small steps; true if there may be more. */
  scrub(db: Db, isFirst: boolean): Promise<boolean>;
  /** The terms as the texts that the index stores. Pure: it may run in another thread. */
  entryOf(terms: FieldTerms): WordEntry;
  put(db: Db, seq: number, place: DocumentScope, entry: WordEntry): Promise<void>;
  /** Several that are not in the index yet. */
  putNew(db: Db, entries: readonly NewWords[]): Promise<void>;
  /** The best documents for the query. */
  find(db: Db, query: TermQuery, scope: Scope, limit: number): Promise<WordHit[]>;
  /** The documents that contain a term, in no order. */
  containing(db: Db, term: string, scope: Scope, limit: number): Promise<number[]>;
}

/** Whether a document's files include this path or a part of it, in both databases. */
export function touches(files: RawBuilder<unknown>, file: string): RawBuilder<boolean> {
  return sql`${files} like ${`%${file.replace(/[%_\\]/g, "\\$&")}%`} escape '\\'`;
}
