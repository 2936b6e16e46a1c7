// The plugin in the real client, loaded in each of the three ways: from a folder, from a marketplace in a folder, and
// from a marketplace in a git repository, which contains the built program and nothing else of tellback.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable, runClaude } from "../../support/claude-code.ts";
import { serveGit } from "../../support/git-server.ts";
import { git, tempDir } from "../../support/temp.ts";
import { bash, byId, type Machine, openMachine, pluginDir } from "./machine.ts";

const execute = promisify(execFile);
const claude = await claudeAvailable();
const root = join(import.meta.dirname, "../../..");

/** A session that runs a tool, queries the memory and is captured; a second one that gets it injected. */
async function remembers(machine: Machine, args: string[]): Promise<void> {
  const ask = { name: "mcp__plugin_tellback_tellback__search_memory", input: {} };
  const first = await machine.session({
    prompt: "Count the lanterns",
    turns: [
      { tools: [bash("echo seven lanterns")] },
      { tools: [ask] },
      { text: "Fixed the count in src/harbour.ts: there are seven lanterns." },
    ],
    hooks: "none",
    args,
  });
  expect(first.stderr).toBe("");
  expect(first.code).toBe(0);
  const [opening, ...rest] = first.model.askedOf("main");
  for (const name of ["tellback:memory-search", "tellback:memory-keeper"]) {
    expect(JSON.stringify(opening?.body)).toContain(name);
  }
  expect(JSON.stringify(rest.at(-1)?.body)).toContain("Count the lanterns");
  await machine.settled();
  expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
  expect(await machine.hookErrors()).toEqual([]);
  const second = await machine.session({
    prompt: "And now?",
    turns: [{ text: "Now." }],
    hooks: "none",
    args,
  });
  expect(second.model.askedOf("main")[0]?.text).toContain("Fixed the count in src/harbour.ts");
}

async function plugin(machine: Machine, ...args: string[]): Promise<string> {
  const home = join(dirname(machine.project), "home");
  const model = { url: "http://127.0.0.1:9" };
  const env = { TELLBACK_HOME: machine.tellbackHome };
  const run = await runClaude({ model, cwd: machine.project, home, args: ["plugin", ...args], env });
  expect(`${run.stdout}${run.stderr}`).not.toMatch(/error|fail/i);
  expect(run.code).toBe(0);
  return run.stdout;
}

describe.skipIf(!claude.ok)(title("the plugin loads", claude), () => {
  test("from a folder", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await remembers(machine, ["--plugin-dir", pluginDir]);
  });

  test("from a marketplace in a folder", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await plugin(machine, "marketplace", "add", pluginDir);
    await plugin(machine, "install", "tellback@tellback");
    await remembers(machine, []);
  });

  test("from a marketplace in a git repository, with nothing else of tellback there", {
    timeout: 240_000,
  }, async () => {
    await using place = await tempDir("egm");
    const repository = join(place.path, "tellback");
    await execute(process.execPath, [join(root, "scripts/marketplace.mjs"), repository]);
    await git(repository, "init", "--quiet", "--initial-branch=main");
    await git(repository, "add", "--all", "--force");
    await git(repository, "commit", "--quiet", "--message", "tellback");
    await using server = await serveGit(place.path);
    await using machine = await openMachine();
    await plugin(machine, "marketplace", "add", `${server.url}/tellback/.git`);
    await plugin(machine, "install", "tellback@tellback");
    await remembers(machine, []);
    const [, entry = ""] = readFileSync(join(machine.tellbackHome, "launcher"), "utf8").split("\n");
    expect(entry).toContain("/plugins/cache/tellback/tellback/");
    expect(existsSync(entry)).toBe(true);
  });
});
