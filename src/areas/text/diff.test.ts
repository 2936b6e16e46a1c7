// The preview of `tellback install`: what it shows must be the change, however large the files are.

import { expect, test } from "vitest";
import { unifiedDiff } from "./diff.ts";

/** The text that a diff makes of the old one. */
function applied(diff: string): string[] {
  const body = diff.split("\n").slice(3);
  return body.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
}

test("shows the changed lines between those that stay", () => {
  const diff = unifiedDiff("f", "a\nb\nc\nd\n", "a\nB\nc\nd\ne\n");
  expect(diff.split("\n").slice(2)).toEqual(["@@ -1,4 +1,5 @@", " a", "-b", "+B", " c", " d", "+e"]);
});

test("shows a change of tens of thousands of lines", () => {
  const lines = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word} ${n}`);
  const [old, now] = [lines("old"), lines("new")];
  expect(applied(unifiedDiff("f", old.join("\n"), now.join("\n")))).toEqual(now);
});
