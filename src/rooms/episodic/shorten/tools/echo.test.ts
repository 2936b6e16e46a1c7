// Memory does not remember its own answers, only what it was asked.

import { describe, expect, test } from "vitest";
import { ran, short, use } from "../uses.sample.ts";

describe("memory's own echo", () => {
  const answer = "obs_01 the login bug was in src/auth/clock.ts";
  test.each([
    'engram search "login bug"',
    "npx engram search login",
    "npx -y engram@latest recall login",
    "cd /x && ENGRAM_HOME=/tmp/e engram search login | head -5",
    "node dist/engram.mjs search login",
    "pnpm exec engram timeline",
    'echo "$(engram search login)"',
    'bash -c "engram search login"',
    "./node_modules/.bin/engram search login",
    "sqlite3 ~/.engram/engram.db 'select detail from observations'",
  ])("%s keeps the question only", (command) => {
    for (const failed of [false, true]) {
      const told = short(ran(command, answer, failed));
      expect(JSON.stringify(told)).not.toContain("clock.ts");
      expect(told.title).toContain("Ran");
    }
  });

  test.each([
    "mcp__engram__search",
    "mcp__plugin_engram_engram__search",
    "mcp__plugin_engram_memory__recall",
  ])("%s", (tool) => {
    const told = short(use(tool, { query: "login bug" }, [{ type: "text", text: answer }]));
    expect(JSON.stringify(told)).not.toContain("clock.ts");
    expect(told.title).toContain("login bug");
  });

  test.each([
    "cd /home/dev/engram && cat notes",
    "git clone https://x.org/engram",
    "grep -r engram src",
    "npm install engram",
  ])("%s is work on engram, not a question to it", (command) =>
    expect(short(ran(command, answer)).detail).toContain("clock.ts"),
  );
});
