import { expect, test } from "vitest";
import { isOwnCall } from "./own-calls.ts";

const ran = (command: string) => isOwnCall({ tool: "Bash", detail: `Ran it\n$ ${command}\nsome output` });

test.each([
  "tellback search 'the bug we fixed'",
  "/home/me/.tellback/bin/tellback search bug | head -20",
  "cd src && tellback recall timeout",
  "TELLBACK_HOME=/tmp/x tellback show obs_1 2>&1 | tail -5",
])("a question to the memory: %s", (command) => {
  expect(ran(command)).toBe(true);
});

test.each([
  "npm test",
  "cat tellback.md",
  "tellback search bug && npm test",
  "npm install tellback",
  "vim /opt/tellback",
])("work: %s", (command) => {
  expect(ran(command)).toBe(false);
});

test("tools of tellback's server, however a host names it", () => {
  const called = (tool: string | null) => isOwnCall({ tool, detail: "" });
  expect(called("mcp__plugin_tellback_tellback__search_memory")).toBe(true);
  expect(called("mcp__tellback__remember")).toBe(true);
  expect(called("mcp__github__search_code")).toBe(false);
  expect(called("Grep")).toBe(false);
  expect(called(null)).toBe(false);
});
