// From the tarball to a memory and back: packed, installed in a clean home, added to the real client, captured in
// one session and injected in the next, and removed without a trace.

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable, runClaude } from "../../support/claude-code.ts";
import { type Model, startModel, type Turn } from "../../support/model-stand-in.ts";
import { processesOf, signal, until } from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";
import { treeOf } from "../install/user.ts";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const claude = await claudeAvailable();

describe.skipIf(!claude.ok)(title("the packed package in a clean home", claude), () => {
  test("is added to the real client, remembers, and is removed without a trace", {
    timeout: 300_000,
  }, async () => {
    await using place = await tempDir("ege");
    const home = join(place.path, "home");
    const tellbackHome = join(home, ".tellback");
    const project = await gitProject(join(home, "project"));
    await mkdir(join(home, ".claude"), { recursive: true });
    const npm = join(place.path, "npm");
    await mkdir(npm);
    const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", npm], { cwd: root });
    const found = JSON.parse(stdout);
    const { filename } = Array.isArray(found) ? found[0] : (Object.values(found)[0] as { filename: string });
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await execute("npm", ["install", "--prefix", npm, ...quiet, join(npm, filename)], { cwd: npm });

    const env = { PATH: `${join(npm, "node_modules/.bin")}:${process.env.PATH}`, HOME: home };
    const tellback = async (...args: string[]) =>
      (await execute("tellback", args, { cwd: project, env: { ...env, TELLBACK_EMBED_PROVIDER: "off" } }))
        .stdout;
    const session = async (prompt: string, turns: Turn[]): Promise<Model> => {
      const model = await startModel([{ name: "main", when: (ask) => ask.hasTools, turns }]);
      const args = ["-p", prompt, "--dangerously-skip-permissions"];
      // Where a user's client keeps its files, so that the installer must find them.
      const own = {
        TELLBACK_EMBED_PROVIDER: "off",
        CLAUDE_CONFIG_DIR: join(home, ".claude"),
        PATH: env.PATH,
      };
      const run = await runClaude({ model, cwd: project, home, args, env: own });
      expect(run.stderr).toBe("");
      expect(run.code).toBe(0);
      await model.close();
      return model;
    };

    // The client has been used before, and has files of its own.
    await session("Hello", [{ text: "Hi." }]);
    const used = treeOf(home, tellbackHome);
    try {
      Object.assign(env, { CLAUDE_CONFIG_DIR: join(home, ".claude") });
      expect(await tellback("install")).toContain("installed in Claude Code");
      const before = treeOf(home, tellbackHome);
      const bash = { name: "Bash", input: { command: "echo eleven herons", description: "count" } };
      const ask = { name: "mcp__tellback__search_memory", input: { query: "herons" } };
      await session("Count the herons", [
        { tools: [bash] },
        { text: "Fixed the count in src/pond.ts: there are eleven herons." },
      ]);
      await until("it is remembered", async () => /obs_|trn_/.test(await tellback("search", "herons")));
      await until("its outcome is", async () => (await tellback("context")).includes("src/pond.ts"));
      const second = await session("How many were there?", [{ tools: [ask] }, { text: "Eleven." }]);
      const [opening, after] = second.askedOf("main");
      expect(opening?.text).toContain("Fixed the count in src/pond.ts");
      expect(JSON.stringify(opening?.body)).toContain("tellback-memory-search");
      expect(JSON.stringify(after?.body)).toContain("eleven herons");
      expect(before).not.toEqual(used);

      await tellback("uninstall", "--purge", "--yes");
      const left = treeOf(home, tellbackHome);
      // The client's own state and transcripts have changed; everything else is as it was.
      const own = (name: string) =>
        /^\.claude\/(\.claude\.json|projects|backups|todos|shell-snapshots|session|statsig|plugins|telemetry|cache|debug|file-history)|^\.cache|^tmp|^\.claude$/.test(
          name,
        );
      const others = (tree: Record<string, string>) =>
        Object.fromEntries(Object.entries(tree).filter(([name]) => !own(name)));
      expect(others(left)).toEqual(others(used));
      const state = JSON.parse(readFileSync(join(home, ".claude/.claude.json"), "utf8"));
      expect(state.mcpServers?.tellback).toBeUndefined();
      expect(existsSync(tellbackHome)).toBe(false);
    } finally {
      for (const pid of processesOf(tellbackHome)) signal(pid, "SIGKILL");
    }
  });
});
