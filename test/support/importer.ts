// Imports a folder of transcripts into the store of its environment, for tests that kill it.

import { openMemory } from "../../src/journeys/followers.ts";
import { importTranscripts } from "../../src/journeys/import/import.ts";

const memory = await openMemory();
await importTranscripts(memory, process.argv[2] ?? "", ({ stored }) => {
  process.stdout.write(`${stored}\n`);
});
await memory.close();
