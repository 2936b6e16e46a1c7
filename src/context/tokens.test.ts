import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "./tokens.ts";

/** Counted once with Anthropic's published tokenizer. */
test.each([
  [
    "prose",
    "The quick brown fox jumps over the lazy dog, and nobody in the whole village seems to mind it at all.",
    23,
  ],
  ["code", "export function add(a: number, b: number): number {\n  return a + b;\n}\n", 23],
])("the estimate for %s is near the real number of tokens", (_, text, tokens) => {
  expect(Math.abs(countTokens(text) / tokens - 1)).toBeLessThan(0.15);
});

test("the estimate is 0 for empty text and a number for any text", () => {
  expect(countTokens("")).toBe(0);
  for (const text of ["日本語のテキスト", "ÄÖÜ größer", "👩‍👩‍👧 emoji", "\u0000\u200b", "٣٤٥"]) {
    expect(countTokens(text)).toBeGreaterThan(0);
  }
});

test("the estimate for a text is the same with or without foreign letters next to it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aB9 \n\t._-/[](·…XyZ"), maxLength: 200 }), (text) => {
      // A letter of another script selects the general code path.
      const beside = countTokens(`${text}\n一`) - countTokens("\n一");
      expect(Math.abs(countTokens(text) - beside)).toBeLessThanOrEqual(1.5);
    }),
  );
});
