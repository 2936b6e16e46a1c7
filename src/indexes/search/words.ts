// The interface for each database's full-text index.

import { type RawBuilder, sql } from "kysely";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";

/** The searched fields. `context` is the text of the documents just before and after. */
export const fields = ["title", "summary", "detail", "files", "symbols", "context", "parts"] as const;
/** A document's own text: phrases and excluded words are looked up here, not in its context. */
export const ownFields = [
  "title",
  "summary",
  "detail",
  "files",
  "symbols",
] as const satisfies readonly Field[];
export type Field = (typeof fields)[number];
export type FieldTerms = Record<Field, string[]>;

/** What an answer may come from. */
export interface Scope {
  projects: ProjectScope;
  sessionId?: string | undefined;
  kind?: string | undefined;
  /** ISO time. */
  since?: string | undefined;
  /** A path, or the end of one. */
  file?: string | undefined;
}

/** Where a document belongs. Without a project it belongs to all. */
export interface DocumentScope {
  projectId: string | null;
  sessionId: string | null;
  kind: string;
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
  put(db: Db, seq: number, place: DocumentScope, terms: FieldTerms): Promise<void>;
  /** The best documents for the query. */
  find(db: Db, query: TermQuery, scope: Scope, limit: number): Promise<WordHit[]>;
}

/** Whether a document's files include this path or a part of it, in both databases. */
export function touches(files: RawBuilder<unknown>, file: string): RawBuilder<boolean> {
  return sql`${files} like ${`%${file.replace(/[%_\\]/g, "\\$&")}%`} escape '\\'`;
}
