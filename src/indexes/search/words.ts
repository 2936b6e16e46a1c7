// The one small interface behind which each database keeps its full-text index.

import type { Db } from "../../store/schema.ts";

/** The fields that are searched, from the most telling to the least. */
export const fields = ["title", "summary", "detail", "files", "symbols"] as const;
export type Field = (typeof fields)[number];
export type FieldTerms = Record<Field, string[]>;

export interface Scope {
  projectId?: string | undefined;
  sessionId?: string | undefined;
}

export interface WordHit {
  seq: number;
  /** Larger is better; comparable only within one answer. */
  score: number;
}

export interface WordIndex {
  put(db: Db, seq: number, terms: FieldTerms): Promise<void>;
  /** The best documents that hold any of the terms. */
  find(db: Db, terms: readonly string[], scope: Scope, limit: number): Promise<WordHit[]>;
}
