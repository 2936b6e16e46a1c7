import { expect, test } from "vitest";
import { isNewer } from "./version.ts";

test.each([
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "0.99.99", true],
  ["24.15", "24.14.9", true],
  ["24.15", "24.15.0", false],
  ["24.15", "25.0.0", false],
  ["0.1.0", "0.1.0", false],
  ["0.1.0", "0.1.0-rc.1", false],
])("version %s is newer than %s: %s", (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected);
});
