// Which writes change a sealed file, for the usual layout and another one.

import { expect, test } from "vitest";
import { sealedBy } from "./guard.ts";

const usual = { base: "/p/.tellback/tasks", pattern: "{task}/{phase}.md" };
const flat = { base: "/x/notes", pattern: "{task}-{timestamp}-{phase}.md" };
const write = (path: string, isRecursive = false) => ({ path, isRecursive });

test.each([
  ["/p/.tellback/tasks/auth/plan.md", { phase: "plan", task: "auth" }],
  ["/p/.tellback/tasks/auth/progress.md", { phase: "progress", task: "auth" }],
  ["/p/.TELLBACK/tasks/auth/PLAN.md", null],
  ["/p/.tellback/tasks/Auth/PLAN.MD", { phase: "plan", task: "Auth" }],
  ["/p/.tellback/tasks/*/plan.md", { phase: "plan", task: "*" }],
  ["/p/.tellback/tasks/auth/p*", { phase: "plan", task: "auth" }],
  ["/p/.tellback/tasks/auth/scratchpad.md", null],
  ["/p/.tellback/tasks/auth/other.md", null],
  ["/p/.tellback/config.json", null],
  ["/p/docs/plan.md", null],
  ["/p/plan.md", null],
])("%s", (path, expected) => {
  expect(sealedBy(write(path), usual)).toEqual(expected);
});

test("a folder with sealed files must not be moved or deleted, the whole project is not about them", () => {
  const none = { phase: null, task: null };
  expect(sealedBy(write("/p/.tellback/tasks/auth", true), usual)).toEqual({ phase: null, task: "auth" });
  expect(sealedBy(write("/p/.tellback/tasks", true), usual)).toEqual(none);
  expect(sealedBy(write("/p/.tellback", true), usual)).toEqual(none);
  expect(sealedBy(write("/p/.tellback/tasks", false), usual)).toBeNull();
  expect(sealedBy(write("/p", true), usual)).toBeNull();
  expect(sealedBy(write("/p/src", true), usual)).toBeNull();
});

test("another folder and other names are guarded alike", () => {
  expect(sealedBy(write("/x/notes/auth-20260301T100000Z-plan.md"), flat)).toEqual({
    phase: "plan",
    task: "auth",
  });
  expect(sealedBy(write("/x/notes/auth-20260301T100000Z-scratchpad.md"), flat)).toBeNull();
});
