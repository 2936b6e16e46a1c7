import { describe, expect, test } from "vitest";
import type { DocumentRow } from "../../store/schema.ts";
import { parseQuestion } from "./question.ts";
import { judgeOf, nearnessOf, relevanceOf, type Signals } from "./relevance.ts";

const document = (summary: string): DocumentRow => ({
  ...{
    seq: 1,
    id: "doc_1",
    owner_kind: "observation",
    owner_id: "obs_1",
    project_id: "prj_1",
    session_id: null,
  },
  ...{ title: "", summary, detail: "", files: "", symbols: "", author: null, branch: null },
  ...{ word_count: 1, is_question: 0, code_share: 0, happened_at: "2026-03-01T10:00:00.000Z" },
});

/** All words are as rare as can be. */
const rarity = { of: () => 1, inDocuments: () => 1 };

const signals = (over: Partial<Signals> = {}): Signals => ({
  ...{ nearness: 0.5, coverage: 1, strength: 2, named: "none", rank: 0, lead: null },
  ...over,
});

describe("relevance", () => {
  test("is high for a whole match and low for none, with a model and without", () => {
    for (const nearness of [0.5, null]) {
      expect(relevanceOf(signals({ nearness }))).toBeGreaterThan(0.7);
      expect(relevanceOf(signals({ nearness: nearness && 0, coverage: 0, strength: 0 }))).toBeLessThan(0.06);
    }
  });

  test("grows with nearness, coverage and what is named; falls with the rank", () => {
    const half = relevanceOf(signals({ coverage: 0.5 }));
    expect(relevanceOf(signals({ coverage: 0.5, nearness: 0.7 }))).toBeGreaterThan(half);
    expect(relevanceOf(signals({ coverage: 0.7 }))).toBeGreaterThan(half);
    expect(relevanceOf(signals({ coverage: 0.5, named: "all" }))).toBeGreaterThan(half);
    expect(relevanceOf(signals({ coverage: 0.5, named: "not all" }))).toBeLessThan(half);
    expect(relevanceOf(signals({ coverage: 0.5, strength: 3 }))).toBeGreaterThan(half);
    expect(relevanceOf(signals({ coverage: 0.5, rank: 2 }))).toBeLessThan(half);
    expect(relevanceOf(signals({ rank: 9 }))).toBe(relevanceOf(signals({ rank: 3 })));
  });

  test("of a long question is judged by what is found, not by what is missing", () => {
    const long = signals({ coverage: 0.1, strength: 4 });
    expect(relevanceOf(long)).toBeGreaterThan(0.5);
    expect(relevanceOf({ ...long, strength: 0.4 })).toBeLessThan(0.25);
  });

  test("does not depend on the size of the store, even when it holds one document only", () => {
    const near = (rows: number, mean: number) => nearnessOf(0.6, { rows, mean });
    expect(near(1, 0.6)).toBeGreaterThan(0.5);
    expect(near(14, 0.12)).toBeCloseTo(near(100_000, 0.12), 1);
  });
});

describe("a question recognises in a document", () => {
  test.each([
    ["all of its words", "idempotency key", "Added an idempotency key to every request", 1, "none"],
    [
      "a part of them, common ones not counting",
      "why was the cache slow",
      "The cache was cold",
      0.55,
      "none",
    ],
    ["a part of a compound", "Verbindung", "Die Datenbankverbindung bricht ab", 0.7, "none"],
    ["the identifier it names", "parseHookEvent", "calls parseHookEvent() twice", 1, "all"],
    ["another identifier with the same parts", "ERR_NOT_FOUND", "ERR_MODULE_NOT_FOUND", 0.5, "not all"],
    ["the phrase it puts in quotes", '"not found"', "module not found", 1, "all"],
    ["nothing", "kubernetes ingress", "Changed the color of the buy button", 0, "none"],
  ] as const)("%s", (_, typed, text, coverage, named) => {
    const judged = judgeOf(parseQuestion(typed), rarity)(document(text));
    expect(judged.named).toBe(named);
    expect(Math.abs(judged.coverage - coverage)).toBeLessThan(0.3);
  });

  test("a name counts however its words are joined, and a word inside another counts in part", () => {
    const named = judgeOf(
      parseQuestion("retryAfterMs"),
      rarity,
    )(document("it reads retry_after_ms from the answer"));
    expect(named).toMatchObject({ named: "all" });
    expect(
      judgeOf(parseQuestion("נתונים"), rarity)(document("החיבור לנתונים נכשל")).coverage,
    ).toBeGreaterThan(0.5);
  });
});
