// Which writes change a sealed file, for the usual layout and another one.

import { expect, test } from "vitest";
import { sealedBy } from "./guard.ts";

const usual = { base: "/p/.engram/tasks", pattern: "{task}/{phase}.md" };
const flat = { base: "/x/notes", pattern: "{task}-{timestamp}-{phase}.md" };
const write = (path: string, isRecursive = false) => ({ path, isRecursive });

test.each([
  ["/p/.engram/tasks/auth/plan.md", { phase: "plan", task: "auth" }],
  ["/p/.engram/tasks/auth/progress.md", { phase: "progress", task: "auth" }],
  ["/p/.ENGRAM/tasks/auth/PLAN.md", null],
  ["/p/.engram/tasks/Auth/PLAN.MD", { phase: "plan", task: "Auth" }],
  ["/p/.engram/tasks/*/plan.md", { phase: "plan", task: "*" }],
  ["/p/.engram/tasks/auth/p*", { phase: "plan", task: "auth" }],
  ["/p/.engram/tasks/auth/scratchpad.md", null],
  ["/p/.engram/tasks/auth/other.md", null],
  ["/p/.engram/config.json", null],
  ["/p/docs/plan.md", null],
  ["/p/plan.md", null],
])("%s", (path, expected) => {
  expect(sealedBy(write(path), usual)).toEqual(expected);
});

test("a folder with sealed files must not be moved or deleted, the whole project is not about them", () => {
  const none = { phase: null, task: null };
  expect(sealedBy(write("/p/.engram/tasks/auth", true), usual)).toEqual({ phase: null, task: "auth" });
  expect(sealedBy(write("/p/.engram/tasks", true), usual)).toEqual(none);
  expect(sealedBy(write("/p/.engram", true), usual)).toEqual(none);
  expect(sealedBy(write("/p/.engram/tasks", false), usual)).toBeNull();
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
