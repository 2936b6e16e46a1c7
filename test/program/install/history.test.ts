// The first five minutes in the real client: the installation reads what the client did before, the first session
// afterwards is told of it, and a person sees that.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable, runClaude } from "../../support/claude-code.ts";
import { startModel, type Turn } from "../../support/model-stand-in.ts";
import { newUser } from "./user.ts";

const claude = await claudeAvailable();

test("without a history, the installation says that memory begins with the next session", async () => {
  await using user = await newUser();
  const { stdout } = await user.tellback("install");
  expect(stdout.trimEnd().split("\n").at(-1)).toContain("begins with the next session");
});

describe.skipIf(!claude.ok)(title("a history of the real client", claude), () => {
  test("is read by the installation and known to the first session", { timeout: 120_000 }, async () => {
    await using user = await newUser();
    const session = async (prompt: string, turns: Turn[]) => {
      const model = await startModel([{ name: "main", when: (ask) => ask.hasTools, turns }]);
      const args = ["-p", prompt, "--dangerously-skip-permissions"];
      const env = { TELLBACK_EMBED_PROVIDER: "off" };
      await runClaude({ model, cwd: user.project, home: user.home, args, env });
      await model.close();
      return model.askedOf("main");
    };
    const write = { name: "Write", input: { file_path: join(user.project, "pond.ts"), content: "eleven" } };
    await session("Count the herons", [
      { tools: [write] },
      { text: "Fixed the count in pond.ts: there are eleven herons." },
    ]);

    const { stdout } = await user.tellback("install");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^1 session of 1 project remembered, newest \d{4}-\d\d-\d\d \d\d:\d\d: Count the herons$/,
    );
    const again = await user.tellback("install", "--json");
    expect(JSON.parse(again.stdout).remembered).toMatchObject({ sessions: 1, projects: 1 });

    const [opening] = await session("Where were we?", [{ text: "At the herons." }]);
    expect(opening?.text).toContain("there are eleven herons");
    const { systemMessage } = JSON.parse(await user.hook("SessionStart", "answer", "5"));
    expect(systemMessage).toMatch(/^tellback: \d+ notes? told, \d+ remembered · .*tellback open$/);
    const { stdout: status } = await user.tellback("status");
    expect(status).toMatch(/this week +\d+ notes? told in \d+ sessions?, \d+ of them used/);
  });
});
