// A program that asks a model and reports the result: node asker.ts <url> <call key>
// Run by suites that kill it in the middle.

import { writeSync } from "node:fs";
import { z } from "zod";
import { openMemory } from "../../src/journeys/followers.ts";
import { openHosted } from "../../src/models/llm/hosted.ts";
import { ask } from "../../src/models/llm/metered.ts";

const [url = "", callKey = ""] = process.argv.slice(2);
const memory = await openMemory();
const llm = openHosted({ provider: "anthropic", model: "claude-haiku-5-5", url, apiKey: "k" });
const asked = await ask(memory, llm, "observations", callKey, {
  system: "s",
  prompt: "p",
  schema: z.object({ title: z.string() }),
  maxTokens: 100,
});
writeSync(1, asked.status);
await llm.close();
await memory.close();
