// tellback does not store its own answers, only the question.

import { describe, expect, test } from "vitest";
import { ran, short, use } from "../../../test/samples/shorten/uses.ts";

describe("a query to tellback", () => {
  const answer = "obs_01 the login bug was in src/auth/clock.ts";
  test.each([
    'tellback search "login bug"',
    "npx tellback search login",
    "npx -y tellback@latest recall login",
    "cd /x && TELLBACK_HOME=/tmp/e tellback search login | head -5",
    "node dist/tellback.mjs search login",
    "pnpm exec tellback timeline",
    'echo "$(tellback search login)"',
    'bash -c "tellback search login"',
    "./node_modules/.bin/tellback search login",
    "sqlite3 ~/.tellback/tellback.db 'select detail from observations'",
  ])("%s is stored without its answer", (command) => {
    for (const failed of [false, true]) {
      const shortened = short(ran(command, answer, failed));
      expect(JSON.stringify(shortened)).not.toContain("clock.ts");
      expect(shortened.title).toContain("Ran");
    }
  });

  test.each([
    "mcp__tellback__search",
    "mcp__plugin_tellback_tellback__search",
    "mcp__plugin_tellback_memory__recall",
  ])("by the tool %s is stored without its answer", (tool) => {
    const shortened = short(use(tool, { query: "login bug" }, [{ type: "text", text: answer }]));
    expect(JSON.stringify(shortened)).not.toContain("clock.ts");
    expect(shortened.title).toContain("login bug");
  });

  test.each([
    "cd /home/dev/tellback && cat notes",
    "git clone https://x.org/tellback",
    "grep -r tellback src",
    "npm install tellback",
  ])("is not recognised in %s, which is work on tellback", (command) =>
    expect(short(ran(command, answer)).detail).toContain("clock.ts"),
  );
});
