import { expect, test } from "vitest";
import { ageText } from "./signed.ts";

test.each([
  ["2026-11-18T08:00:00.000Z", "today"],
  ["2026-11-15T08:00:00.000Z", "3 d"],
  ["2026-03-01T08:00:00.000Z", "2026-03-01"],
  ["2026-11-20T08:00:00.000Z", "today"],
  ["", "today"],
])("what was said at %j is %s old", (at, age) => {
  expect(ageText(at, "2026-11-18T20:00:00.000Z")).toBe(age);
});
