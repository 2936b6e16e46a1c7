import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { openBundled } from "../../../src/models/embed/bundled.ts";
import type { Embedder } from "../../../src/models/embed/embedder.ts";

const embedder = openBundled({ runtime: "wasm" });
afterAll(() => embedder.close());

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

async function one(from: Embedder, text: string): Promise<Float32Array> {
  const [vector] = await from.embed([text], "document");
  if (!vector) throw new Error("no vector");
  return vector;
}

describe("the bundled model", () => {
  test("loads nothing before it is asked", () => {
    expect(openBundled().pid).toBeUndefined();
  });

  test("places texts of equal meaning nearer than others", async () => {
    const pairs = [
      [
        "The login fails with a timeout",
        "Authentication takes too long and gives up",
        "Bake the bread for an hour",
      ],
      [
        "fix race condition in job queue",
        "two workers took the same task at once",
        "update the logo colours",
      ],
      ["def add(a, b): return a + b", "a function that sums two numbers", "delete the user's session cookie"],
    ] as const;
    for (const [text, near, far] of pairs) {
      const [a, b, c] = await embedder.embed([text, near, far], "document");
      if (!a || !b || !c) throw new Error("missing vector");
      expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.1);
    }
  });

  test("gives unit vectors of the dimensions it promises", async () => {
    const vectors = await embedder.embed(["one", "", "three 💥 \ud800", "四".repeat(5_000)], "document");
    expect(vectors).toHaveLength(4);
    for (const vector of vectors) {
      expect(vector).toHaveLength(embedder.dimensions);
      expect(cosine(vector, vector)).toBeCloseTo(1, 5);
    }
  });

  test("gives a text the same bytes alone, in a batch, and as query or document", async () => {
    const texts = [
      "short",
      "a rather longer sentence about retrying failed jobs with back-off",
      "x ".repeat(200),
    ];
    const together = await embedder.embed(texts, "document");
    const alone = await Promise.all(texts.map((text) => embedder.embed([text], "query")));
    expect(alone.map(([vector]) => vector)).toEqual(together);
  });

  test("answers a query before the documents that wait", async () => {
    const order: string[] = [];
    const documents = Array.from(
      { length: 30 },
      (_, i) => `document number ${i} about nothing in particular`,
    );
    const slow = embedder.embed(documents, "document").then(() => order.push("documents"));
    await embedder.embed(["an urgent question"], "query").then(() => order.push("query"));
    await slow;
    expect(order).toEqual(["query", "documents"]);
  });

  test("never blocks the thread that asks", async () => {
    await one(embedder, "warm");
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await embedder.embed(Array(10).fill("many words ".repeat(60)), "document");
    clearInterval(timer);
    // About 900 ms of inference: in this thread the timer would get a turn ten times.
    expect(ticks).toBeGreaterThan(30);
  });

  test("agrees with the reference implementation", async () => {
    // Python: tokenizers 0.23 + onnxruntime 1.30 on the same file, first eight of 384 values.
    const reference: Record<string, number[]> = {
      "hello world": [-0.0357, 0.0207, 0.0047, 0.0265, -0.0503, -0.1626, 0.0746, -0.0046],
      "The login fails with a timeout": [0.0525, 0.0741, -0.0161, -0.0256, 0.0343, 0.0031, -0.0054, -0.0367],
      "fix race condition in job queue": [-0.0876, 0.0463, 0.0094, -0.0089, -0.0658, 0.0044, 0.0309, -0.1285],
      "def add(a, b): return a + b": [-0.0226, -0.0094, -0.0662, 0.0222, -0.0982, 0.0286, 0.069, -0.0448],
    };
    for (const [text, values] of Object.entries(reference)) {
      const vector = await one(embedder, text);
      values.forEach((value, i) => {
        expect(vector[i]).toBeCloseTo(value, 2);
      });
    }
  });
});

describe("the worker", () => {
  test("is ended when idle and started again when needed", async () => {
    const brief = openBundled({ runtime: "wasm", idleMs: 50 });
    const before = await one(brief, "the same text");
    expect(brief.pid).toBeDefined();
    await sleep(200);
    expect(brief.pid).toBeUndefined();
    expect(await one(brief, "the same text")).toEqual(before);
    await brief.close();
  });

  test("that dies rejects running calls, and the next call gets a new one", async () => {
    const mortal = openBundled({ runtime: "wasm" });
    const before = await one(mortal, "the same text");
    const lost = expect(mortal.embed(Array(50).fill("many words"), "document")).rejects.toMatchObject({
      code: "unavailable",
      message: "the embedding worker exited: SIGKILL",
      hint: expect.stringContaining("Try again"),
    });
    if (mortal.pid === undefined) throw new Error("no worker to kill"); // kill(0) would be this test's own group
    process.kill(mortal.pid, "SIGKILL");
    await lost;
    expect(mortal.pid).toBeUndefined();
    expect(await one(mortal, "the same text")).toEqual(before);
    await mortal.close();
  });

  test("rejects running and later calls when closed", async () => {
    const closing = openBundled({ runtime: "wasm" });
    const call = expect(closing.embed(["text"], "query")).rejects.toMatchObject({ code: "interrupted" });
    await closing.close();
    await call;
    await expect(closing.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  });
});
