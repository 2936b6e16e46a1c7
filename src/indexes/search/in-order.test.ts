import fc from "fast-check";
import { expect, test } from "vitest";
import { fallingRelevance } from "./in-order.ts";

test("a falling sequence stays unchanged", () => {
  expect(fallingRelevance([0.9, 0.4, 0.4, 0.1])).toEqual([0.9, 0.4, 0.4, 0.1]);
  expect(fallingRelevance([])).toEqual([]);
});

test("neighbours that disagree with the order share their mean", () => {
  expect(fallingRelevance([0.5, 0.1, 0.3])).toEqual([0.5, 0.2, 0.2]);
});

test("the numbers never rise, stay within bounds, and add up to the same", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.05, max: 1, noNaN: true })), (given) => {
      const shown = fallingRelevance(given);
      expect(shown).toHaveLength(given.length);
      for (const [i, value] of shown.entries()) {
        expect(value).toBeLessThanOrEqual((shown[i - 1] ?? 1) + 1e-9);
        expect(value).toBeGreaterThanOrEqual(0.05 - 1e-9);
      }
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      expect(sum(shown)).toBeCloseTo(sum(given), 6);
    }),
  );
});
