// How a tool's output says that it worked or failed.

import { expect, test } from "vitest";
import { verdictOf } from "./verdict.ts";

test.each([
  ["Found 2 errors in 1 file.", "2 errors", true],
  ["Tests  1 failed | 3 passed", "1 failed, 3 passed", true],
  ["Tests  4 passed", "4 passed", false],
])("%s", (line, text, bad) => {
  expect(verdictOf([line])).toEqual({ text, bad });
});
