// The chain finds every change, and a progress file is compared entry by entry.

import { expect, test } from "vitest";
import { brokenAt, entryHash, hashOf } from "./chain.ts";
import { firstDifference, progressText } from "./progress-file.ts";

const planHash = hashOf("the plan\n");

function chain(...texts: string[]) {
  let before = planHash;
  return texts.map((text, i) => {
    const entry = {
      number: i + 1,
      kind: "progress" as const,
      text,
      ticks: [],
      agent: "user",
      at: `2026-03-01T10:0${i}:00.000Z`,
    };
    before = entryHash(before, entry);
    return { ...entry, hash: before };
  });
}

const entries = chain("one", "two", "three");
const head = entries.at(-1)?.hash ?? null;

test("an intact chain has no broken entry, an empty one neither", () => {
  expect(brokenAt(planHash, entries, head)).toBeNull();
  expect(brokenAt(planHash, [], null)).toBeNull();
});

test("a changed text, time, order, a removed or an added entry is found at the first one", () => {
  const [one, two, three] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]];
  expect(brokenAt(planHash, [one, { ...two, text: "2" }, three], head)).toBe(2);
  expect(brokenAt(planHash, [one, { ...two, at: "2026-03-02T00:00:00.000Z" }, three], head)).toBe(2);
  expect(brokenAt(planHash, [two, one, three], head)).toBe(1);
  expect(brokenAt(planHash, [one, two], head)).toBe(3);
  expect(brokenAt(planHash, entries, two.hash)).toBe(4);
  expect(brokenAt(hashOf("another plan"), entries, head)).toBe(1);
});

test("a file that differs is named by its first entry that differs", () => {
  const text = progressText("auth", entries);
  const found = (actual: string, written?: number) => firstDifference("auth", entries, actual, written);
  expect(found(text)).toBeNull();
  expect(found(text.replace("two", "2"))).toEqual({ entry: 2, how: "changed" });
  expect(found(`${text}\nmore`)).toEqual({ entry: 4, how: "added before" });
  expect(found(text.slice(0, -4))).toEqual({ entry: 3, how: "changed" });
  expect(found(text.replace("# Progress", "# Done"))).toEqual({ entry: 0, how: "changed" });
  const [second, third] = [text.indexOf("\n## 2"), text.indexOf("\n## 3")];
  expect(found(text.slice(0, third))).toEqual({ entry: 3, how: "removed" });
  expect(found(text.slice(0, second) + text.slice(third))).toEqual({ entry: 2, how: "removed" });
  expect(found(`${text.slice(0, third)}\nmore\n${text.slice(third)}`)).toEqual({
    entry: 3,
    how: "added before",
  });
});

test("an entry that was never written to a changed file is not blamed", () => {
  const text = progressText("auth", entries);
  const upToTwo = text.slice(0, text.indexOf("\n## 3"));
  expect(firstDifference("auth", entries, upToTwo, 2)).toBeNull();
  expect(firstDifference("auth", entries, `${upToTwo}\nmore`, 2)).toEqual({ entry: 3, how: "added before" });
  expect(firstDifference("auth", entries, upToTwo.replace("one", "1"), 2)).toEqual({
    entry: 1,
    how: "changed",
  });
});
