// Agents are told to run only what their shell finds: the name, or the path of the script in tellback's home.

import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { version } from "../../../src/platform/version.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable, runClaude } from "../../support/claude-code.ts";
import { startModel, type Turn } from "../../support/model-stand-in.ts";
import { entry, until } from "../../support/tellback.ts";
import { newUser, type User } from "./user.ts";

const execute = promisify(execFile);
const claude = await claudeAvailable();

/** The commands in backquotes that begin with tellback, by its name or its path. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/`((?:[^`\s]*\/)?tellback) [a-z]/g)].map(([, word = ""]) => word);
}

function toldTo(user: User): string[] {
  const files = globSync(["CLAUDE.md", "skills/*/SKILL.md", "commands/tellback/*.md", "agents/*.md"], {
    cwd: user.file(".claude"),
  });
  expect(files.length).toBeGreaterThan(8);
  const texts = files.map((name) => readFileSync(user.file(join(".claude", name)), "utf8"));
  return [...new Set(texts.flatMap(commandsIn))];
}

const inShell = async (user: User, command: string, PATH = "/usr/bin:/bin") =>
  (await execute("/bin/sh", ["-c", command], { env: { HOME: user.home, PATH } })).stdout.trim();

const shellFinding = async (user: User, ...more: string[]) => {
  const { stdout } = await user.tellback("doctor", "--json", ...more);
  const { findings } = JSON.parse(stdout) as { findings: { what: string; state: string; found: string }[] };
  return findings.find(({ what }) => what === "shell");
};

test("where the shell does not find `tellback`, agents get its path", async () => {
  await using user = await newUser({ PATH: "/usr/bin:/bin" });
  await user.tellback("install");
  const [word = "", ...others] = toldTo(user);
  expect(others).toEqual([]);
  expect(word).toBe(join(user.tellbackHome, "bin/tellback"));
  expect(await inShell(user, `${word} --version`)).toBe(version);
  expect(await shellFinding(user)).toMatchObject({ state: "ok", found: `${word} runs in /bin/sh` });
  // An error names its next command in the same way.
  const { stderr } = await user.tellback("session", "show", "nonsense");
  expect(commandsIn(stderr)).toEqual([word]);
});

test("a folder for programs on the PATH gets the command, and loses it with the installation", async () => {
  const env = { PATH: "/usr/bin:/bin" };
  await using user = await newUser(env);
  env.PATH = `/usr/bin:/bin:${user.file(".local/bin")}`;
  const before = user.tree();
  await user.tellback("install");
  await user.tellback("install", "--force");
  expect(toldTo(user)).toEqual(["tellback"]);
  expect(await inShell(user, "tellback --version", env.PATH)).toBe(version);
  expect(await shellFinding(user)).toMatchObject({ state: "ok" });
  await user.tellback("uninstall");
  expect(user.tree()).toEqual(before);
});

test("another `tellback` on the PATH is neither replaced nor named to agents", async () => {
  const env = { PATH: "/usr/bin:/bin" };
  await using user = await newUser(env);
  const folder = user.file(".local/bin");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "tellback"), "#!/bin/sh\necho tellback needs another Node >&2\nexit 1\n");
  await chmod(join(folder, "tellback"), 0o755);
  env.PATH = `${folder}:/usr/bin:/bin`;
  const before = user.tree();
  await user.tellback("install");
  expect(toldTo(user)).toEqual([join(user.tellbackHome, "bin/tellback")]);
  await user.tellback("uninstall");
  expect(user.tree()).toEqual(before);
});

test("doctor says that the shell cannot run the command, and mends it", async () => {
  await using user = await newUser({ PATH: "/usr/bin:/bin" });
  await user.tellback("install");
  rmSync(join(user.tellbackHome, "bin/tellback"));
  expect(await shellFinding(user)).toMatchObject({
    state: "degraded",
    found: expect.stringContaining("cannot run"),
  });
  await user.tellback("doctor", "--fix");
  expect(await shellFinding(user)).toMatchObject({ state: "ok" });
});

test("an older Node hands over to the one that last ran tellback here", async ({ skip }) => {
  const old = "/usr/bin/node";
  const found = existsSync(old) ? (await execute(old, ["--version"])).stdout : "none";
  skip(!/^v(?:1\d|2[0-3])\./.test(found), `needs an older Node at ${old}; found ${found}`);
  await using user = await newUser({ PATH: "/usr/bin:/bin" });
  const copy = join(user.home, "copy/dist/tellback.mjs");
  await mkdir(join(user.home, "copy/dist"), { recursive: true });
  await writeFile(copy, readFileSync(entry));
  await writeFile(join(user.home, "copy/dist/cli.mjs"), "console.log(process.version);\n");
  const run = () => execute(old, [copy], { env: { HOME: user.home, PATH: "/usr/bin:/bin" } });
  await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining("needs Node 24.15") });
  await user.tellback("install");
  expect((await run()).stdout.trim()).toBe(process.version);
});

describe.skipIf(!claude.ok)(title("in the real client", claude), () => {
  test("what an injection names runs in the agent's own shell", { timeout: 120_000 }, async () => {
    await using user = await newUser({ PATH: "/usr/bin:/bin" });
    await user.tellback("install");
    const session = async (prompt: string, turns: Turn[]) => {
      const model = await startModel([{ name: "main", when: (ask) => ask.hasTools, turns }]);
      const env = { PATH: "/usr/bin:/bin", TELLBACK_EMBED_PROVIDER: "off" };
      const args = ["-p", prompt, "--dangerously-skip-permissions"];
      await runClaude({ model, cwd: user.project, home: user.home, args, env });
      await model.close();
      return model.askedOf("main");
    };
    const write = { name: "Write", input: { file_path: join(user.project, "pond.ts"), content: "eleven" } };
    await session("Count the herons", [
      { tools: [write] },
      { text: "Fixed the count in pond.ts: there are eleven herons." },
    ]);
    await until("it is remembered", async () =>
      (await user.tellback("context")).stdout.includes("eleven herons"),
    );
    const bash = (command: string) => ({ name: "Bash", input: { command, description: "search" } });
    const word = join(user.tellbackHome, "bin/tellback");
    const [opening, after] = await session("How many herons were there?", [
      { tools: [bash(`${word} search herons`)] },
      { text: "Eleven." },
    ]);
    expect(opening?.text).toContain(`\`${word} search WORDS\``);
    expect(opening?.text).not.toContain("`tellback ");
    expect(JSON.stringify(after?.body.messages?.at(-1))).toContain("eleven herons");
  });
});
