// Payloads of Gemini CLI hooks (recorded with 0.61.0) become events.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fromHook } from "./gemini.ts";

const folder = join(import.meta.dirname, "../../../test/fixtures/gemini/hooks");
const seen = { projectDir: undefined, at: "2026-11-16T10:00:00.000Z" };
const recorded = (name: string, more: object = {}) => ({
  ...(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as object),
  ...more,
});

describe("a recorded payload of Gemini CLI", () => {
  test.each([
    ["SessionStart", { type: "session-start", source: "startup", projectDir: "/home/ada/shop" }],
    ["SessionEnd", { type: "session-end", reason: "exit" }],
    ["BeforeAgent", { type: "prompt", text: "please look at the notes" }],
    ["BeforeAgent.file", { type: "prompt", text: "look at @notes.txt please" }],
    ["AfterAgent", { type: "reply", text: "All is done." }],
    ["AfterTool.read_file", { tool: "Read", input: { file_path: "notes.txt" }, output: "one\ntwo\n" }],
    ["AfterTool.write_file", { tool: "Write", output: { originalFile: "" }, status: "ok" }],
    ["AfterTool.replace", { tool: "Edit", output: { originalFile: "alpha\n" }, status: "ok" }],
    ["AfterTool.grep_search", { tool: "Grep", output: { content: "notes.txt:2:two", numMatches: 1 } }],
    ["AfterTool.list_directory", { tool: "LS", input: { path: "." } }],
    ["AfterTool.glob", { tool: "Glob", input: { pattern: "*.txt" } }],
    ["AfterTool.mcp", { tool: "mcp__harbour__find_crane", output: "nine cranes" }],
    [
      "AfterTool.read_file.missing",
      { tool: "Read", status: "failed", output: "File not found: /home/ada/shop/missing.txt" },
    ],
    [
      "AfterTool.run_shell_command.exit-3",
      { tool: "Bash", input: { command: "exit 3" }, status: "failed", output: "Exit code 3\n" },
    ],
  ])("%s gives its event", (name, expected) => {
    const event = fromHook(recorded(name), seen);
    expect(event).toMatchObject({ host: "gemini", cwd: "/home/ada/shop", at: seen.at, ...expected });
    expect(event).not.toHaveProperty("transcriptPath");
  });

  test("the output of a command excludes the client's report about it", () => {
    const event = fromHook(recorded("AfterTool.run_shell_command"), seen);
    expect(event).toMatchObject({ tool: "Bash", status: "ok", input: { command: "ls -la; echo hi" } });
    const { stdout } = (event as unknown as { output: { stdout: string } }).output;
    expect(stdout).toMatch(/^total 16\n[\s\S]*\nhi$/);
  });

  test("the client's check whether to compress is not a compaction", () => {
    expect(fromHook(recorded("PreCompress"), seen)).toBeNull();
  });
});

describe("an event without an id from the host", () => {
  const id = (more: object) => fromHook(recorded("AfterTool.read_file", more), seen);

  test.each([
    ["another time", { timestamp: "2026-11-16T10:00:01.000Z" }],
    ["another file", { tool_input: { file_path: "other.txt" } }],
  ])("is a different event for %s", (_, more) => {
    expect(id(more)).not.toMatchObject({ toolUseId: (id({}) as { toolUseId: string }).toolUseId });
  });
});

test.each([
  [
    "contexts of several hooks",
    "<hook_context>a</hook_context>\n\n<hook_context>b</hook_context>\nlook",
    "look",
  ],
])("the user's words exclude %s", (_, prompt, text) => {
  expect(fromHook(recorded("BeforeAgent", { prompt }), seen)).toMatchObject({ text });
});

test("a prompt that contains only context gives null", () => {
  const prompt = "<hook_context>a</hook_context>\n\n";
  expect(fromHook(recorded("BeforeAgent", { prompt }), seen)).toBeNull();
});
