// engram does not store its own answers, only the question.

import { describe, expect, test } from "vitest";
import { ran, short, use } from "../uses.sample.ts";

describe("a query to engram", () => {
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
  ])("%s is stored without its answer", (command) => {
    for (const failed of [false, true]) {
      const shortened = short(ran(command, answer, failed));
      expect(JSON.stringify(shortened)).not.toContain("clock.ts");
      expect(shortened.title).toContain("Ran");
    }
  });

  test.each([
    "mcp__engram__search",
    "mcp__plugin_engram_engram__search",
    "mcp__plugin_engram_memory__recall",
  ])("by the tool %s is stored without its answer", (tool) => {
    const shortened = short(use(tool, { query: "login bug" }, [{ type: "text", text: answer }]));
    expect(JSON.stringify(shortened)).not.toContain("clock.ts");
    expect(shortened.title).toContain("login bug");
  });

  test.each([
    "cd /home/dev/engram && cat notes",
    "git clone https://x.org/engram",
    "grep -r engram src",
    "npm install engram",
  ])("is not recognised in %s, which is work on engram", (command) =>
    expect(short(ran(command, answer)).detail).toContain("clock.ts"),
  );
});
