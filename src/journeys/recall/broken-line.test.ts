import { expect, test } from "vitest";
import type { BrokenCall } from "../../protocol/broken-calls.ts";
import { brokenLines } from "./broken-line.ts";

const call = (file: string, line: number, more: Partial<BrokenCall> = {}): BrokenCall => ({
  ...{ was: "shop/price.py#net_to_gross", now: "shop/price.py#gross_of", file, line },
  ...{ caller: null, written: "net_to_gross(1)", takes: null, ...more },
});

const textOf = (...calls: BrokenCall[]) => brokenLines(calls).map(({ text }) => text);

test("names the old and the new name, and every place, code before tests", () => {
  expect(
    textOf(
      call("tests/test_cart.py", 3),
      call("shop/cart.py", 5, { caller: "shown" }),
      call("shop/invoice.py", 5),
    ),
  ).toEqual([
    "3 calls still use net_to_gross, now gross_of: shop/cart.py:5 in shown, shop/invoice.py:5, tests/test_cart.py:3.",
  ]);
});

test("says what is gone, and where what has moved is now", () => {
  expect(textOf(call("a.py", 1, { now: null }))).toEqual([
    "1 call still uses net_to_gross, which shop/price.py no longer defines: a.py:1.",
  ]);
  expect(textOf(call("a.py", 1, { now: "shop/tax.py#net_to_gross" }))).toEqual([
    "1 call still uses net_to_gross of shop/price.py, now in shop/tax.py: a.py:1.",
  ]);
});

test("says which calls do not fit the parameters any more", () => {
  expect(textOf(call("a.py", 1, { takes: "net, rate, digits" }))).toEqual([
    "1 call does not fit net_to_gross(net, rate, digits) any more: a.py:1.",
  ]);
});

test("names six places, and counts the others", () => {
  const many = Array.from({ length: 9 }, (_, i) => call("a.py", i + 1));
  expect(textOf(...many)[0]).toMatch(/^9 calls still use .*: a\.py:1, .*a\.py:6 and 3 more\.$/);
});
