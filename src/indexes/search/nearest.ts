// The one small interface behind which the vectors of a model are searched: in memory, or by the database server.

import type { ScopeBits } from "./catalog.ts";
import type { Found } from "./vectors/flat.ts";
import type { Scope } from "./words.ts";

/** Where to look, spelled for both: a database reads conditions, memory reads bits. */
export interface Within {
  scope: Scope;
  /** Null means everything. */
  bits: ScopeBits | null;
  /** At most so many documents of the scope, spread over all of it. */
  sample(most: number): number[];
}

export interface Vectors {
  /** Takes in what is new in the store. */
  refresh(): Promise<void>;
  /** Drops the vectors of documents that are gone. */
  keepOnly(exists: (seq: number) => boolean): void;
  /** The k nearest documents, and how near the others are. */
  search(query: Float32Array, k: number, within: Within): Promise<Found>;
  /** The cosine of those of the documents that have a vector. */
  scoresOf(query: Float32Array, seqs: Iterable<number>): Promise<Map<number, number>>;
  /** Keeps what is in memory in a file, when enough has come since the last one, or anything has gone. */
  saveSidecar(atLeast?: number): Promise<void>;
}
