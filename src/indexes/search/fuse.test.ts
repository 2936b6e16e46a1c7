import { expect, test } from "vitest";
import { type Candidate, fuse } from "./fuse.ts";

const spreads = { text: { mean: 0.2, deviation: 1 }, cosine: { mean: 0.1, deviation: 0.1 } };

function candidate(seq: number, text: number, cosine: number | null): Candidate {
  const place = { session: 0, before: 0, after: 0 };
  return { ...place, seq, text, cosine, spoken: null, codeShare: 0, coverage: 0, date: 0 };
}

const order = (...candidates: Candidate[]) => fuse(candidates, spreads, false).map(({ seq }) => seq);

test("a document without a vector ranks by its words beside near-copies that have one", () => {
  const copies = [2, 3, 4].map((seq) => candidate(seq, 2, 0.5));
  expect(order(candidate(1, 3, null), ...copies)[0]).toBe(1);
});

test("a document without a vector is not nearer than the nearest, and not near without words", () => {
  const nearest = candidate(2, 6, 0.5);
  expect(order(candidate(1, 6.1, null), nearest)).toEqual([1, 2]);
  expect(order(candidate(1, 5.9, null), nearest)).toEqual([2, 1]);
  expect(order(candidate(1, 0, null), candidate(2, 0, 0.3))).toEqual([2, 1]);
});
