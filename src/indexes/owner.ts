// What a room gives for each kind of owner that it holds: how one is read, and what the search index needs of it.

import type { SelectQueryBuilder } from "kysely";
import type { OwnerKind } from "../protocol/owners.ts";
import type { Card, Shown } from "../protocol/shown.ts";
import type { IdTable } from "../store/resolve.ts";
import type { Db, Tables } from "../store/schema.ts";

export interface Owner<K extends OwnerKind> {
  /** The table that its ids are looked up in. */
  table: IdTable;
  read(db: Db, id: string): Promise<Shown<K>>;
  card(shown: Shown<K>): Card;
  /** The project that one belongs to; null for all projects. */
  projectOf(db: Db, id: string): Promise<string | null>;
  /** Ids of all of them. */
  known(db: Db): Ids;
  /** Ids of those that search may find. */
  findable(db: Db): Ids;
  /** Writes the documents of the next rows after a mark, in a fixed order. */
  reindex(db: Db, after: string, limit: number): Promise<IndexStep>;
  /** How sure each of these is, 0 to 1; null for a kind that is not a matter of belief. */
  confidences: ((db: Db, ids: readonly string[]) => Promise<Map<string, number>>) | null;
}

/** For use inside another query: there may be a million. */
export type Ids = SelectQueryBuilder<Tables, keyof Tables, { id: string }>;

export const firstMark = "";

export interface IndexStep {
  count: number;
  /** The mark to go on from. */
  last: string;
}
