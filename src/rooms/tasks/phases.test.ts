// What is allowed in each phase, and that every refusal names what is allowed instead.

import { expect, test } from "vitest";
import { nextStep, phaseOf, refuseUnlessAllowed, type Step, type TaskSoFar } from "./phases.ts";

const nothing: TaskSoFar = { name: "auth", state: "open", scratchpad: null, plan: null, entries: 0 };
const exploring = { ...nothing, scratchpad: "JWT?" };
const planned = { ...exploring, plan: "1. Use JWT" };
const working = { ...planned, entries: 2 };
const closed: TaskSoFar = { ...working, state: "closed" };

test("the phase follows from what exists", () => {
  expect([nothing, exploring, planned, working].map(phaseOf)).toEqual([
    "none",
    "discovery",
    "planning",
    "execution",
  ]);
  expect(phaseOf({ ...nothing, plan: "without a scratchpad" })).toBe("planning");
});

test.each<[string, TaskSoFar, Step[]]>([
  ["nothing exists", nothing, ["scratchpad", "plan"]],
  ["there is a scratchpad", exploring, ["scratchpad", "plan"]],
  ["there is a plan", planned, ["scratchpad", "plan", "append"]],
  ["there is progress", working, ["scratchpad", "append"]],
  ["it is closed", closed, []],
])("when %s, exactly these steps are allowed", (_, task, allowed) => {
  const steps: Step[] = ["scratchpad", "plan", "append"];
  const open = steps.filter((step) => {
    try {
      refuseUnlessAllowed(step, task);
      return true;
    } catch (error) {
      expect((error as { hint?: string }).hint).toContain("`tellback ");
      return false;
    }
  });
  expect(open).toEqual(allowed);
});

test("every phase names its next step as a command", () => {
  for (const task of [nothing, exploring, planned, working, closed])
    expect(nextStep(task)).toContain("`tellback ");
  expect(nextStep({ ...nothing, name: 'a "b" $c' })).toContain('tellback scratchpad "a \\"b\\" \\$c"');
});
