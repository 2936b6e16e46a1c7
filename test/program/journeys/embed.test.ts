// When documents are read: not while the client is at work, but in the end always.

import { expect, test } from "vitest";
import { untilSilence } from "../../../src/memory/embed.ts";
import type { Memory } from "../../../src/memory/memory.ts";

const neverActive = () => ({ activity: { capturedAt: Number.NEGATIVE_INFINITY } }) as Memory;

function noteWork({ activity }: Memory): void {
  activity.capturedAt = performance.now();
}

const soon = { silenceMs: 50, maxWaitMs: 60_000, checkEveryMs: 5 };

test("the model waits as long as hooks come", async () => {
  const memory = neverActive();
  let hooks = 0;
  noteWork(memory);
  await untilSilence(
    memory,
    () => {
      if (hooks++ < 20) noteWork(memory);
    },
    soon,
  );
  expect(hooks).toBeGreaterThan(20);
});

test("the model begins although hooks come without a pause", async () => {
  const memory = neverActive();
  noteWork(memory);
  const impatient = { ...soon, silenceMs: 60_000, maxWaitMs: 50 };
  await expect(untilSilence(memory, () => noteWork(memory), impatient)).resolves.toBeUndefined();
});

test("nobody waits for a client that was not there", async () => {
  await expect(
    untilSilence(neverActive(), () => Promise.reject(new Error("it waited"))),
  ).resolves.toBeUndefined();
});

test("a daemon that stops does not wait for silence", async () => {
  const memory = neverActive();
  const stops = new Error("it stops");
  noteWork(memory);
  await expect(untilSilence(memory, () => Promise.reject(stops))).rejects.toBe(stops);
});
