import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInPrices, costOf, loadPrices, priceOf, pricesPath, unknownPrice } from "./prices.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "egprices-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const remote = (model: string, provider = "anthropic") => ({ provider, model, isLocal: false });

test.each([
  ["claude-haiku-5-5", 0.1],
  ["claude-haiku-4-5-20251001", 1],
  ["claude-sonnet-5-5", 2],
  ["claude-sonnet-4-6", 3],
  ["claude-opus-5-5", 4],
  ["claude-opus-4-1-20250805", unknownPrice.input],
  ["sonnet", 3],
])("%s costs $%d per million tokens read", (model, input) => {
  expect(priceOf(builtInPrices, remote(model)).input).toBe(input);
});

test("an unknown model is treated as expensive, unless it runs locally", () => {
  expect(priceOf(builtInPrices, remote("mystery"))).toEqual({ ...unknownPrice, isKnown: false });
  expect(priceOf(builtInPrices, { ...remote("mystery"), isLocal: true })).toEqual({
    input: 0,
    output: 0,
    isKnown: true,
  });
});

test("the user's prices override the built-in ones, for a model or for all of a provider", () => {
  const prices = { mystery: { input: 1, output: 2 }, "claude-cli/": { input: 0, output: 0 } };
  writeFileSync(pricesPath(home), JSON.stringify(prices));
  const loaded = loadPrices(home);
  expect(priceOf(loaded, remote("mystery-mini"))).toMatchObject({ input: 1, output: 2, isKnown: true });
  expect(priceOf(loaded, remote("other", "claude-cli"))).toMatchObject({ input: 0 });
  expect(priceOf(loaded, remote("claude-haiku-5-5"))).toMatchObject({ input: 0.1 });
});

test.each(["{", "[]", '{"m":{"input":-1,"output":1}}', '{"m":{"in":1,"output":1}}'])(
  "a price file that says %s is refused with its name",
  (text) => {
    writeFileSync(pricesPath(home), text);
    expect(() => loadPrices(home)).toThrow(pricesPath(home));
  },
);

test("a cost is in billionths of a dollar, rounded up; the provider's own figure overrides it", () => {
  const rate = { input: 0.1, output: 0.5, cacheRead: 0.01 };
  expect(costOf(rate, { input: 1_000, output: 100, cacheRead: 500 })).toBe(100_000 + 50_000 + 5_000);
  expect(costOf({ input: 0.0001, output: 0 }, { input: 1, output: 0 })).toBe(1);
  expect(costOf(rate, { input: 1_000, output: 100, usd: 0.25 })).toBe(250_000_000);
});
