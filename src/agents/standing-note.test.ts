import { expect, test } from "vitest";
import { countTokens } from "../context/tokens.ts";
import { noteFor } from "./standing-note.ts";

test("the note costs at most 60 tokens, and without the request for a closing line at most 20", () => {
  expect(countTokens(noteFor())).toBeLessThanOrEqual(60);
  expect(countTokens(noteFor({ closingLine: false }))).toBeLessThanOrEqual(20);
});
