// Whether exports lose anything, for tellback's maintainers: random stores are exported to a file, imported into an empty
// store, and both stores are compared, with the time that a record takes each way.

import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { operations as exportOperations } from "../src/areas/export/contract.ts";
import { exportMemory } from "../src/journeys/export/export.ts";
import { importExport } from "../src/journeys/import/import-tellback.ts";
import { emptyMemory } from "../test/support/empty-memory.ts";
import { dumpStore, fillStore, randomStore } from "../test/support/random-store.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  stores: { value: "N", default: "1000", about: "how many random stores" },
  seed: { value: "N", default: "1", about: "seed of the first" },
  json: { about: "the figures as JSON" },
});

await using folder = await tempDir("egb");
await using from = await emptyMemory();
await using to = await emptyMemory();
const path = join(folder.path, "all.jsonl");
const figures = { stores: 0, different: [] as number[], records: 0, exportMs: 0, importMs: 0 };

for (let i = 0; i < Number(flags.stores); i++) {
  const seed = Number(flags.seed) + i;
  const [made] = fc.sample(randomStore, { numRuns: 1, seed });
  if (!made) continue;
  await from.empty();
  await to.empty();
  await fillStore(from.memory.db, made);
  const started = performance.now();
  const { records } = await exportMemory(from.memory, exportOperations.export.input.parse({ path }));
  const exported = performance.now();
  await importExport(to.memory, path);
  figures.importMs += performance.now() - exported;
  figures.exportMs += exported - started;
  figures.records += records;
  figures.stores++;
  if ((await dumpStore(to.memory.db)) !== (await dumpStore(from.memory.db))) figures.different.push(seed);
  rmSync(path);
}

if (flags.json) console.log(JSON.stringify(figures));
else
  console.log(
    `${figures.stores} stores, ${figures.records} records: ${figures.different.length} different ${figures.different.join(" ")}
export ${(figures.exportMs / figures.records).toFixed(2)} ms a record, import ${(figures.importMs / figures.records).toFixed(2)} ms`,
  );
process.exitCode = figures.different.length === 0 ? 0 : 1;
