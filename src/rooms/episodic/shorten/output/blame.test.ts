import { expect, test } from "vitest";
import { blameIn } from "./blame.ts";

const line = (hash: string, day: string, n: number, code: string) =>
  `${hash} (Ada Lovelace ${day} 10:11:12 +0100 ${String(n).padStart(3)}) ${code}`;

const blame = [
  line("1a2b3c4d", "2026-01-05", 40, "export function total(prices: number[]): number {"),
  line("^2b3c4d5e", "2026-02-06", 41, "  return prices.reduce((sum, price) => sum + price, 0);"),
  line("1a2b3c4d", "2026-01-05", 42, "}"),
];

test("a blame is told by its commits, those of most lines first, and by what the file defines", () => {
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

test("a blame of another file's lines, after a rename, names the commits too", () => {
  const moved = blame.map((one) => one.replace(" (", " src/old.ts ("));
  expect(blameIn(moved.join("\n"))).toEqual(blameIn(blame.join("\n")));
});

test("what only begins like one is none", () => {
  expect(blameIn([...blame, "fatal: no such path"].join("\n"))).toBeNull();
  expect(blameIn("")).toBeNull();
});
