import { describe, expect, test } from "vitest";
import { clashOf, saysNoMore } from "./clash.ts";
import { pairs } from "./pairs.sample.ts";

const of = (kind: string) => pairs.filter((pair) => pair.kind === kind).map(({ a, b }) => [a, b] as const);

describe("opposite", () => {
  test.each(of("contradicts"))("%s | %s", (a, b) => {
    expect(clashOf(a, b)).not.toBeNull();
    expect(clashOf(b, a)).toBe(clashOf(a, b));
  });
});

describe("not opposite", () => {
  test.each([...of("same"), ...of("different")])("%s | %s", (a, b) => {
    expect(clashOf(a, b)).toBeNull();
    expect(clashOf(b, a)).toBeNull();
  });
});

test.each([
  ["Always use pnpm", "Never use pnpm", "negated"],
  ["Use pnpm instead of npm", "Use npm", "turned round"],
  ["Prefer tabs over spaces", "Prefer spaces over tabs", "turned round"],
  ["We use Node 22", "We use Node 24", "another number"],
  ["Migrations live in db/migrations", "Migrations live in src/store/migrations", "another value"],
])("%s | %s: %s", (a, b, clash) => {
  expect(clashOf(a, b)).toBe(clash);
});

test.each([
  ["", ""],
  ["Never", "Always"],
  ["!!!", "???"],
  ["x".repeat(100_000), "y ".repeat(50_000)],
])("any text is answered (%#)", (a, b) => {
  expect(clashOf(a, b)).toBeNull();
});

test("whether one says no more than the other", () => {
  expect(saysNoMore("Always use pnpm", "We use pnpm for dependencies")).toBe(true);
  expect(saysNoMore("Close the database in tests", "Close the server in tests")).toBe(false);
  expect(saysNoMore("", "Use pnpm")).toBe(false);
});
