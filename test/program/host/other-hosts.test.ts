// tellback in hosts other than Claude Code, with their real programs: registered in their settings, called by a scripted
// model, and removed without a trace.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { startGeminiModel } from "../../support/gemini-stand-in.ts";
import { startModel } from "../../support/model-stand-in.ts";
import { npmProgram } from "../../support/npm-program.ts";
import { startResponsesModel } from "../../support/responses-stand-in.ts";
import { until } from "../../support/tellback.ts";
import { newUser, type User } from "../install/user.ts";

const execute = promisify(execFile);
const codex = await npmProgram("@openai/codex", "0.166.0", "@openai/codex/bin/codex.js");
const gemini = await npmProgram("@google/gemini-cli", "0.61.0", "@google/gemini-cli/bundle/gemini.js");
const platformPackage = `opencode-${process.platform}-${process.arch}`;
const opencode = await npmProgram(platformPackage, "1.18.33", `${platformPackage}/bin/opencode`);

const fact = "The harbour has nine cranes";

async function run(
  user: User,
  program: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: user.home, TELLBACK_EMBED_PROVIDER: "off", ...more };
  const child = execute(program, args, { cwd: user.project, env, timeout: 120_000 });
  child.child.stdin?.end();
  const { stdout } = await child;
  return stdout;
}

async function installed(user: User, host: string): Promise<void> {
  expect(await user.tellback("install", "--host", host)).toMatchObject({ code: 0, stderr: "" });
  expect(await user.tellback("remember", fact)).toMatchObject({ code: 0 });
}

async function untilKept(user: User, words: string, wanted: string): Promise<void> {
  await until(`${wanted} is kept`, async () => {
    const { stdout } = await user.tellback("search", words, "--kind", "observation");
    return stdout.includes(wanted);
  });
}

describe.skipIf(!codex.ok)(title("Codex", codex), () => {
  test("calls tellback's tools, and keeps its settings when tellback is removed", {
    timeout: 180_000,
  }, async () => {
    if (!codex.ok) return;
    const ask = { call: "search_memory", namespace: "mcp__tellback", args: { query: "cranes" } };
    const wait = { call: "exec_command", args: { cmd: "sleep 1" } };
    await using model = await startResponsesModel([ask, { say: "Nine." }], wait);
    await using user = await newUser();
    const config = [
      '# mine\nmodel = "gpt-5"\nmodel_provider = "stand-in"\n',
      `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`,
    ].join("\n");
    await user.write(".codex/config.toml", config);
    await installed(user, "codex");
    expect(await run(user, process.execPath, [codex.path, "mcp", "list"])).toMatch(/tellback .* enabled/);
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
    expect(await user.tellback("uninstall", "--host", "codex")).toMatchObject({ code: 0 });
    expect(readFileSync(user.file(".codex/config.toml"), "utf8")).not.toContain("tellback");
    expect(readFileSync(user.file(".codex/config.toml"), "utf8")).toContain(config);
  });

  test("is captured by its hooks once the user trusts them", { timeout: 180_000 }, async () => {
    if (!codex.ok) return;
    const patch = "*** Begin Patch\n*** Add File: harbour.txt\n+nine cranes\n*** End Patch\n";
    const write = { call: "apply_patch", text: patch };
    const script = [{ say: "Hello." }, write, { say: "The harbour is written down." }, { say: "Nine." }];
    await using model = await startResponsesModel(script, { say: "No such tool." });
    await using user = await newUser();
    const config = [
      'model = "gpt-5.5"\nmodel_provider = "stand-in"\n',
      `[model_providers.stand-in]\nname = "stand-in"\nbase_url = "${model.url}/v1"\nwire_api = "responses"\n`,
    ].join("\n");
    await user.write(".codex/config.toml", config);
    await installed(user, "codex");
    const exec = ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
    const trusted = [...exec, "--dangerously-bypass-hook-trust"];
    await run(user, process.execPath, [codex.path, ...exec, "Does anybody listen to this?"]);
    await run(user, process.execPath, [codex.path, ...trusted, "Write down what the harbour has"]);
    await untilKept(user, "harbour.txt", "Wrote harbour.txt (1 line)");
    await untilKept(user, "harbour written down", "Replied: The harbour is written down.");
    await untilKept(user, "write down harbour", "Asked: Write down what the harbour has");
    expect((await user.tellback("search", "anybody listen")).stdout).not.toContain("anybody listen");
    await run(user, process.execPath, [codex.path, ...trusted, "And now?"]);
    const { input } = JSON.parse(model.asked.at(-1) ?? "{}") as { input: { role?: string }[] };
    const injected = input.filter(({ role }) => role === "developer").at(-1);
    expect(JSON.stringify(injected)).toContain("The harbour is written down.");
  });
});

