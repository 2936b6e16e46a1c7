// While the embedding model loads, search and the graph's commands wait a second for it, then answer by words.

import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openSearch } from "../../../src/indexes/search/search.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { rememberByUser } from "../../../src/journeys/graph/graph.ts";
import { projectKnowledge } from "../../../src/journeys/graph/knowledge.ts";
import { searchMemory } from "../../../src/journeys/search/search.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { trackRecordsOf } from "../../../src/memory/owners.ts";
import { queryNodes } from "../../../src/memory/query-nodes.ts";
import type { Embedder } from "../../../src/models/embed/embedder.ts";
import { everywhere } from "../../../src/protocol/scope.ts";
import { tempDir } from "../../support/temp.ts";

/** A model that never gets ready. */
const loading: Embedder = {
  id: "loading",
  dimensions: 8,
  isLoaded: false,
  embed: () => new Promise(() => {}),
  close: async () => {},
};

async function open(): Promise<Memory> {
  const home = await tempDir("egload");
  onTestFinished(() => home[Symbol.asyncDispose]());
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
  onTestFinished(() => memory.close());
  return { ...memory, search: openSearch(memory.db, loading, join(home.path, "vectors"), trackRecordsOf) };
}

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [
    "query",
    async (memory: Memory) => queryNodes(memory, { query: "kettle", projects: everywhere, limit: 5 }),
  ],
  [
    "knowledge",
    async (memory: Memory) =>
      (await projectKnowledge(memory, { topic: "kettle", projects: everywhere })).facts,
  ],
  [
    "search",
    async (memory: Memory) =>
      (
        await searchMemory(memory, {
          ...{ query: "kettle", limit: 5, minRelevance: 0, allProjects: true },
          ...{ quick: false, wait: false, explain: false },
        })
      ).results,
  ],
])("%s waits a second for the model, then answers by words", async (_, ask) => {
  const memory = await open();
  await rememberByUser(memory, { content: "The kettle whistles", type: "fact", tags: "", folder: null });
  // Time stands still but for what a round adds: who waits longer for the model waits for ever.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const answer = ask(memory);
  const settled = answer.then(() => true);
  for (let round = 0; round < 50 && !(await Promise.race([settled, setImmediate(false)])); round++) {
    vi.advanceTimersByTime(1_000 / 40);
  }
  expect(JSON.stringify(await Promise.race([answer, setImmediate(null)]))).toContain("kettle whistles");
});
