import { expect, test } from "vitest";
import { rankSymbols } from "./rank.ts";

const edges = [
  { from: "a", to: "c", confidence: 1 },
  { from: "b", to: "c", confidence: 1 },
  { from: "c", to: "d", confidence: 1 },
  { from: "b", to: "e", confidence: 0.1 },
];
const ids = ["a", "b", "c", "d", "e"];

test("what is called from many places ranks above what calls it, and ranks add up to 1", () => {
  const rank = rankSymbols(ids, edges, new Map());
  expect(rank.get("c")).toBeGreaterThan(rank.get("a") ?? 1);
  expect(rank.get("d")).toBeGreaterThan(rank.get("e") ?? 1);
  expect([...rank.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
});

test("what the task is about draws rank to itself and to what it calls", () => {
  const plain = rankSymbols(ids, edges, new Map());
  const drawn = rankSymbols(ids, edges, new Map([["b", 1]]));
  expect(drawn.get("b")).toBeGreaterThan(plain.get("b") ?? 1);
  expect(drawn.get("c")).toBeGreaterThan(plain.get("c") ?? 1);
});

test("no symbols, no ranks", () => {
  expect(rankSymbols([], edges, new Map()).size).toBe(0);
});
