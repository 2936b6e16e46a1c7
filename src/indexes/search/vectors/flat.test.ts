// The vector index against a plain scan of the decoded vectors.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFlat, type Flat, type FlatOptions } from "./flat.ts";
import { decode, encode } from "./quantise.ts";
import { bitmapOf, type Scope } from "./scope.ts";

const dimensions = 40; // Not a multiple of the kernel's step.
const vectors = fc
  .array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: dimensions, maxLength: dimensions })
  .map((components) => Float32Array.from(components));

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 8) / 2 ** 23 - 1;
  };
}

function randomVector(seed: number, length = dimensions): Float32Array {
  const next = dice(seed * 7919 + 1);
  for (let i = 0; i < 8; i++) next();
  return Float32Array.from({ length }, next);
}

function cosine(query: Float32Array, blob: Uint8Array): number {
  const length = Math.hypot(...query);
  if (length === 0) return 0;
  return decode(blob).reduce((sum, x, i) => sum + x * ((query[i] ?? 0) / length), 0);
}

/** The query is kept to 15 bits: so much may a score differ from the exact cosine with the stored vector. */
const tolerance = 2e-4;

/** Every claim that a search makes, checked against the truth it should have seen. */
function expectTrue(
  flat: Flat,
  truth: Map<number, Uint8Array>,
  query: Float32Array,
  k: number,
  scope?: Scope,
) {
  const { hits, spread } = flat.search(query, k, scope);
  const all = [...truth].map(([key, blob]) => ({ key, score: cosine(query, blob) }));
  const sorted = all.toSorted((a, b) => b.score - a.score || a.key - b.key);
  expect(hits.length).toBe(Math.min(k, truth.size));
  for (const [rank, { key, score }] of hits.entries()) {
    expect(truth.has(key)).toBe(true);
    expect(Math.abs(score - cosine(query, truth.get(key) as Uint8Array))).toBeLessThan(tolerance);
    expect(Math.abs(score - (sorted[rank]?.score ?? 9))).toBeLessThan(2 * tolerance);
    const before = hits[rank - 1];
    if (before) {
      expect(before.score > score || (before.score === score && before.key < key)).toBe(true);
    }
  }
  const mean = all.reduce((sum, { score }) => sum + score, 0) / (all.length || 1);
  const variance = all.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / (all.length || 1);
  expect(spread.rows).toBe(truth.size);
  expect(spread.mean).toBeCloseTo(mean, 3);
  expect(spread.deviation).toBeCloseTo(Math.sqrt(variance), 3);
}

function filled(rows: number, options: FlatOptions = {}) {
  const flat = createFlat(dimensions, options);
  const truth = new Map<number, Uint8Array>();
  for (let key = 0; key < rows; key++) {
    truth.set(key, encode(randomVector(key)));
    flat.add(key, truth.get(key) as Uint8Array);
  }
  return { flat, truth };
}

const only = (truth: Map<number, Uint8Array>, accept: (key: number) => boolean) =>
  new Map([...truth].filter(([key]) => accept(key)));

