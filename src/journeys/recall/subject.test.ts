// What a prompt is about; and the gate, on small texts.

import { expect, test } from "vitest";
import { isAbout, rarityIn, textOf, weigh } from "./evidence.ts";
import { isSmallTalk, subjectOf } from "./subject.ts";

test.each([
  "yes",
  "commit",
  "Great!!",
  "run the tests",
  "continue",
  "commit and push",
  "weiter",
  "はい",
  "да, спасибо",
])("%j is about nothing", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(true);
});

test.each([
  "parseDate?",
  "fix the parallel tests",
  "why does the sync hang",
  "src/dates.ts",
  "为什么同步挂起",
])("%j is about something", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(false);
});

test("what a host adds to a prompt is not its subject", () => {
  const { terms } = subjectOf("<system-reminder>the zebra</system-reminder>Check the gateway");
  expect([...terms.keys()]).toContain("gatewai");
  expect([...terms.keys()]).not.toContain("zebra");
});

test("a memory that shares one common word with a prompt is not about it; one that shares a name is", () => {
  const common = ["The server restarts", "The server answers", "The server stops", "The server is slow"];
  const texts = [...common, "retryAfterMs holds the pause before the next call"];
  const rarity = rarityIn(texts.map((text) => textOf(text)));
  const about = (prompt: string) =>
    weigh(
      subjectOf(prompt),
      texts.map((memory) => ({ memory, text: textOf(memory) })),
      rarity,
    )
      .filter(isAbout)
      .map(({ memory }) => memory);
  expect(about("Paint the server room green")).toEqual([]);
  expect(about("Where is retryAfterMs set?")).toEqual([texts[4]]);
});
