// When documents are read: not while the client is at work, but in the end always.

import { afterEach, expect, test, vi } from "vitest";
import { untilSilence } from "../../src/journeys/search/embed.ts";
import type { Memory } from "../../src/memory.ts";

afterEach(() => vi.useRealTimers());

/** Follows the clock of the test; gives how many seconds the model waited. */
async function waited(isAtWork: (second: number) => boolean): Promise<number> {
  vi.useFakeTimers();
  const memory = { activity: { capturedAt: 0 } } as Memory;
  const began = performance.now();
  let isOver = false;
  memory.activity.capturedAt = performance.now();
  const silence = untilSilence(memory, async () => {}).then(() => {
    isOver = true;
  });
  for (let second = 0; !isOver && second < 120; second++) {
    if (isAtWork(second)) memory.activity.capturedAt = performance.now();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await silence;
  return (performance.now() - began) / 1_000;
}

test("the model waits while hooks come, and begins soon after the last", async () => {
  const seconds = await waited((second) => second < 10);
  expect(seconds).toBeGreaterThanOrEqual(10);
  expect(seconds).toBeLessThan(15);
});

test("the model begins although hooks come without a pause", async () => {
  expect(await waited(() => true)).toBeLessThan(40);
});

test("nobody waits for a client that was not there", async () => {
  await expect(
    untilSilence({} as Memory, () => Promise.reject(new Error("it waited"))),
  ).resolves.toBeUndefined();
});

test("a daemon that stops does not wait for silence", async () => {
  const memory = { activity: { capturedAt: 0 } } as Memory;
  memory.activity.capturedAt = performance.now();
  const stops = new Error("it stops");
  await expect(untilSilence(memory, () => Promise.reject(stops))).rejects.toBe(stops);
});
