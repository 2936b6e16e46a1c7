import { describe, expect, test } from "vitest";
import { contradicted, reinforced } from "../../memory/knowledge/confidence.ts";
import { type Judged, judge, likenessOf, type Neighbour, type Verdict } from "./judge.ts";

const bundled = likenessOf({ id: "all-minilm-l6-v2/int8/384", dimensions: 384 });
const other = likenessOf({ id: "text-embedding-3-small/1536", dimensions: 1536 });
const none = likenessOf({ id: "off", dimensions: 0 });

const said = (content: string, over: Partial<Judged> = {}): Judged => ({
  content,
  category: "convention",
  statementKind: "claim",
  ...over,
});
const known = (content: string, similarity: number, over: Partial<Neighbour> = {}): Neighbour => ({
  ...said(content),
  id: content,
  state: "active",
  similarity,
  ...over,
});

describe("the verdict", () => {
  const table: [string, Judged, Neighbour[], Partial<Verdict>][] = [
    ["nothing is known", said("Use pnpm"), [], { verdict: "new" }],
    [
      "the same words",
      said("Use pnpm!"),
      [known("use pnpm", 0.2)],
      { verdict: "reinforces", id: "use pnpm" },
    ],
    [
      "the same statement in other words",
      said("Don't commit to main directly"),
      [known("Never commit directly to main", 0.95)],
      { verdict: "reinforces" },
    ],
    [
      "similar, and one contains all words of the other",
      said("Production runs on PostgreSQL"),
      [known("We use PostgreSQL in production", 0.74)],
      { verdict: "reinforces" },
    ],
    [
      "similar, but about another thing",
      said("Close the server in tests"),
      [known("Close the database in tests", 0.75)],
      { verdict: "new" },
    ],
    [
      "just similar enough, but in another category",
      said("Keep times in UTC", { category: "architecture" }),
      [known("Timestamps: always UTC zone", 0.86)],
      { verdict: "new" },
    ],
    [
      "the opposite",
      said("Never mock the database"),
      [known("Always mock the database", 0.95)],
      {
        verdict: "contradicts",
        against: [{ id: "Always mock the database", because: "negated", isSure: true }],
      },
    ],
    [
      "another value for the same subject",
      said("Use spaces for indentation"),
      [known("Use tabs for indentation", 0.63)],
      { verdict: "contradicts" },
    ],
    [
      "opposite words about different topics",
      said("Never mock the database"),
      [known("Always mock the database", 0.2)],
      { verdict: "new" },
    ],
    [
      "known, and contradicts another one",
      said("Use pnpm"),
      [known("We use pnpm", 0.9), known("Use npm", 0.64)],
      {
        verdict: "reinforces",
        id: "We use pnpm",
        against: [{ id: "Use npm", because: "another value", isSure: true }],
      },
    ],
    [
      "rejected once",
      said("Always use pnpm"),
      [known("We use pnpm", 0.9, { state: "rejected" })],
      { verdict: "rejected", id: "We use pnpm" },
    ],
    [
      "the opposite of a rejected learning",
      said("Never use pnpm"),
      [known("Always use pnpm", 0.9, { state: "rejected" })],
      { verdict: "new" },
    ],
    [
      "an archived learning becomes active again",
      said("Use pnpm"),
      [known("We use pnpm", 0.9, { state: "archived" })],
      { verdict: "reinforces" },
    ],
    [
      "a dead end is not compared with a claim",
      said("Use pnpm", { statementKind: "dead end" }),
      [known("Use pnpm", 1)],
      { verdict: "new" },
    ],
    [
      "a hypothesis is not compared with a claim",
      said("Use pnpm", { statementKind: "hypothesis" }),
      [known("Use pnpm", 1)],
      { verdict: "new" },
    ],
  ];
  test.each(table)("%s", (_, candidate, neighbours, verdict) => {
    expect(judge(candidate, neighbours, bundled)).toMatchObject(verdict);
  });
});

test("an unmeasured model needs a higher similarity, and shared words alone must be equal", () => {
  const [one, two] = [
    said("Commits follow the convention"),
    known("Follow the convention in messages", 0.86),
  ];
  expect(judge(one, [two], bundled).verdict).toBe("reinforces");
  expect(judge(one, [two], other).verdict).toBe("new");
  expect(judge(one, [{ ...two, similarity: 0.5 }], none).verdict).toBe("new");
  expect(judge(said("We use pnpm here"), [known("Always use pnpm", 1)], none).verdict).toBe("reinforces");
});

test("repeated support raises the confidence to at most 0.95", () => {
  const seen = [0.5];
  for (let session = 2; session <= 7; session++) seen.push(reinforced(seen.at(-1) ?? 0));
  expect(seen).toEqual([0.5, 0.7, 0.85, 0.9, 0.95, 0.95, 0.95]);
});

test("a contradiction lowers the confidence by 0.3, to at least 0.1, and it can rise again", () => {
  expect([0.95, 0.7, 0.5, 0.2, 0.1].map(contradicted)).toEqual([0.65, 0.4, 0.2, 0.1, 0.1]);
  expect(reinforced(0.1)).toBe(0.3);
  expect(reinforced(0.4)).toBe(0.5);
});
