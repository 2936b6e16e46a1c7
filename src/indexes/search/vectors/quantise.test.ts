// What a vector loses as bytes, and what is refused.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blobBytes, decode, encode, prepareQuery, scaleOf } from "./quantise.ts";

const vectors = fc
  .array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 1, maxLength: 400 })
  .map((components) => Float32Array.from(components));

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);

describe("a vector as bytes", () => {
  test("is one byte a dimension and four for the scale", () => {
    expect(encode(new Float32Array(384).fill(0.1)).length).toBe(388);
    expect(blobBytes(384)).toBe(388);
  });

  test("comes back as a unit vector in the same direction", () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const back = decode(encode(vector));
        const length = lengthOf(vector);
        expect(lengthOf(back)).toBeCloseTo(length === 0 ? 0 : 1, 5);
        if (length === 0) return;
        const cosine = vector.reduce((sum, x, i) => sum + (x / length) * (back[i] ?? 0), 0);
        // Each component is off by at most half a step of 1/127 of the largest.
        expect(cosine).toBeGreaterThan(1 - vector.length / 254 ** 2);
      }),
    );
  });

  test("does not depend on the length of the vector", () => {
    const vector = Float32Array.from({ length: 64 }, (_, i) => Math.sin(i));
    expect(encode(vector.map((x) => x * 1e-30))).toEqual(encode(vector));
    expect(encode(vector.map((x) => x * 1e30))).toEqual(encode(vector));
  });

  test("refuses what is not finite", () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(() => encode(Float32Array.of(1, bad))).toThrow("not finite");
      expect(() => prepareQuery(Float32Array.of(1, bad), new Int16Array(32))).toThrow("not finite");
    }
  });

  test("refuses bytes that do not match the dimensions", () => {
    const blob = encode(Float32Array.of(1, 2, 3));
    expect(() => scaleOf(blob, 4)).toThrow("are not 4 dimensions");
    expect(() => decode(new Uint8Array(3))).toThrow();
    expect(() => decode(new Uint8Array(4))).toThrow();
    blob.set([0, 0, 0xc0, 0x7f], 3);
    expect(() => decode(blob)).toThrow("invalid scale");
  });

  test("reads a BLOB that lies somewhere inside a larger buffer", () => {
    const blob = encode(Float32Array.of(3, -4));
    const inside = new Uint8Array(11);
    inside.set(blob, 5);
    expect(decode(inside.subarray(5))).toEqual(decode(blob));
  });
});

test("no query can make a dot product leave 32 bits", () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 384, 1024, 4096), fc.boolean(), (dimensions, flat) => {
      const query = Float32Array.from({ length: dimensions }, (_, i) => (flat ? 1 : 1 / (i + 1)));
      const whole = new Int16Array(dimensions);
      prepareQuery(query, whole);
      const worst = whole.reduce((sum, x) => sum + Math.abs(x) * 128, 0);
      expect(worst).toBeLessThan(2 ** 31);
      expect(Math.max(...whole)).toBeGreaterThan(1000);
    }),
  );
});
