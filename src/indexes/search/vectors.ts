// Where the vectors of a model are searched: on the server once it has all of them, in memory until then.

import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import type { Vectors } from "./nearest.ts";
import { openPgvector, type VectorModel } from "./pgvector.ts";
import { createVectorCache, removeSidecars } from "./vector-cache.ts";

const lookAgainMs = 30_000;

export function createVectors(db: Db, model: VectorModel, folder: string): Vectors {
  if (dialectOf(db) !== "postgres") return createVectorCache(db, model, folder);
  let onServer: Vectors | null = null;
  let inMemory: Vectors | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const current = () => onServer ?? inMemory ?? none;
  return {
    async refresh() {
      if (!onServer && performance.now() - lookedAt > lookAgainMs) {
        lookedAt = performance.now();
        onServer = await openPgvector(db, model);
        if (onServer) {
          inMemory = null;
          await removeSidecars(folder);
        } else inMemory ??= createVectorCache(db, model, folder);
      }
      await current().refresh();
    },
    keepOnly: (exists) => current().keepOnly(exists),
    search: (...asked) => current().search(...asked),
    scoresOf: (...asked) => current().scoresOf(...asked),
    saveSidecar: (atLeast) => current().saveSidecar(atLeast),
  };
}

/** Before the first check. */
const none: Vectors = {
  async refresh() {},
  keepOnly() {},
  search: async () => ({ hits: [], spread: { rows: 0, mean: 0, deviation: 0, measured: 0 } }),
  scoresOf: async () => new Map(),
  async saveSidecar() {},
};