describe("the vector index", () => {
  test("answers like a plain scan after any adds, replacements and removals", () => {
    const step = fc.record({ key: fc.nat(25), vector: fc.option(vectors, { freq: 3 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), vectors, fc.nat(12), (steps, query, k) => {
        const flat = createFlat(dimensions);
        const truth = new Map<number, Uint8Array>();
        for (const { key, vector } of steps) {
          if (vector) {
            truth.set(key, encode(vector));
            flat.add(key, encode(vector));
          } else {
            expect(flat.remove(key)).toBe(truth.delete(key));
          }
        }
        expect(flat.size).toBe(truth.size);
        expectTrue(flat, truth, query, k);
        const even = only(truth, (key) => key % 2 === 0);
        expectTrue(flat, even, query, k, { accept: (key) => key % 2 === 0 });
        expectTrue(flat, even, query, k, { keys: [...even.keys(), 1_000_000] });
        expectTrue(flat, even, query, k, { bits: bitmapOf([...even.keys(), 90]) });
      }),
      { numRuns: 150 },
    );
  });

  test("grows over many blocks and shrinks again", () => {
    const { flat, truth } = filled(5000);
    const query = randomVector(-5);
    expectTrue(flat, truth, query, 20);
    for (let key = 0; key < 5000; key += 1) {
      if (key % 1000 < 7) continue;
      expect(flat.remove(key)).toBe(true);
      truth.delete(key);
    }
    expect(flat.size).toBe(35);
    expectTrue(flat, truth, query, 50);
    for (let key = 90_000; key < 92_000; key++) {
      truth.set(key, encode(randomVector(key)));
      flat.add(key, encode(randomVector(key)));
    }
    expectTrue(flat, truth, query, 50);
  });

  test("leaves no byte of a removed vector behind", () => {
    const { flat } = filled(2000);
    for (let key = 0; key < 2000; key++) flat.remove(key);
    const { kernel, blockAt } = flat.rows;
    expect(kernel.bytes.subarray(blockAt(0)).some((byte) => byte !== 0)).toBe(false);
  });

  test("breaks ties by key, whatever the order of arrival", () => {
    const flat = createFlat(dimensions);
    const same = encode(randomVector(1));
    for (const key of [9, 3, 7, 2 ** 40, 1, 5]) flat.add(key, same);
    const keys = (k: number) => flat.search(randomVector(2), k).hits.map(({ key }) => key);
    expect(keys(3)).toEqual([1, 3, 5]);
    flat.remove(3);
    expect(keys(9)).toEqual([1, 5, 7, 9, 2 ** 40]);
  });

  test("scores given keys as a search does", () => {
    const { flat } = filled(1500);
    const query = randomVector(-1);
    const scores = flat.scoresOf(query, [3, 1400, 77_777]);
    expect([...scores.keys()]).toEqual([3, 1400]);
    const all = new Map(flat.search(query, 1500).hits.map(({ key, score }) => [key, score]));
    for (const [key, score] of scores) expect(score).toBe(all.get(key));
  });

  test("finds zero vectors similar to nothing, and a zero query likewise", () => {
    const flat = createFlat(dimensions);
    flat.add(1, encode(new Float32Array(dimensions)));
    flat.add(0, encode(randomVector(1)));
    expect(flat.search(randomVector(1), 2).hits[1]).toEqual({ key: 1, score: 0 });
    const nothing = flat.search(new Float32Array(dimensions), 2);
    expect(nothing.hits).toEqual([
      { key: 0, score: 0 },
      { key: 1, score: 0 },
    ]);
    expect(nothing.spread).toEqual({ rows: 2, mean: 0, deviation: 0, measured: 2 });
  });

  test("refuses bad keys, vectors and queries, and is unharmed", () => {
    const { flat, truth } = filled(10);
    for (const key of [-1, 0.5, Number.NaN, 2 ** 53]) {
      expect(() => flat.add(key, encode(randomVector(1)))).toThrow("invalid row number");
    }
    expect(() => flat.add(99, new Uint8Array(3))).toThrow("dimensions");
    expect(() => flat.search(new Float32Array(3), 1)).toThrow("dimensions");
    expect(() => flat.search(new Float32Array(dimensions).fill(Number.NaN), 1)).toThrow("finite");
    expect(() => createFlat(0)).toThrow();
    expect(() => createFlat(5000)).toThrow();
    expectTrue(flat, truth, randomVector(3), 5);
  });

  test("returns nothing for an empty scope, an empty index or zero wanted results", () => {
    expect(createFlat(8).search(new Float32Array(8).fill(1), 5).hits).toEqual([]);
    const { flat } = filled(100);
    expect(flat.search(randomVector(1), 5, { keys: [] }).spread.rows).toBe(0);
    expect(flat.search(randomVector(1), 0).hits).toEqual([]);
    expect(flat.search(randomVector(1), 0).spread.measured).toBe(100);
  });

  test("costs 396 bytes a row and its lookup at 384 dimensions", () => {
    const flat = createFlat(384);
    const blob = encode(randomVector(1, 384));
    for (let key = 0; key < 20_480; key++) flat.add(key, blob);
    expect(flat.bytes).toBeLessThan(20_480 * (396 + 16) + 65_537);
  });
});

describe("the rough scan of very many rows", () => {
  test("finds what the exact scan finds, and measures the spread on a sample", () => {
    const { flat, truth } = filled(12_000, { scanUpTo: 8000, candidates: 2000 });
    let agree = 0;
    for (let seed = 0; seed < 8; seed++) {
      const query = randomVector(-100 - seed);
      const rough = flat.search(query, 10);
      expect(rough.spread.rows).toBe(12_000);
      expect(rough.spread.measured).toBeLessThan(1000);
      const half = { accept: (key: number) => key < 8000 };
      const exact = [...truth].map(([key, blob]) => ({ key, score: cosine(query, blob) }));
      const best = new Set(
        exact
          .toSorted((a, b) => b.score - a.score)
          .slice(0, 10)
          .map(({ key }) => key),
      );
      agree += rough.hits.filter(({ key }) => best.has(key)).length;
      expect(flat.search(query, 10, half).spread.measured).toBe(8000);
      const deviation = Math.sqrt(exact.reduce((sum, { score }) => sum + score ** 2, 0) / exact.length);
      expect(Math.abs(rough.spread.deviation / deviation - 1)).toBeLessThan(0.1);
    }
    expect(agree / 80).toBeGreaterThan(0.95);
  });

  test("keeps up with adds, replacements and removals, and with a scope", () => {
    const { flat } = filled(3000, { scanUpTo: 0, candidates: 50 });
    const query = randomVector(-1);
    flat.search(query, 1);
    flat.add(10, encode(query));
    flat.add(5000, encode(query));
    expect(flat.search(query, 2).hits.map(({ key }) => key)).toEqual([10, 5000]);
    flat.remove(10);
    expect(flat.search(query, 1).hits.map(({ key }) => key)).toEqual([5000]);
    flat.remove(3);
    expect(flat.search(query, 1, { accept: (key) => key !== 5000 }).hits[0]?.key).not.toBe(5000);
    expect(flat.search(query, 1, { keys: [7] }).hits.map(({ key }) => key)).toEqual([7]);
  });

  test("does not lose ties when all vectors are the same", () => {
    const flat = createFlat(dimensions, { scanUpTo: 0, candidates: 10 });
    const same = encode(randomVector(1));
    for (let key = 3000; key > 0; key--) flat.add(key, same);
    expect(flat.search(randomVector(1), 3).hits.map(({ key }) => key)).toEqual([1, 2, 3]);
  });
});
