// A newcomer opens a repository that shares its memory, with the real client: the first session has the team's rules, each
// with the name of who stated it. Where the client's user has not trusted the folder, nothing is told.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { bash, openMachine } from "./machine.ts";

const claude = await claudeAvailable();

const rule =
  "---\ntype: convention\nauthor: Ana Gómez\ndate: 2026-01-02\n---\n\nNever push to main.\nOpen a pull request.\n";
const port =
  "---\ntype: fact\nauthor: Ben\ndate: 2026-01-02\n---\n\nThe preview server listens on port 8081.\n";

describe.skipIf(!claude.ok)(title("a team's memory with the real client", claude), () => {
  test("a newcomer's first session is told the rules, a prompt the fact that answers it, and its own words stay", {
    timeout: 240_000,
  }, async () => {
    await using machine = await openMachine({
      ".tellback/memory/rules/never-push.md": rule,
      ".tellback/memory/facts/port.md": port,
    });
    await machine.tellback("daemon", "start");
    await machine.tellback("team", "check");
    const first = await machine.session({
      prompt: "On which port does the preview server listen?",
      turns: [{ tools: [bash("echo 8081")] }, { text: "On port 8081." }],
    });
    const asked = JSON.stringify(first.model.askedOf("main")[0]?.body);
    expect(asked).toContain("From the team:");
    expect(asked).toContain("Never push to main. Open a pull request. — Ana Gómez, 2026-01-02");
    expect(asked).toContain("The preview server listens on port 8081. — Ben, 2026-01-02");
    await machine.settled();
    const status = JSON.parse(await machine.tellback("team", "status", "--json"));
    expect(status).toMatchObject({ trust: "trusted", files: 2, problems: [], machines: [{ sessions: 1 }] });
    expect(readFileSync(machine.file(".tellback/memory/rules/never-push.md"), "utf8")).toBe(rule);
    expect(await machine.hookErrors()).toEqual([]);

    await machine.tellback("team", "trust", "--refuse");
    const refused = await machine.session({ prompt: "Hello", turns: [{ text: "Hello." }] });
    expect(JSON.stringify(refused.model.askedOf("main")[0]?.body).includes("Never push")).toBe(false);
  });
});
