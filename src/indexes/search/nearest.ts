// The interface for searching the vectors of a model: in memory, or by the database server.

import type { ScopeBits } from "./catalog.ts";
import type { VectorHits } from "./vectors/flat.ts";
import type { Scope } from "./words.ts";

/** The scope in both forms: conditions for a database, bits for memory. */
export interface Within {
  scope: Scope;
  /** Null means everything. */
  bits: ScopeBits | null;
  /** At most this many documents of the scope, spread over all of it. */
  sample(max: number): number[];
}

export interface Vectors {
  /** Reads what is new in the store. */
  refresh(): Promise<void>;
  /** Drops the vectors of deleted documents. */
  keepOnly(exists: (seq: number) => boolean): void;
  /** The k nearest documents, and the distribution of the others. */
  search(query: Float32Array, k: number, within: Within): Promise<VectorHits>;
  /** The cosine of those documents that have a vector. */
  scoresOf(query: Float32Array, seqs: Iterable<number>): Promise<Map<number, number>>;
  /** Writes the vectors in memory to a file, if enough are new since the last time or any were deleted. */
  saveSidecar(atLeast?: number): Promise<void>;
}
