// The user's own Claude Code as a language model, with the real client: it answers, and nothing else happens.

import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { environmentForClaude } from "../../../src/config/environment.ts";
import { type ClaudeCliOptions, openClaudeCli } from "../../../src/models/llm/claude-cli.ts";
import type { LlmRequest, Usage } from "../../../src/models/llm/llm.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable, claudeEnv, runClaude } from "../../support/claude-code.ts";
import { type Reply, startLlm } from "../../support/llm-stand-in.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";

const client = await claudeAvailable();
const schema = z.object({ title: z.string() });
const good = { text: '{"title":"Fixed the parser"}', usage: { input: 800, output: 11 } };
const fixed = { title: "Fixed the parser" };
const hookEvents = [
  ...[
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "Stop",
    "StopFailure",
    "Setup",
  ],
  ...["PreToolUse", "PostToolUse", "InstructionsLoaded", "ConfigChange", "CwdChanged", "Notification"],
  ...["MessageDisplay", "PreModelSwitch", "PostModelSwitch", "FileChanged"],
];

describe.skipIf(!client.ok)(title("Claude Code as a model", client), () => {
  if (!client.ok) return;
  let user: TempDir;
  let hooksRan: string;

  /** A user with hooks in the settings and in a plugin, instructions, a skill, an MCP server and an agent. */
  beforeAll(async () => {
    user = await tempDir("egcli");
    const home = user.path;
    hooksRan = join(home, "hooks-ran");
    await mkdir(join(home, "bin"));
    await symlink(client.binary, join(home, "bin", "claude"));
    const run = { model: { url: "http://127.0.0.1:9" }, cwd: join(home, "project"), home };
    await mkdir(join(home, ".claude", "skills", "shout"), { recursive: true });
    await writeFile(join(home, ".claude", "CLAUDE.md"), "USER-INSTRUCTIONS");
    await writeFile(
      join(home, ".claude", "skills", "shout", "SKILL.md"),
      "---\nname: shout\ndescription: SKILL-OF-THE-USER\n---\nshout",
    );
    await makePlugin(join(home, "market"));
    const settings = { hooks: recorders("settings"), env: { FROM_SETTINGS: "1" } };
    await runClaude({ ...run, settings, args: ["plugin", "marketplace", "add", join(home, "market")] });
    await runClaude({ ...run, args: ["plugin", "install", "recorder@market"] });
    await runClaude({
      ...run,
      args: ["mcp", "add", "--scope", "user", "noter", "--", "/bin/sh", "-c", `echo mcp >> ${hooksRan}; cat`],
    });
    await rm(hooksRan, { force: true }); // The client's own commands run some.
    return () => user[Symbol.asyncDispose]();
  }, 120_000);

  function recorders(place: string) {
    const command = (event: string) => `echo ${place}:${event} >> ${hooksRan}`;
    return Object.fromEntries(
      hookEvents.map((event) => [event, [{ hooks: [{ type: "command", command: command(event) }] }]]),
    );
  }

  async function makePlugin(market: string): Promise<void> {
    const plugin = join(market, "recorder");
    for (const dir of [
      join(market, ".claude-plugin"),
      join(plugin, ".claude-plugin"),
      join(plugin, "hooks"),
    ]) {
      await mkdir(dir, { recursive: true });
    }
    const owner = { name: "Someone" };
    const about = { name: "recorder", description: "Records hooks", version: "1.0.0", author: owner };
    const list = { name: "market", owner, plugins: [{ name: "recorder", source: "./recorder" }] };
    await writeFile(join(market, ".claude-plugin", "marketplace.json"), JSON.stringify(list));
    await writeFile(join(plugin, ".claude-plugin", "plugin.json"), JSON.stringify(about));
    await writeFile(join(plugin, "hooks", "hooks.json"), JSON.stringify({ hooks: recorders("plugin") }));
  }

  async function ask(
    replies: readonly Reply[],
    over: Partial<LlmRequest<z.infer<typeof schema>>> = {},
    options: Partial<ClaudeCliOptions> = {},
  ) {
    const { url, seen } = await startLlm("anthropic", replies);
    const home = user.path;
    // As a daemon started by a hook sees it: the environment of a session in some project.
    const surroundings = {
      ...claudeEnv({ model: { url: "http://127.0.0.1:9/project" }, home }),
      CLAUDECODE: "1",
      CLAUDE_CODE_SESSION_ID: "a session of the user",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CLAUDE_PROJECT_DIR: "/some/project",
      ANTHROPIC_API_KEY: "sk-ant-key-of-the-project",
    };
    const llm = openClaudeCli({
      model: "haiku",
      places: [join(home, "nowhere", "claude"), join(home, "bin", "claude")],
      folder: join(home, "tellback", "claude-cli"),
      env: environmentForClaude(surroundings),
      apiKey: "sk-ant-made-up-key-for-loopback-tests",
      url,
      ...options,
    });
    onTestFinished(() => llm.close());
    const costs: (Usage | "unknown")[] = [];
    const complete = () =>
      llm.complete({
        system: "Name what was done.",
        prompt: "Give it a title.",
        data: "edited src/parser.ts",
        schema,
        maxTokens: 300,
        onCost: (usage) => costs.push(usage),
        ...over,
      });
    return { llm, seen, costs, complete };
  }

  test("answers, and reports usage and cost", async () => {
    const { complete, costs } = await ask([good]);
    const usage = { input: 800, output: 11, cacheRead: 0, usd: expect.closeTo(800e-7 + 11 * 5e-7, 9) };
    expect(await complete()).toEqual({ value: fixed, usage, model: "claude-haiku-5-5" });
    expect(costs).toEqual([usage]);
  });

  test("runs no hook, plugin, skill, server or instruction of the user, where a plain run does", async () => {
    const { complete, seen } = await ask([good]);
    await complete();
    expect(await lines(hooksRan)).toEqual([]);
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen[0]?.body)).not.toMatch(/USER-INSTRUCTIONS|SKILL-OF-THE-USER/);

    const plain = await startLlm("anthropic", [good]);
    await runClaude({
      model: plain,
      cwd: join(user.path, "project"),
      home: user.path,
      args: ["-p", "hello"],
    });
    const ran = await lines(hooksRan);
    expect(ran).toEqual(expect.arrayContaining(["settings:SessionStart", "plugin:SessionStart", "mcp"]));
    expect(JSON.stringify(plain.seen.map(({ body }) => body))).toMatch(/USER-INSTRUCTIONS/);
  }, 60_000);

  test("offers no tools, thinks and caches nothing, and keeps to the requested length", async () => {
    const { complete, seen } = await ask([good]);
    await complete();
    const body = seen[0]?.body;
    expect(body.tools ?? []).toEqual([]);
    expect(body.thinking?.type ?? "none").not.toMatch(/enabled|adaptive/);
    expect(body.max_tokens).toBe(300);
    expect(JSON.stringify(body)).not.toContain("cache_control");
  });

  test("leaves no transcript, no entry in the resume list and no prompt in the history", async () => {
    const config = join(user.path, ".claude");
    const traces = async () => {
      const files = await readdir(config, { recursive: true });
      const state = JSON.parse(await readFile(join(config, ".claude.json"), "utf8"));
      return {
        transcripts: files.filter((file) => file.endsWith(".jsonl") && !file.startsWith("plugins")),
        projects: Object.keys(state.projects ?? {}),
      };
    };
    const before = await traces();
    const { complete } = await ask([good]);
    await complete();
    expect(await traces()).toEqual(before);
    expect(await readdir(join(user.path, "tellback", "claude-cli"))).toEqual([]);
  });

  test("data that names files, commands and keywords does not load or run them", async () => {
    const secret = join(user.path, "secret.txt");
    await writeFile(secret, "THE-SECRET-ITSELF");
    const data = `look at @${secret} and @secret.txt\n/shout\n!cat ${secret}\nultrathink`;
    const { complete, seen } = await ask([good], { data });
    await complete();
    expect(seen[0]?.text).toContain(data);
    expect(JSON.stringify(seen[0]?.body)).not.toContain("THE-SECRET-ITSELF");

    const plain = await startLlm("anthropic", [good]);
    const run = { model: plain, cwd: join(user.path, "project"), home: user.path };
    await runClaude({ ...run, args: ["-p", "--dangerously-skip-permissions", `look at @${secret}`] });
    expect(JSON.stringify(plain.seen.map(({ body }) => body))).toContain("THE-SECRET-ITSELF");
  }, 60_000);

  test("after a malformed answer the model is asked once more, with the reason", async () => {
    const { complete, seen, costs } = await ask([{ text: "Fixed it!" }, good]);
    expect((await complete()).value).toEqual(fixed);
    expect(seen[1]?.text).toMatch(/Your answer was:\nFixed it![\s\S]*cannot be used: it is not JSON/);
    expect(costs).toHaveLength(2);
  });

  test.each([429, 529, 500])(
    "a server that answers %i is asked again, and a refusal costs nothing",
    async (status) => {
      const { complete, seen, costs } = await ask([{ status }, good]);
      expect((await complete()).value).toEqual(fixed);
      expect(seen).toHaveLength(2);
      expect(costs).toHaveLength(1);
    },
  );

  test("after a broken stream the model is asked again; the first cost is unknown", async () => {
    const { complete, costs } = await ask([{ ...good, cut: 0.5 }, good]);
    expect((await complete()).value).toEqual(fixed);
    expect(costs).toEqual(["unknown", expect.objectContaining({ input: 800 })]);
  });

  test("a model that declines is not asked again", async () => {
    const { complete, seen, costs } = await ask([{ text: "no", stop: "refusal" }]);
    await expect(complete()).rejects.toThrow("declined to answer");
    expect(seen).toHaveLength(1);
    expect(costs).toHaveLength(1);
  });

  test("if an answer is too long it asks for the rest, within its budget", async () => {
    const long = { text: '{"title":"', stop: "length", usage: { input: 100, output: 300 } } as const;
    const free = await ask([long]);
    await expect(free.complete()).rejects.toMatchObject({ code: "unavailable" });
    const bound = await ask([long], { budgetUsd: 0.0002 });
    await expect(bound.complete()).rejects.toMatchObject({ code: "unavailable" });
    expect(bound.seen.length).toBeLessThan(free.seen.length);
    for (const { seen, costs } of [free, bound]) {
      const usage = { input: 100 * seen.length, output: 300 * seen.length };
      expect(costs).toEqual([expect.objectContaining(usage)]);
    }
  }, 60_000);

  test("a client that does not answer or is no longer needed is ended", async () => {
    const silent = await ask([{ hang: true }], {}, { timeoutMs: 3_000 });
    await expect(silent.complete()).rejects.toThrow("no answer within 3000 ms");
    expect(silent.costs).toEqual(["unknown", "unknown"]);
    const ending = new AbortController();
    const unwanted = await ask([{ hang: true }], { signal: ending.signal });
    const call = expect(unwanted.complete()).rejects.toMatchObject({ code: "interrupted" });
    setTimeout(() => ending.abort(), 2_000);
    await call;
    expect(unwanted.costs).toEqual(["unknown"]);
  }, 60_000);

  test("without a login it says how to get one; a key in the environment is not used", async () => {
    const { complete, seen, costs } = await ask([good], {}, { apiKey: undefined });
    await expect(complete()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Not logged in"),
      hint: expect.stringContaining("/login"),
    });
    expect(seen).toEqual([]);
    expect(costs).toEqual([]);
  });

  test("without Claude Code it reports that", async () => {
    const { complete } = await ask([good], {}, { places: ["/nowhere/claude"] });
    await expect(complete()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("was not found"),
    });
  });
});

async function lines(file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
