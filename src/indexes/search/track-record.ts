// The track record of a document: the confidence of its owner, and whether agents used it.

import type { Db, DocumentRow } from "../../store/schema.ts";

export interface TrackRecord {
  /** 0 to 1; null for a kind without confidence. */
  confidence: number | null;
  shown: number;
  used: number;
}

export const untested: TrackRecord = { confidence: null, shown: 0, used: 0 };

/** Passed in by the caller that opens the search: the index does not know the rooms. */
export type TrackRecords = (db: Db, documents: readonly DocumentRow[]) => Promise<Map<string, TrackRecord>>;
