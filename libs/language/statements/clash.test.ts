import { describe, expect, test } from "vitest";
import { pairs } from "../../../test/samples/knowledge/pairs.ts";
import { bothHold, replaced } from "../../../test/samples/knowledge/replacements.ts";
import {
  unseenAsked,
  unseenBothHold,
  unseenMissed,
  unseenReplaced,
} from "../../../test/samples/knowledge/unseen-replacements.ts";
import { clashOf, oneCoversOther } from "./clash.ts";

const of = (kind: string) => pairs.filter((pair) => pair.kind === kind).map(({ a, b }) => [a, b] as const);

describe("clashOf finds a contradiction", () => {
  test.each(of("contradicts"))("%s | %s", (a, b) => {
    expect(clashOf(a, b)).not.toBeNull();
    expect(clashOf(b, a)).toEqual(clashOf(a, b));
  });
});

describe("a later statement of the same slot replaces the earlier one", () => {
  test.each([...replaced, ...unseenReplaced])("%s | %s", (earlier, later) => {
    expect(clashOf(earlier, later)?.isSure).toBe(true);
  });
});

describe("statements of different slots both hold", () => {
  test.each([...bothHold, ...unseenBothHold, ...of("same"), ...of("different")])("%s | %s", (a, b) => {
    expect(clashOf(a, b)?.isSure ?? false).toBe(false);
    expect(clashOf(b, a)?.isSure ?? false).toBe(false);
  });
});

describe("what is not seen to be of one slot replaces nothing", () => {
  test.each(unseenMissed)("%s | %s", (earlier, later) => {
    expect(clashOf(earlier, later)).toBeNull();
  });
});

test.each(unseenAsked)("a person is asked about %s | %s", (earlier, later) => {
  expect(clashOf(earlier, later)?.isSure).toBe(false);
});

test.each([
  ["Always use pnpm", "Never use pnpm", "negated"],
  ["Use pnpm instead of npm", "Use npm", "turned round"],
  ["Prefer tabs over spaces", "Prefer spaces over tabs", "turned round"],
  ["We use Node 22", "We use Node 24", "another number"],
  ["Migrations live in db/migrations", "Migrations live in src/store/migrations", "another value"],
])("%s | %s contradict each other: %s", (a, b, clash) => {
  expect(clashOf(a, b)).toEqual({ because: clash, isSure: true });
});

test.each([
  ["", ""],
  ["Never", "Always"],
  ["!!!", "???"],
  ["x".repeat(100_000), "y ".repeat(50_000)],
])("clashOf accepts any text (%#)", (a, b) => {
  expect(clashOf(a, b)).toBeNull();
});

test("oneCoversOther is true if one sentence contains all terms of the other", () => {
  expect(oneCoversOther("Always use pnpm", "We use pnpm for dependencies")).toBe(true);
  expect(oneCoversOther("Close the database in tests", "Close the server in tests")).toBe(false);
  expect(oneCoversOther("", "Use pnpm")).toBe(false);
});
