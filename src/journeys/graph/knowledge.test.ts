// In which section of a project's knowledge a node is listed.

import { expect, test } from "vitest";
import { nodeType } from "../../protocol/knowledge.ts";
import { sectionOf } from "./knowledge.ts";

test.each([
  ["decision", "gotcha", "decisions"],
  ["open-question", "pattern", "openQuestions"],
  ["pattern", "convention", "patterns"],
  ["fact", null, "facts"],
  ["fact", "dependency", "dependencies"],
  ["learning", "architecture", "architecture"],
  ["learning", "pattern", "patterns"],
  ["hypothesis", "convention", "conventions"],
  ["observation", "gotcha", "gotchas"],
] as const)("a %s of category %s is listed under %s", (type, category, section) => {
  expect(sectionOf({ type, category })).toBe(section);
});

test("without a category only four types are listed", () => {
  const listed = nodeType.options.filter((type) => sectionOf({ type, category: null }) !== null);
  expect(listed).toEqual(["fact", "decision", "pattern", "open-question"]);
});
