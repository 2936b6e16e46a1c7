// An initialised, empty PGlite cluster, created once and kept next to the packages: initialising one takes
// five seconds of CPU, unpacking one a tenth of that. Only pglite.ts needs it.

import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import packages from "../../package.json" with { type: "json" };

const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/tellback");
const FILE = join(FOLDER, `pglite-${packages.devDependencies["@electric-sql/pglite"]}.tar.gz`);

export async function emptyCluster(): Promise<Blob> {
  try {
    return new Blob([await readFile(FILE)]);
  } catch {
    return makeCluster();
  }
}

async function makeCluster(): Promise<Blob> {
  const db = await PGlite.create({ extensions: { vector } });
  const cluster = await db.dumpDataDir("gzip");
  await db.close();
  const part = `${FILE}.${randomUUID()}`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(part, Buffer.from(await cluster.arrayBuffer()));
  await rename(part, FILE); // At once: other test files may be reading it.
  return cluster;
}
