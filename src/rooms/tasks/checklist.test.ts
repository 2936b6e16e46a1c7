// Which steps a plan has, which reports complete them, and which entries repeat an earlier one.

import { expect, test } from "vitest";
import { itemsOf, stepsOf } from "./checklist.ts";
import { isRepeated } from "./likeness.ts";

const plan = `## Plan
1. Create User model with email/password
2. Add JWT token generation
3. Create login/logout endpoints
4. Add middleware for protected routes`;

const report = (number: number, text: string, ticks: number[] = []) => ({ number, text, ticks });

test("a plan's steps are its boxes, or else its numbered items; not those in code", () => {
  expect(itemsOf(plan).map(({ text }) => text)).toHaveLength(4);
  const boxes = "1. first think\n- [ ] write it\n* [x] read it\n```\n- [ ] not a step\n```";
  expect(itemsOf(boxes)).toEqual([
    { text: "write it", isDone: false },
    { text: "read it", isDone: true },
  ]);
  expect(itemsOf("Just prose.")).toEqual([]);
});

test("an entry completes the steps that it names, and those whose words a done line repeats", () => {
  const steps = stepsOf(plan, [
    report(1, "✅ Completed User model with password hashing"),
    report(2, "Looked at the token library, nothing is done: JWT token generation comes next"),
    report(3, "Progress today:\n✅ Added JWT token generation and validation\n🔄 login endpoints"),
    report(4, "All routes are protected.", [4]),
  ]);
  expect(steps.map(({ doneBy }) => doneBy)).toEqual([1, 3, null, 4]);
});

test("a step is named by its number, and the first entry that completes it counts", () => {
  const steps = stepsOf(plan, [
    report(1, "[x] step 3"),
    report(2, "✅ #3 again, and step 9"),
    report(3, "✅ step 99"),
  ]);
  expect(steps.map(({ doneBy }) => doneBy)).toEqual([null, null, 1, null]);
});

test("a done line that fits two steps equally completes neither", () => {
  const twins = "1. Add tests for login\n2. Add tests for login";
  expect(stepsOf(twins, [report(1, "✅ Added tests for login")]).map(({ doneBy }) => doneBy)).toEqual([
    null,
    null,
  ]);
});

test("an entry that shares more than 70 % of its words with another one repeats it", () => {
  const said = "Added the login endpoint and its tests, all of them pass";
  expect(isRepeated(said, said)).toBe(true);
  expect(isRepeated("Added the login endpoint and its tests; all of them pass now", said)).toBe(true);
  expect(isRepeated("Added the logout endpoint; its tests still fail on expiry", said)).toBe(false);
  expect(isRepeated("tests pass", "tests pass again")).toBe(false);
  expect(isRepeated("tests pass", " tests pass\n")).toBe(true);
});
