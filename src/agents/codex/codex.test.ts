// Payloads of Codex hooks (recorded with 0.166.0) become events.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inert } from "../../context/quote.ts";
import { fromHook, toHost } from "./codex.ts";
import { readPatch } from "./patch.ts";

const folder = join(import.meta.dirname, "../../../test/fixtures/codex/hooks");
const seen = { projectDir: undefined, at: "2026-11-16T10:00:00.000Z" };
const recorded = (name: string, more: object = {}) => ({
  ...(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as object),
  ...more,
});

describe("a recorded payload of Codex", () => {
  test.each([
    ["SessionStart", { type: "session-start", source: "startup", projectDir: "/home/ada/shop" }],
    ["SessionEnd", { type: "session-end", reason: "other" }],
    ["UserPromptSubmit", { type: "prompt", text: "please look at the notes" }],
    ["Stop", { type: "reply", text: "All is done." }],
    ["PostToolUse.Bash", { type: "tool", tool: "Bash", input: { command: "ls -la; echo hi" } }],
    ["PostToolUse.mcp", { tool: "mcp__harbour__find_crane", output: { structuredContent: { n: 9 } } }],
    ["PostToolUse.apply_patch", { tool: "Write", input: { file_path: "a.txt", content: "alpha\n" } }],
    [
      "PostToolUse.apply_patch.update",
      {
        tool: "Edit",
        input: { file_path: "a.txt", edits: [{ old_string: "alpha\n", new_string: "beta\n" }] },
      },
    ],
  ])("%s gives its event", (name, expected) => {
    const event = fromHook(recorded(name), seen);
    expect(event).toMatchObject({ host: "codex", cwd: "/home/ada/shop", at: seen.at, ...expected });
    expect(event).not.toHaveProperty("transcriptPath");
  });
});

test("a turn without a reply is only a turn end", () => {
  const event = fromHook(recorded("Stop", { last_assistant_message: null }), seen);
  expect(event).toMatchObject({ type: "turn-end" });
});

describe("a patch", () => {
  const patch = (...lines: string[]) => ({
    command: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
  });

  test("of several files names all of them", () => {
    const lines = ["*** Update File: a.ts", "@@ f()", " same", "-old", "+new", "*** Add File: b.ts", "+b"];
    expect(readPatch(patch(...lines, "*** Delete File: c.ts"))).toEqual({
      tool: "MultiEdit",
      input: {
        file_path: "a.ts",
        other_files: ["b.ts", "c.ts"],
        edits: [
          { old_string: "same\nold\n", new_string: "same\nnew\n" },
          { old_string: "", new_string: "b\n" },
        ],
      },
    });
  });

  test("that moves a file names its new path", () => {
    const lines = ["*** Update File: a.ts", "*** Move to: z.ts", "@@", "-a", "+b"];
    expect(readPatch(patch(...lines))).toMatchObject({ tool: "Edit", input: { file_path: "z.ts" } });
  });

  test("that only deletes files is reported as a deletion", () => {
    expect(readPatch(patch("*** Delete File: a.ts"))).toEqual({
      tool: "apply_patch",
      input: { description: "Delete a.ts", path: "a.ts" },
    });
  });

  test.each([[null], ["what is this"], [{ command: 7 }]])("that is invalid (%j) stays unchanged", (input) => {
    expect(readPatch(input)).toEqual({ tool: "apply_patch", input });
  });
});

test("an answer is measured in bytes, as the client does before it puts one in a file", () => {
  expect(toHost("SessionStart", { context: inert("ü".repeat(5_000), 10_000) })).toContain("üü");
  expect(toHost("SessionStart", { context: inert("ü".repeat(5_001), 10_000) })).toBe("");
});
