import { expect, test } from "vitest";
import { foldedWordsOf, forgettableParts } from "./forgotten-text.ts";

test("folded words are the same in every case of every language", () => {
  expect(foldedWordsOf("Straße")).toEqual(foldedWordsOf("STRASSE"));
});

test("text is cut at every mark and line end", () => {
  expect(forgettableParts("e.g. this; that.\n\nDone")).toEqual(["e.g.", "this;", "that.", "Done"]);
});
