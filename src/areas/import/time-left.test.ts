// The estimate follows the recent speed, and says nothing before it knows one.

import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

test("says nothing at first, and nothing when nothing moves or all is done", () => {
  const left = timeLeft();
  expect(left.after(0, 0, 100)).toBeNull();
  expect(left.after(1_000, 10, 100)).toBeNull();
  expect(timeLeft().after(5_000, 100, 100)).toBeNull();
});

test.each([
  [50, 100, "about 2 s left"],
  [2, 100, "about 2 min left"],
  [1, 5_000, "about 2.8 h left"],
])("%d of %d in two seconds", (done, all, said) => {
  const left = timeLeft();
  left.after(0, 0, all);
  expect(left.after(2_000, done, all)).toBe(said);
});

test("forgets the speed of long ago", () => {
  const left = timeLeft();
  left.after(0, 0, 10_000);
  left.after(100, 5_000, 10_000);
  left.after(60_000, 5_000, 10_000);
  expect(left.after(62_000, 5_100, 10_000)).toBe("about 2 min left");
});
