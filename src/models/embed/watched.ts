// An embedder that remembers whether it works, for `status` and for answers without it.
// While it fails, queries do not wait for it.

import { TellbackError } from "../../protocol/errors.ts";
import type { Embedder } from "./embedder.ts";

export interface WatchedEmbedder extends Embedder {
  /** Why the last call returned no vectors, or null. */
  trouble(): TellbackError | null;
}

/** After a failure queries skip it for this long; documents can wait and may retry at any time. */
const restMs = 5_000;

export function watched(embedder: Embedder): WatchedEmbedder {
  let failure: { error: TellbackError; until: number } | null = null;
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    get isLoaded() {
      return embedder.isLoaded ?? true;
    },
    trouble: () => failure?.error ?? null,
    async embed(texts, purpose, subject) {
      if (failure && purpose === "query" && performance.now() < failure.until) throw failure.error;
      try {
        const vectors = await embedder.embed(texts, purpose, subject);
        failure = null;
        return vectors;
      } catch (thrown) {
        const error = TellbackError.from(thrown);
        if (error.code !== "interrupted") failure = { error, until: performance.now() + restMs };
        throw error;
      }
    },
    async close() {
      failure = null;
      await embedder.close();
    },
  };
}

/** Used if the settings of the model are wrong: everything except vector search works. */
export function unusable(thrown: unknown): WatchedEmbedder {
  const error = TellbackError.from(thrown);
  return {
    id: "none",
    dimensions: 0,
    trouble: () => error,
    async embed() {
      throw error;
    },
    async close() {},
  };
}
