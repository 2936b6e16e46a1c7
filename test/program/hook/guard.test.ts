// The guard as hook.sh runs it: silent and without a trace where no task exists, a denial with the right command where
// one does, and never an error.

import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Home, shellHook, stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { gitProject } from "../../support/temp.ts";

let home: Home;
let project: string;

beforeAll(async () => {
  home = await tellbackHome();
  project = await gitProject(join(home.path, "user/project"));
});
afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

const call = (tool: string, input: object, cwd = project) =>
  JSON.stringify({
    session_id: "guarded",
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_use_id: "toolu_1",
    tool_input: input,
  });
const guard = (tool: string, input: object, folder = project, cwd = folder) =>
  shellHook(home, ["guard", "20"], call(tool, input, cwd), { projectDir: folder });
const silent = { code: 0, stdout: "", stderr: "" };

test("in a project without tasks nothing is written and nothing is asked", async () => {
  expect(await guard("Bash", { command: "echo x > .tellback/tasks/a/plan.md" })).toEqual(silent);
  expect(existsSync(home.paths.inbox) ? readdirSync(home.paths.inbox) : []).toEqual([]);
});

test("a call that would change a sealed file is denied, all others run", { timeout: 60_000 }, async () => {
  await tellback(home, ["plan", "auth", "--content", "1. Do it"], { cwd: project });
  const plan = join(project, ".tellback/tasks/auth/plan.md");
  const denied = await guard("Write", { file_path: plan, content: "x" });
  expect(JSON.parse(denied.stdout)).toMatchObject({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("tellback append auth --kind deviation"),
    },
  });
  const isDenied = async (command: string, cwd = project) =>
    (await guard("Bash", { command }, project, cwd)).stdout.includes('"deny"');
  expect(await isDenied("echo x >> .tellback/tasks/auth/progress.md")).toBe(true);
  expect(await isDenied("rm plan.md", join(project, ".tellback/tasks/auth"))).toBe(true);
  expect(await isDenied("cat .tellback/tasks/auth/plan.md > /dev/null")).toBe(false);
  expect(await isDenied("rm plan.md")).toBe(false);
  expect(
    (await guard("Edit", { file_path: join(project, "plan.md"), old_string: "a", new_string: "b" })).stdout,
  ).toBe("");
});

test("the tasks of the repository are guarded when the client runs in a folder of it", {
  timeout: 60_000,
}, async () => {
  const inside = join(project, "packages/api");
  mkdirSync(inside, { recursive: true });
  const { stdout } = await guard("Bash", { command: "rm ../../.tellback/tasks/auth/plan.md" }, inside);
  expect(stdout).toContain('"deny"');
});

test("without a daemon the guard still answers, and a payload that makes no sense is let through", {
  timeout: 60_000,
}, async () => {
  await stop(home);
  expect((await guard("Bash", { command: "sed -i s/1/2/ .tellback/tasks/auth/plan.md" })).code).toBe(0);
  const broken = await shellHook(home, ["guard", "5"], "{ not json", { projectDir: project });
  expect(broken).toEqual(silent);
});
