// engram in hosts other than Claude Code, as their real programs see it: registered in their own settings, asked by a
// scripted model, and gone again without a trace.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { newUser, type User } from "../install/user.ts";
import { title } from "../support/available.ts";
import { startModel } from "../support/model-stand-in.ts";
import { npmProgram } from "../support/npm-program.ts";
import { startResponsesModel } from "../support/responses-stand-in.ts";

const execute = promisify(execFile);
const codex = await npmProgram("@openai/codex", "0.166.0", "@openai/codex/bin/codex.js");
const platformPackage = `opencode-${process.platform}-${process.arch}`;
const opencode = await npmProgram(platformPackage, "1.18.33", `${platformPackage}/bin/opencode`);

const fact = "The harbour has nine cranes";

async function run(user: User, program: string, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: user.home, ENGRAM_EMBED_PROVIDER: "off" };
  const child = execute(program, args, { cwd: user.project, env, timeout: 120_000 });
  child.child.stdin?.end();
  const { stdout } = await child;
  return stdout;
}

async function installed(user: User, host: string): Promise<void> {
  expect(await user.engram("install", "--host", host)).toMatchObject({ code: 0, stderr: "" });
  expect(await user.engram("remember", fact)).toMatchObject({ code: 0 });
}

describe.skipIf(!codex.ok)(title("Codex", codex), () => {
  test("asks engram, and keeps its settings when engram leaves", { timeout: 180_000 }, async () => {
    if (!codex.ok) return;
    const ask = { call: "search_memory", namespace: "mcp__engram", args: { query: "cranes" } };
    const wait = { call: "exec_command", args: { cmd: "sleep 1" } };
    await using model = await startResponsesModel([ask, { say: "Nine." }], wait);
    await using user = await newUser();
    const config = [
      '# mine\nmodel = "gpt-5"\nmodel_provider = "stand-in"\n',
      `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`,
    ].join("\n");
    await user.write(".codex/config.toml", config);
    await installed(user, "codex");
    expect(await run(user, process.execPath, [codex.path, "mcp", "list"])).toMatch(/engram .* enabled/);
    const session = [
      "exec",
      "--skip-git-repo-check",
      "--dangerously-bypass-approvals-and-sandbox",
      "How many?",
    ];
    await run(user, process.execPath, [codex.path, ...session]);
    const { input } = JSON.parse(model.asked.at(-1) ?? "{}") as {
      input: { type: string; output?: unknown }[];
    };
    const answers = input.filter((item) => item.type === "function_call_output");
    expect(JSON.stringify(answers.at(-1)?.output)).toContain(fact);
    expect(await user.engram("uninstall", "--host", "codex")).toMatchObject({ code: 0 });
    expect(readFileSync(user.file(".codex/config.toml"), "utf8")).not.toContain("engram");
    expect(readFileSync(user.file(".codex/config.toml"), "utf8")).toContain(config);
  });
});

describe.skipIf(!opencode.ok)(title("opencode", opencode), () => {
  test("asks engram, and keeps its settings when engram leaves", { timeout: 180_000 }, async () => {
    if (!opencode.ok) return;
    const turns = [
      { tools: [{ name: "engram_search_memory", input: { query: "cranes" } }] },
      { text: "Nine." },
    ];
    await using model = await startModel([{ name: "main", when: (ask) => ask.hasTools, turns }]);
    await using user = await newUser();
    const config = `{
  "$schema": "https://opencode.ai/config.json",
  // mine
  "model": "anthropic/claude-sonnet-4-5",
  "autoupdate": false,
  "provider": { "anthropic": { "options": { "baseURL": "${model.url}/v1", "apiKey": "made-up" } } }
}
`;
    await user.write(".config/opencode/opencode.json", config);
    await installed(user, "opencode");
    expect(await run(user, opencode.path, ["mcp", "list"])).toMatch(/engram .*connected/);
    await run(user, opencode.path, ["run", "How many?"]);
    expect(JSON.stringify(model.askedOf("main").at(-1)?.body.messages)).toContain(fact);
    expect(await user.engram("uninstall", "--host", "opencode")).toMatchObject({ code: 0 });
    expect(readFileSync(user.file(".config/opencode/opencode.json"), "utf8")).toBe(config);
  });
});
