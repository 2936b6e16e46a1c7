// Imports a folder of transcripts into the store of its environment, for tests that kill it.

import { importTranscripts } from "../../src/journeys/import/import.ts";
import { openMemory } from "../../src/memory/memory.ts";

const memory = await openMemory();
await importTranscripts(memory, process.argv[2] ?? "", ({ stored }) => {
  process.stdout.write(`${stored}\n`);
});
await memory.close();
