// One of something is not written as many.

import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test.each([
  [0, "0 files"],
  [1, "1 file"],
  [2, "2 files"],
  [1_234_567, "1,234,567 files"],
])("%i is shown as %s", (n, text) => expect(plural(n, "file")).toBe(text));

test("a noun may have a plural of its own", () => {
  expect([1, 2].map((n) => plural(n, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});
