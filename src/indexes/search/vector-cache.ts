// The vectors of one model in memory, read from the store and kept up to date. Derived data:
// a sidecar file makes the start fast, and without it the store is read.

import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "../../config/private-files.ts";
import type { Db } from "../../store/schema.ts";
import { openGaps } from "./gaps.ts";
import type { Vectors } from "./nearest.ts";
import { createFlat } from "./vectors/flat.ts";
import { blobBytes } from "./vectors/quantise.ts";
import { load, save } from "./vectors/sidecar.ts";

const rowsAtOnce = 5_000;

export function createVectorCache(
  db: Db,
  model: { id: string; dimensions: number },
  folder: string,
): Vectors {
  const name = `vectors-${createHash("sha256").update(model.id).digest("hex").slice(0, 12)}`;
  const kept = newestSidecar(folder, name);
  const loaded =
    kept &&
    load(join(folder, kept.file), { model: model.id, dimensions: model.dimensions, generation: kept.upTo });
  const flat = loaded?.status === "loaded" ? loaded.flat : createFlat(model.dimensions);
  let upTo = loaded?.status === "loaded" && kept ? kept.upTo : 0;
  let savedUpTo = upTo;
  let hasGone = false;

  const gaps = openGaps(db);
  const ofModel = () =>
    db
      .selectFrom("document_vectors")
      .select(["id", "document_seq", "vector"])
      .where("model", "=", model.id)
      .orderBy("id");
  const add = (rows: readonly { document_seq: number; vector: Uint8Array }[]) => {
    for (const row of rows)
      if (row.vector.length === blobBytes(model.dimensions)) flat.add(row.document_seq, row.vector);
  };

  async function readOn(): Promise<boolean> {
    const rows = await ofModel().where("id", ">", upTo).limit(rowsAtOnce).execute();
    add(rows);
    const ids = rows.map(({ id }) => id);
    await gaps.passed(upTo, ids);
    upTo = ids.at(-1) ?? upTo;
    return rows.length === rowsAtOnce;
  }

  /** Vectors whose transactions were open when later ones were read. */
  async function readLate(): Promise<void> {
    const late = await gaps.due();
    if (late.length === 0) return;
    const rows = await ofModel().where("id", "in", late).execute();
    add(rows);
    gaps.found(rows.map(({ id }) => id));
  }

  return {
    search: async (query, k, { bits }) => flat.search(query, k, bits ?? undefined),
    scoresOf: async (query, seqs) => flat.scoresOf(query, seqs),
    async refresh() {
      await readLate();
      while (await readOn());
    },
    keepOnly(exists) {
      const gone: number[] = [];
      for (let block = 0; block < flat.rows.blocks; block++) {
        for (const key of flat.rows.keys(block)) if (!exists(key)) gone.push(key);
      }
      for (const key of gone) flat.remove(key);
      hasGone ||= gone.length > 0;
    },
    async saveSidecar(atLeast = 1) {
      // Those of other models are no longer needed.
      await removeSidecars(folder, (old) => !old.startsWith(`${name}-`));
      if (!hasGone && upTo - savedUpTo < atLeast) return;
      ensurePrivateFolder(folder);
      const generation = upTo;
      const file = `${name}-${generation}.bin`;
      const { status } = await save(join(folder, file), flat, { model: model.id, generation });
      if (status === "changed") return;
      savedUpTo = generation;
      hasGone = false;
      await removeSidecars(folder, (old) => old !== file);
    },
  };
}

/** If vectors are not searched in memory, no file of them may outlive the documents. */
export async function removeSidecars(
  folder: string,
  isOld: (file: string) => boolean = () => true,
): Promise<void> {
  for (const { file } of sidecars(folder, "vectors")) {
    if (isOld(file)) await rm(join(folder, file), { force: true });
  }
}

function sidecars(folder: string, name: string): { file: string; upTo: number }[] {
  let files: string[];
  try {
    files = readdirSync(folder);
  } catch {
    return [];
  }
  return files.flatMap((file) => {
    const upTo = file.startsWith(`${name}-`) ? /-(\d+)\.bin$/.exec(file)?.[1] : undefined;
    return upTo === undefined ? [] : [{ file, upTo: Number(upTo) }];
  });
}

function newestSidecar(folder: string, name: string): { file: string; upTo: number } | undefined {
  return sidecars(folder, name).sort((a, b) => b.upTo - a.upTo)[0];
}
