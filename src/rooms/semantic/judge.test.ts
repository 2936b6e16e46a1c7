import { describe, expect, test } from "vitest";
import {
  contradicted,
  type Judged,
  judge,
  likenessOf,
  type Neighbour,
  reinforced,
  type Verdict,
} from "./judge.ts";

const bundled = likenessOf({ id: "all-minilm-l6-v2/int8/384", dimensions: 384 });
const other = likenessOf({ id: "text-embedding-3-small/1536", dimensions: 1536 });
const none = likenessOf({ id: "off", dimensions: 0 });

const said = (content: string, over: Partial<Judged> = {}): Judged => ({
  content,
  category: "convention",
  standing: "claim",
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
      "the same meaning in other words",
      said("Don't commit to main directly"),
      [known("Never commit directly to main", 0.95)],
      { verdict: "reinforces" },
    ],
    [
      "near, and no word that the other lacks",
      said("Production runs on PostgreSQL"),
      [known("We use PostgreSQL in production", 0.74)],
      { verdict: "reinforces" },
    ],
    [
      "near, but of another thing",
      said("Close the server in tests"),
      [known("Close the database in tests", 0.75)],
      { verdict: "new" },
    ],
    [
      "just enough, in another category",
      said("Keep times in UTC", { category: "architecture" }),
      [known("Timestamps: always UTC zone", 0.86)],
      { verdict: "new" },
    ],
    [
      "the opposite",
      said("Never mock the database"),
      [known("Always mock the database", 0.95)],
      { verdict: "contradicts", against: [{ id: "Always mock the database", because: "negated" }] },
    ],
    [
      "another value of the same slot",
      said("Use spaces for indentation"),
      [known("Use tabs for indentation", 0.63)],
      { verdict: "contradicts" },
    ],
    [
      "opposite words about different matters",
      said("Never mock the database"),
      [known("Always mock the database", 0.2)],
      { verdict: "new" },
    ],
    [
      "said before, and against something else",
      said("Use pnpm"),
      [known("We use pnpm", 0.9), known("Use npm", 0.64)],
      { verdict: "reinforces", id: "We use pnpm", against: [{ id: "Use npm", because: "another value" }] },
    ],
    [
      "rejected once",
      said("Always use pnpm"),
      [known("We use pnpm", 0.9, { state: "rejected" })],
      { verdict: "rejected", id: "We use pnpm" },
    ],
    [
      "the opposite of what was rejected",
      said("Never use pnpm"),
      [known("Always use pnpm", 0.9, { state: "rejected" })],
      { verdict: "new" },
    ],
    [
      "what was put away comes back",
      said("Use pnpm"),
      [known("We use pnpm", 0.9, { state: "archived" })],
      { verdict: "reinforces" },
    ],
    [
      "a dead end is no claim",
      said("Use pnpm", { standing: "dead end" }),
      [known("Use pnpm", 1)],
      { verdict: "new" },
    ],
    [
      "a guess is no claim",
      said("Use pnpm", { standing: "hypothesis" }),
      [known("Use pnpm", 1)],
      { verdict: "new" },
    ],
    [
      "the model sees what rules do not",
      said("Dates come from the server"),
      [known("Dates come from the client", 0.7, { word: "contradicts" })],
      {
        verdict: "contradicts",
        against: [{ id: "Dates come from the client", because: "the model's word" }],
      },
    ],
    [
      "the model's word against the rules",
      said("Use spaces for indentation"),
      [known("Use tabs for indentation", 0.9, { word: "different" })],
      { verdict: "new" },
    ],
    [
      "the model knows them to be the same",
      said("CI needs the submodules"),
      [known("Check out submodules before a build", 0.5, { word: "same" })],
      { verdict: "reinforces" },
    ],
  ];
  test.each(table)("%s", (_, candidate, neighbours, verdict) => {
    expect(judge(candidate, neighbours, bundled)).toMatchObject(verdict);
  });
});

test("a model that was not measured must be surer, and words alone must be the same", () => {
  const [one, two] = [
    said("Commits follow the convention"),
    known("Follow the convention in messages", 0.86),
  ];
  expect(judge(one, [two], bundled).verdict).toBe("reinforces");
  expect(judge(one, [two], other).verdict).toBe("new");
  expect(judge(one, [{ ...two, similarity: 0.5 }], none).verdict).toBe("new");
  expect(judge(said("We use pnpm here"), [known("Always use pnpm", 1)], none).verdict).toBe("reinforces");
});

test("seen again and again, confidence goes toward 0.95 and not beyond", () => {
  const seen = [0.5];
  for (let session = 2; session <= 7; session++) seen.push(reinforced(seen.at(-1) ?? 0));
  expect(seen).toEqual([0.5, 0.7, 0.85, 0.9, 0.95, 0.95, 0.95]);
});

test("contradicted it loses 0.3, down to 0.1, and can come back", () => {
  expect([0.95, 0.7, 0.5, 0.2, 0.1].map(contradicted)).toEqual([0.65, 0.4, 0.2, 0.1, 0.1]);
  expect(reinforced(0.1)).toBe(0.3);
  expect(reinforced(0.4)).toBe(0.5);
});