describe.skipIf(!gemini.ok)(title("Gemini CLI", gemini), () => {
  test("is captured by its hooks, gets injections, and keeps its settings when tellback is removed", {
    timeout: 180_000,
  }, async () => {
    if (!gemini.ok) return;
    const write = (user: User) => ({
      call: "write_file",
      args: { file_path: user.file("work/project/harbour.txt"), content: "nine cranes\n" },
    });
    await using user = await newUser();
    const shell = { call: "run_shell_command", args: { command: "echo tide && exit 4" } };
    const ask = { call: "mcp_tellback_search_memory", args: { query: "cranes" } };
    const script = [shell, write(user), ask, { say: "The harbour is written down." }, { say: "Nine." }];
    await using model = await startGeminiModel(script);
    const settings = `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false }
}
`;
    await user.write(".gemini/settings.json", settings);
    await installed(user, "gemini");
    const env = {
      GEMINI_API_KEY: "made-up",
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    };
    const session = (prompt: string) =>
      run(user, process.execPath, [gemini.path, "--yolo", "--prompt", prompt], env);
    await session("Write down what the harbour has");
    expect(JSON.parse(model.asked.at(3) ?? "{}").contents.at(-1).parts[0].functionResponse).toMatchObject({
      response: { output: expect.stringContaining(fact) },
    });
    await untilKept(user, "harbour.txt", "Wrote harbour.txt (1 line)");
    await untilKept(user, "echo tide", "Ran echo tide && exit 4: failed");
    await untilKept(user, "harbour written down", "Replied: The harbour is written down.");
    await untilKept(user, "write down harbour", "Asked: Write down what the harbour has");
    await session("And now?");
    const [injected] = JSON.parse(model.asked.at(-1) ?? "{}").contents;
    expect(JSON.stringify(injected)).toMatch(/<hook_context>.*The harbour is written down\..*And now\?/);
    expect((await user.tellback("search", "And now?")).stdout).not.toContain("hook_context");
    expect(await user.tellback("uninstall", "--host", "gemini")).toMatchObject({ code: 0 });
    expect(readFileSync(user.file(".gemini/settings.json"), "utf8")).toBe(settings);
  });
});

describe.skipIf(!opencode.ok)(title("opencode", opencode), () => {
  test("calls tellback's tools, and keeps its settings when tellback is removed", {
    timeout: 180_000,
  }, async () => {
    if (!opencode.ok) return;
    const turns = [
      { tools: [{ name: "tellback_search_memory", input: { query: "cranes" } }] },
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
    expect(await run(user, opencode.path, ["mcp", "list"])).toMatch(/tellback .*connected/);
    await run(user, opencode.path, ["run", "How many?"]);
    expect(JSON.stringify(model.askedOf("main").at(-1)?.body.messages)).toContain(fact);
    expect(await user.tellback("uninstall", "--host", "opencode")).toMatchObject({ code: 0 });
    expect(readFileSync(user.file(".config/opencode/opencode.json"), "utf8")).toBe(config);
  });
});
