// The track record of a document: the confidence of its owner, and whether agents used it.

import type { Db, DocumentRow } from "../../store/schema.ts";

export interface TrackRecord {
  /** 0 to 1; null for a kind that is not a matter of belief. */
  confidence: number | null;
  shown: number;
  used: number;
}

export const untested: TrackRecord = { confidence: null, shown: 0, used: 0 };

/** Given by whoever opens the search: the index does not know the rooms. */
export type TrackRecordsOf = (db: Db, documents: readonly DocumentRow[]) => Promise<Map<string, TrackRecord>>;
