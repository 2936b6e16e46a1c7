import { expect, test } from "vitest";
import { isByAnother } from "./writer.ts";

const me = { author: "Ana", machine: "mch_1" };

test.each([
  ["what this machine wrote is the reader's own, under whatever name", "Anna", "mch_1", false],
  ["another machine of the same person is no other person", "Ana", "mch_2", false],
  ["somebody else's is told", "Ben", "mch_2", true],
  ["a repository may name anybody, so even the reader's name is told", "Ana", "repository", true],
  ["what is from before names were kept is not told", null, null, false],
])("%s", (_, author, machine, isTold) => {
  expect(isByAnother({ author, machine }, me)).toBe(isTold);
});
