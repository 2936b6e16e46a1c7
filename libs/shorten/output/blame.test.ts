import { expect, test } from "vitest";
import { blameIn } from "./blame.ts";

const line = (hash: string, day: string, n: number, code: string) =>
  `${hash} (Ada Lovelace ${day} 10:11:12 +0100 ${String(n).padStart(3)}) ${code}`;

const blame = [
  line("1a2b3c4d", "2026-01-05", 40, "export function total(prices: number[]): number {"),
  line("^2b3c4d5e", "2026-02-06", 41, "  return prices.reduce((sum, price) => sum + price, 0);"),
  line("1a2b3c4d", "2026-01-05", 42, "}"),
];

test("git blame is shortened to its commits, by number of lines, and the file's definitions", () => {
  expect(
    blameIn(`${blame.join("\n")}\n`)
      ?.map(({ text }) => text)
      .slice(0, 3),
  ).toEqual([
    "1a2b3c4d Ada Lovelace 2026-01-05: 2 lines",
    "2b3c4d5e Ada Lovelace 2026-02-06: 1 line",
    expect.stringContaining("40: export function total"),
  ]);
});

test("git blame names the commits of lines from a renamed file", () => {
  const moved = blame.map((one) => one.replace(" (", " src/old.ts ("));
  expect(blameIn(moved.join("\n"))).toEqual(blameIn(blame.join("\n")));
});

test("output that only begins like git blame is not parsed as git blame", () => {
  expect(blameIn([...blame, "fatal: no such path"].join("\n"))).toBeNull();
  expect(blameIn("")).toBeNull();
});
