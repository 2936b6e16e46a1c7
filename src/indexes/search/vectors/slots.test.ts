// The lookup table against a Map.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

const keys = fc.oneof(
  fc.nat(60),
  fc.nat(20).map((n) => n * 2 ** 32),
  fc.nat(20).map((n) => n * 64),
  fc.maxSafeNat(),
);

test("finds what a Map finds, through puts, moves and takes", () => {
  const step = fc.record({ key: keys, take: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const keyOf: number[] = [];
      const slots = createSlots((slot) => keyOf[slot] ?? -1);
      const truth = new Map<number, number>();
      for (const { key, take } of steps) {
        if (take) {
          expect(slots.take(key)).toBe(truth.get(key) ?? -1);
          truth.delete(key);
        } else {
          const slot = keyOf.push(key) - 1;
          expect(slots.add(key, slot)).toBe(!truth.has(key));
          slots.put(key, slot);
          truth.set(key, slot);
        }
        for (const one of [key, key + 1]) expect(slots.find(one)).toBe(truth.get(one) ?? -1);
      }
      for (const [key, slot] of truth) expect(slots.find(key)).toBe(slot);
    }),
  );
});
