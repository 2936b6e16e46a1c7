import { expect, test } from "vitest";
import type { WaitingFile } from "../platform/inbox.ts";
import { planOf } from "./order.ts";

const kb = 1024;
const file = (path: string, bytes = kb): WaitingFile => ({ path, bytes, modifiedMs: 0 });
const none = () => 0;
const long = 60_000;

test("small files come in batches limited by number and by bytes, in their order", () => {
  const many = Array.from({ length: 450 }, (_, n) => file(`${n}.0`));
  const { small, alone } = planOf(many, none, long);
  expect(small.map((batch) => batch.length)).toEqual([200, 200, 50]);
  expect(small.flat()).toEqual(many);
  expect(alone).toBeNull();
  const heavy = Array.from({ length: 20 }, (_, n) => file(`${n}.0`, 500 * kb));
  for (const batch of planOf(heavy, none, long).small) {
    expect(batch.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(4096 * kb);
  }
});

test("a large file is read alone, never together with small ones", () => {
  const plan = planOf([file("big", 4096 * kb), file("a"), file("bigger", 9000 * kb), file("b")], none, long);
  expect(plan.small.map((batch) => batch.map(({ path }) => path))).toEqual([["a", "b"]]);
  expect(plan.alone?.path).toBe("big");
});

test("a file on which a daemon crashed is read alone, after the others", () => {
  const deaths: Record<string, number> = { once: 1, twice: 2 };
  const plan = planOf([file("twice"), file("once"), file("new")], ({ path }) => deaths[path] ?? 0, long);
  expect(plan.small).toEqual([[file("new")]]);
  expect(plan.alone?.path).toBe("once");
});

test("before the last counted crash, the daemon runs for a while without the file", () => {
  const twice = () => 2;
  expect(planOf([file("a")], twice, 0).alone).toBeNull();
  expect(planOf([file("a")], twice, long).alone?.path).toBe("a");
});
