import { expect, test } from "vitest";
import { gramsOf } from "./grams.ts";
import { readSentences } from "./read.ts";

test("names and numbers are masked: sentences with the same frame share their grams", () => {
  const grams = (text: string) => [...gramsOf(text, "en", "user")].sort((a, b) => a - b);
  expect(grams("Never edit `a.ts` after 10 minutes")).toEqual(
    grams("Never edit `src/b.ts` after 25 minutes"),
  );
  expect(grams("Never edit `a.ts`")).not.toEqual(grams("Please edit `a.ts`"));
});

test("who speaks changes the grams", () => {
  expect(gramsOf("We need a lock", "en", "user")).not.toEqual(gramsOf("We need a lock", "en", "agent"));
});

test("a sentence of a long text scores lower than the same sentence alone", () => {
  const said = "The staging box is reachable from the office only.";
  const [alone] = readSentences(said, "user");
  const [together] = readSentences(`${said} ${"The list is sorted by date. ".repeat(12)}`, "user");
  expect(together?.score).toBeLessThan(alone?.score ?? 0);
});
