import { expect, test } from "vitest";
import { echoesApart } from "./echoes.ts";

const row = (asked: string) => ({ hit: null, asked });
const asked = "What was the bug that we fixed earlier?";

test.each([
  ["what was the bug we fixed earlier?", true],
  ["What was the bug that we fixed earlier", true],
  ["The retry loop tries too often, please fix the bug", false],
  ["What was the bug in the importer that we fixed earlier, and who found it?", false],
])("tells an earlier asking of the same question: %s", (text, isEcho) => {
  expect(echoesApart(asked, [row(text)]).echoes).toHaveLength(isEcho ? 1 : 0);
});

test("leaves work that is called as somebody searches for it, who asks no question", () => {
  expect(echoesApart("fix the login limit", [row("Fix the login limit")]).echoes).toEqual([]);
});
