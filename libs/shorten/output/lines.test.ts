// Terminal output converted to plain text, and lines and words cut at safe points.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, cutPath, oneLine } from "../../language/index.ts";
import { identifiers } from "../text/identifiers.ts";
import { isFileWord, shownPath } from "../text/paths.ts";
import { pickLines, plainLines } from "./lines.ts";

test("plain text has no overwritten text, colours, rulers or spinners", () => {
  const raw =
    "\u001b[32mok\u001b[0m done\r\nfetch 10%\rfetch 100%\rfetched\n=====\n[#####>    ] 52%\n⠋ working\n 1.2MB / 3.4MB\nend";
  expect(plainLines(raw)).toEqual(["ok done", "fetched", "end"]);
});

describe("pickLines", () => {
  test("keeps the order, drops repeats, prefers higher scores, and names what it left out", () => {
    const noise = Array.from({ length: 50 }, (_, i) => ({ text: `handled request ${i}`, score: 30 }));
    const bad = Array.from({ length: 9 }, (_, i) => ({
      text: `boom ${"abcdefghi"[i]} in src/f${i}.ts:${i} because of a thing`,
      score: 90,
    }));
    const picked = pickLines([...noise, ...bad], 300);
    expect(picked[0]).toContain("boom a");
    expect(picked.at(-1)).toMatch(/^also: .*src\/f\d\.ts:\d/);
    expect(picked.join("\n").length).toBeLessThanOrEqual(300);
  });

  test("never exceeds its budget by more than the line ends", () => {
    const line = fc.record({ text: fc.string({ maxLength: 400 }), score: fc.integer({ min: 0, max: 100 }) });
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 20, max: 1200 }), (lines, budget) => {
        expect(pickLines(lines, budget).join("\n").length).toBeLessThanOrEqual(budget);
      }),
    );
  });
});

describe("cut", () => {
  test("cuts at a word and marks what is missing", () => {
    expect(cut("one two three four", 15)).toBe("one two three…");
    expect(oneLine("  a\n\n b\t c ", 20)).toBe("a b c");
    expect(cutPath("src/very/long/way/to/login.ts", 20)).toBe("…/way/to/login.ts");
  });

  test("never cuts inside a character or a secret's marker", () => {
    expect(cut("😀".repeat(10), 8).isWellFormed()).toBe(true);
    expect(cut("token is [secret:github] here and there", 16)).toBe("token is…");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        expect(cut(text, max).length).toBeLessThanOrEqual(max);
        expect(cut(text, max).isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});

test.each([
  ["/p/src/a.ts", "src/a.ts"],
  ["src/a.ts", "web/src/a.ts"],
  ["../a.ts", "a.ts"],
  ["/p", "."],
  ["/pq/a.ts", "/pq/a.ts"],
  ["/etc/../etc/hosts", "/etc/hosts"],
])("%s is shown as %s", (path, shown) =>
  expect(shownPath(path, { projectDir: "/p/", cwd: "/p/web" })).toBe(shown),
);

test("Windows paths are shown with slashes", () => {
  expect(
    shownPath("c:\\Work\\shop\\src\\a.ts", { projectDir: "C:\\Work\\shop", cwd: "C:\\Work\\shop" }),
  ).toBe("src/a.ts");
});

test("isFileWord accepts words that name files and refuses others", () => {
  const words = [
    "a.ts",
    "src/a",
    "./run.sh",
    "src/lib/",
    "https://x.org/a.js",
    "-v",
    "1.2.3",
    "@types/node",
    "./...",
    "x.com",
  ];
  expect(words.filter(isFileWord)).toEqual(["a.ts", "./run.sh", "src/lib/"]);
});

test("identifiers are found in the order of the text", () => {
  const text =
    "TypeError at src/a.ts:3:7 (see https://x.org/e), ENOENT: 9f3c2ab, limits.depth, tests/a.py::test_b `run()`";
  expect(identifiers(text)).toEqual([
    "TypeError",
    "src/a.ts:3:7",
    "https://x.org/e",
    "ENOENT",
    "9f3c2ab",
    "tests/a.py::test_b",
    "`run()`",
  ]);
});
