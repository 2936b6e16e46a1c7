// What a room provides for each kind of owner: how one is read, and what the search index needs of it.

import type { SelectQueryBuilder } from "kysely";
import type { OwnerKind } from "../protocol/owners.ts";
import type { Card, OwnerDetails } from "../protocol/shown.ts";
import type { IdTable } from "../store/resolve.ts";
import type { Db, Tables } from "../store/schema.ts";

export interface Owner<K extends OwnerKind> {
  /** The table that its ids are looked up in. */
  table: IdTable;
  read(db: Db, id: string): Promise<OwnerDetails<K>>;
  card(shown: OwnerDetails<K>): Card;
  /** The project of an owner; null for all projects. */
  projectOf(db: Db, id: string): Promise<string | null>;
  /** Ids of all of them. */
  known(db: Db): Ids;
  /** Ids of those that search may return. */
  findable(db: Db): Ids;
  /** Writes the documents of the next rows after a mark, in a fixed order. */
  reindex(db: Db, after: string, limit: number): Promise<IndexStep>;
  /** The confidence of each of these, 0 to 1; null for a kind without confidence. */
  confidences: ((db: Db, ids: readonly string[]) => Promise<Map<string, number>>) | null;
}

/** What a room gives of a kind that is shown with things of other rooms: memory/owners.ts reads those together. */
export type OwnerRow<K extends OwnerKind> = Omit<Owner<K>, "read">;

/** For use inside another query: there may be a million. */
export type Ids = SelectQueryBuilder<Tables, keyof Tables, { id: string }>;

export const firstMark = "";

export interface IndexStep {
  count: number;
  /** The mark to continue from. */
  last: string;
}

/** A step of a reindex, for tables whose rows are all indexed, in the order of their ids. */
export async function indexInOrder(
  db: Db,
  table: "compactions" | "turns",
  after: string,
  limit: number,
  index: (db: Db, id: string) => Promise<void>,
): Promise<IndexStep> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  for (const { id } of rows) await index(db, id);
  return { count: rows.length, last: rows.at(-1)?.id ?? after };
}
