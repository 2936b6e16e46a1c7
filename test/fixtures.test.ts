// The recorded fixtures: complete, and free of anything that must not be in this repository.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const FIXTURES = join(import.meta.dirname, "fixtures/claude-code");

test("every hook event we use has a recorded payload", async () => {
  const names = await readdir(join(FIXTURES, "hooks"));
  const events = new Set(names.map((name) => name.split(".")[0]));
  expect([...events].sort()).toEqual([
    ...["PostCompact", "PostToolUse", "PostToolUseFailure", "PreCompact", "PreToolUse", "SessionEnd"],
    ...["SessionStart", "Stop", "SubagentStart", "SubagentStop", "UserPromptSubmit"],
  ]);
  for (const source of ["startup", "resume", "fork", "compact", "clear"]) {
    expect(names).toContain(`SessionStart.${source}.json`);
  }
});

test("holds no machine path, no key, and none of the client's prompts", async () => {
  const files = (await readdir(FIXTURES, { recursive: true })).filter((name) => /\.jsonl?$/.test(name));
  for (const name of files) {
    const text = await readFile(join(FIXTURES, name), "utf8");
    const paths = text.match(/(?<![\w.-])\/(?:tmp|work|root|Users|var|private|home\/(?!dev\b))[^"\s]*/g);
    expect.soft(paths ?? [], name).toEqual([]);
    expect
      .soft(text, name)
      .not.toMatch(/sk-ant|You are (an agent|Claude)|IMPORTANT:|carry no user authority/);
  }
});
