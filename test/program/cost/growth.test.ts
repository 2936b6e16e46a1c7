// The measure itself: it notices what grows with the square of a text, and nothing that grows with its length.

import { expect, test } from "vitest";
import { excesses } from "./growth.ts";

const letters = { letters: (length: number) => "a".repeat(length) };
const nothing = async () => {};

/** Takes CPU time in proportion to a number. */
function work(steps: number): number {
  let sum = 0;
  for (let i = 0; i < steps; i++) sum = (sum * 31 + i) % 1_000_003;
  return sum;
}

test("a door that reads the rest of a text for each character is found", async () => {
  const found = await excesses(async (text) => work(text.length ** 2), letters, 10_000, nothing);
  expect(found).toEqual([expect.stringMatching(/^letters, \d+ → \d+ characters: \d+ → \d+ ms$/)]);
});

test("a door that reads a text a thousand times is not", async () => {
  const door = async (text: string) => work(text.length * 1_000);
  expect(await excesses(door, letters, 64_000, nothing)).toEqual([]);
});
