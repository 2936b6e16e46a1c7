import { expect, test } from "vitest";
import type { Embedder } from "./embedder.ts";
import { remembering } from "./remembering.ts";

function counted() {
  const read: string[] = [];
  const embedder: Embedder = {
    id: "counted",
    dimensions: 1,
    async embed(texts) {
      read.push(...texts);
      return texts.map((text) => Float32Array.of(text.length));
    },
    async close() {},
  };
  return { read, embedder: remembering(embedder) };
}

test("a text is read once, in one call and in several, and each gets its own vector", async () => {
  const { read, embedder } = counted();
  const texts = ["a", "bb", "a", "ccc"];
  expect(await embedder.embed(texts, "document")).toEqual([1, 2, 1, 3].map((n) => Float32Array.of(n)));
  expect(await embedder.embed(["ccc", "dddd"], "document")).toEqual([3, 4].map((n) => Float32Array.of(n)));
  expect(read).toEqual(["a", "bb", "ccc", "dddd"]);
});

test("a question is asked of the model itself", async () => {
  const { read, embedder } = counted();
  await embedder.embed(["a"], "query");
  await embedder.embed(["a"], "query");
  expect(read).toEqual(["a", "a"]);
});

test("only the last thousand texts are remembered", async () => {
  const { read, embedder } = counted();
  const texts = Array.from({ length: 1_001 }, (_, n) => `text ${n}`);
  await embedder.embed(texts, "document");
  await embedder.embed(["text 1000", "text 0"], "document");
  expect(read.slice(1_001)).toEqual(["text 0"]);
});

test("what the model refuses is not remembered", async () => {
  const { embedder: good } = counted();
  const failing = remembering({ ...good, embed: async () => Promise.reject(new Error("away")) });
  await expect(failing.embed(["a"], "document")).rejects.toThrow("away");
  await expect(failing.embed(["a"], "document")).rejects.toThrow("away");
});

test("it reports when the model behind it has been loaded", () => {
  let isLoaded = false;
  const embedder = remembering({
    id: "slow",
    dimensions: 1,
    get isLoaded() {
      return isLoaded;
    },
    embed: async () => [],
    close: async () => {},
  });
  expect(embedder.isLoaded).toBe(false);
  isLoaded = true;
  expect(embedder.isLoaded).toBe(true);
});
