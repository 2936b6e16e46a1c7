import { expect, test } from "vitest";
import { companions } from "./used-together.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const runs = (name: string, ...times: number[]) => times.map((at) => ({ name, at }));

test("functions that run around the same time on two occasions are companions, the most frequent first", () => {
  const own = [0, day, 2 * day];
  const others = [
    ...runs("often", minute, day - minute, 2 * day + 9 * minute),
    ...runs("twice", minute, day + minute),
    ...runs("once", minute),
    ...runs("later", day / 2, day + day / 2),
  ];
  expect(companions(own, others)).toEqual(["often", "twice"]);
});

test("many runs in one sitting are one occasion", () => {
  const own = Array.from({ length: 50 }, (_, i) => i * minute);
  expect(companions(own, runs("other", ...own))).toEqual([]);
});
