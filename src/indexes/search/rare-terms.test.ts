import { expect, test } from "vitest";
import { rarest } from "./rare-terms.ts";

const counts = new Map([
  ["the", 900],
  ["error", 300],
  ["socket", 40],
  ["econnreset", 3],
  ["unheard", 0],
]);

test.each([
  ["drops the words that half of all documents hold", ["the", "socket", "error"], 400, ["socket", "error"]],
  ["keeps the rarest, however little may be read", ["the", "error"], 10, ["error"]],
  ["keeps all that fits", ["econnreset", "the", "socket"], 1000, ["econnreset", "socket", "the"]],
  ["does not ask for words that no document holds", ["unheard", "econnreset"], 10, ["econnreset"]],
  ["asks as it was asked when no word is known", ["unheard", "never"], 10, ["unheard", "never"]],
])("%s", (_, terms, budget, kept) => {
  expect(rarest(terms, counts, budget)).toEqual(kept);
});
