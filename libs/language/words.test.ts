import { expect, test } from "vitest";
import { compoundsOf, sharedWords, wordsOf } from "./words.ts";

test("words are runs of letters, digits and underscores in lower case", () => {
  expect(wordsOf("Run `npm_test` 2 times, größer; ＡＢＣ")).toEqual([
    ...["run", "npm_test", "2", "times", "größer", "abc"],
  ]);
  expect(wordsOf("…")).toEqual([]);
});

test("compounds keep paths, file names and hyphenated words whole", () => {
  expect(compoundsOf("Edit src/a.ts: a re-run")).toEqual(["edit", "src/a.ts", "re-run"]);
});

test("shared words are a share of the words of both texts", () => {
  expect(sharedWords("a b c", "B c d")).toBe(0.5);
  expect(sharedWords("", "")).toBe(0);
});
