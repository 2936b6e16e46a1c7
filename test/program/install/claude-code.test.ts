// tellback install and uninstall in a user's Claude Code: what is added, what stays, and an exact restore.

import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { settingsMatrix } from "../../samples/settings.ts";
import { newUser, type User } from "./user.ts";

const settings = ".claude/settings.json";
const claudeMd = ".claude/CLAUDE.md";

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: { command: string; args?: string[] }[] }[]>;
}

const settingsOf = (user: User): Settings =>
  parse(readFileSync(user.file(settings), "utf8").replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });

async function ok(run: ReturnType<User["tellback"]>): Promise<string> {
  const { code, stdout, stderr } = await run;
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return stdout;
}

test("the note asks for a closing line, says so, and leaves it out if a setting says so", async () => {
  await using user = await newUser();
  expect(await ok(user.tellback("install"))).toContain("recall.closingLine");
  expect(readFileSync(user.file(claudeMd), "utf8")).toContain("`Outcome: ");
  await ok(user.tellback("config", "set", "recall.closingLine", "false"));
  expect(await ok(user.tellback("install"))).not.toContain("recall.closingLine");
  expect(readFileSync(user.file(claudeMd), "utf8")).not.toContain("Outcome:");
});

describe("installing and uninstalling restores every byte of", () => {
  test.each(Object.entries(settingsMatrix))("%s", async (_, content) => {
    await using user = await newUser();
    if (content !== null) await user.write(settings, content);
    await user.write("work/project/CLAUDE.md", "# Ours\n");
    const before = user.tree();

    await ok(user.tellback("install"));
    const installed = user.tree();
    const { hooks } = settingsOf(user);
    expect(hooks.PostToolUse?.at(-1)?.hooks[0]?.command).toContain("/hooks/hook.sh");
    expect(hooks.SessionStart?.at(-1)?.hooks[0]?.args?.[0]).toBe("answer");
    expect(readFileSync(user.file(claudeMd), "utf8")).toContain("tellback:begin");
    const state = JSON.parse(readFileSync(user.file(".claude.json"), "utf8"));
    expect(state.mcpServers.tellback.args).toEqual(["mcp", "--no-instructions"]);

    // Again: nothing changes, and uninstalling still works.
    expect(await ok(user.tellback("install"))).toContain("already");
    await ok(user.tellback("install", "--force"));
    expect(user.tree()).toEqual(installed);

    await ok(user.tellback("uninstall"));
    expect(user.tree()).toEqual(before);
    expect(existsSync(`${user.tellbackHome}/installed.json`)).toBe(false);
  });
});

test("other hooks, comments, order and line ends stay", async () => {
  await using user = await newUser();
  for (const name of ["comments and trailing commas", "Windows line ends", "tabs and no line end"]) {
    const content = settingsMatrix[name] ?? "";
    await user.write(settings, content);
    await ok(user.tellback("install"));
    const text = readFileSync(user.file(settings), "utf8");
    for (const line of content.split(/\r?\n/).filter((one) => one.trim().length > 3)) {
      expect(text).toContain(line);
    }
    if (name.startsWith("Windows")) expect(text).not.toMatch(/[^\r]\n/);
    if (name.startsWith("tabs")) expect(text).not.toMatch(/^ +"/m);
    await ok(user.tellback("uninstall"));
    expect(readFileSync(user.file(settings), "utf8")).toBe(content);
  }
});

test("a dry run lists each file with what it gets, and --diff shows every line", async () => {
  await using user = await newUser();
  await user.write(settings, settingsMatrix["foreign hooks on the same events"] ?? "");
  const before = user.tree();
  const list = (await ok(user.tellback("install", "--dry-run"))).trimEnd().split("\n");
  expect(list.length).toBeLessThan(30);
  expect(list[0]).toMatch(/^Claude Code: tellback install would write \d+ files:$/);
  const ofSettings = list.find((line) => line.includes(user.file(settings)));
  expect(ofSettings).toMatch(/^ {2}change .* hooks, \d+ entries for \d+ events, \+\d+ lines$/);
  expect(list.at(-1)).toContain("--diff");
  const diff = await ok(user.tellback("install", "--dry-run", "--diff"));
  expect(diff).toContain(`--- ${user.file(settings)}`);
  expect(diff).toMatch(/^\+ +"SessionEnd": \[$/m);
  expect(diff).not.toMatch(/^-[^-]/m);
  expect(user.tree()).toEqual(before);
  expect(existsSync(user.tellbackHome)).toBe(false);
});

test.each([
  ["broken JSON", '{ "hooks": [ '],
  ["a list", "[]"],
  ["bytes that are no text", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
])("%s is refused with a message, and nothing is touched", async (_, content) => {
  await using user = await newUser();
  await user.write(settings, content);
  await user.write(claudeMd, "# Mine\n");
  const before = user.tree();
  const { code, stderr } = await user.tellback("install");
  expect(code).toBe(4);
  expect(stderr).toContain("settings.json");
  expect(stderr).toContain("Nothing was changed");
  expect(user.tree()).toEqual(before);
});

test("a read-only file is not changed without --force; with it the file stays read-only", async () => {
  await using user = await newUser();
  await user.write(settings, "{}\n");
  chmodSync(user.file(settings), 0o444);
  const before = user.tree();
  const { code, stderr } = await user.tellback("install");
  expect(code).toBe(5);
  expect(stderr).toContain("read-only");
  expect(user.tree()).toEqual(before);
  await ok(user.tellback("install", "--force"));
  expect(statSync(user.file(settings)).mode & 0o777).toBe(0o444);
  await ok(user.tellback("uninstall"));
  expect(user.tree()).toEqual(before);
});

test("a link stays a link, and its target is edited and restored", async () => {
  await using user = await newUser();
  await user.write("dotfiles/claude.json", settingsMatrix["foreign hooks on the same events"] ?? "");
  chmodSync(user.file("dotfiles/claude.json"), 0o640);
  mkdirSync(user.file(".claude"));
  symlinkSync("../dotfiles/claude.json", user.file(settings));
  const before = user.tree();
  await ok(user.tellback("install"));
  expect(lstatSync(user.file(settings)).isSymbolicLink()).toBe(true);
  expect(statSync(user.file("dotfiles/claude.json")).mode & 0o777).toBe(0o640);
  expect(readFileSync(user.file("dotfiles/claude.json"), "utf8")).toContain("hook.sh");
  await ok(user.tellback("uninstall"));
  expect(user.tree()).toEqual(before);
});

test("the user's later changes are kept by uninstall", async () => {
  await using user = await newUser();
  await user.write(settings, '{\n  "model": "opus"\n}\n');
  await user.write(claudeMd, "# Mine\n");
  await ok(user.tellback("install"));
  const changed = readFileSync(user.file(settings), "utf8").replace('"opus"', '"sonnet"');
  await user.write(settings, changed);
  await user.write(claudeMd, `${readFileSync(user.file(claudeMd), "utf8")}\nAlways use tabs.\n`);
  await user.write(".claude/skills/tellback-memory-search/SKILL.md", "my own words\n");
  const { mcpServers } = JSON.parse(readFileSync(user.file(".claude.json"), "utf8"));
  await user.write(
    ".claude.json",
    JSON.stringify({ mcpServers: { ...mcpServers, other: {} }, numStartups: 3 }),
  );
  expect(await ok(user.tellback("uninstall"))).toContain("your changes kept");
  expect(readFileSync(user.file(settings), "utf8")).toBe('{\n  "model": "sonnet"\n}\n');
  expect(readFileSync(user.file(claudeMd), "utf8")).toBe("# Mine\n\nAlways use tabs.\n");
  expect(readFileSync(user.file(".claude/skills/tellback-memory-search/SKILL.md"), "utf8")).toBe(
    "my own words\n",
  );
  expect(JSON.parse(readFileSync(user.file(".claude.json"), "utf8"))).toEqual({
    mcpServers: { other: {} },
    numStartups: 3,
  });
});

test("hooks of another installation are replaced, not duplicated", async () => {
  await using user = await newUser();
  const old = {
    type: "command",
    command: "/usr/lib/node_modules/tellback/plugin/hooks/hook.sh",
    args: ["capture"],
  };
  await user.write(
    settings,
    JSON.stringify({ hooks: { PostToolUse: [{ hooks: [old] }], Elicitation: [{ hooks: [old] }] } }),
  );
  expect(await ok(user.tellback("install"))).toContain("another tellback installation are replaced");
  const { hooks } = settingsOf(user);
  const commands = hooks.PostToolUse?.flatMap((group) => group.hooks.map(({ command }) => command));
  expect(new Set(commands)).toEqual(new Set([`${user.tellbackHome}/hooks/hook.sh`]));
  expect(hooks).not.toHaveProperty("Elicitation");
});

test("next to the plugin nothing is installed, so that nothing is injected twice", async () => {
  await using user = await newUser();
  await user.write(settings, '{"enabledPlugins":{"tellback@tellback":true}}');
  const before = user.tree();
  const { code, stderr } = await user.tellback("install");
  expect(code).toBe(4);
  expect(stderr).toContain("plugin");
  expect(user.tree()).toEqual(before);
});

test("other memory tools and the client's own are reported and not changed", async () => {
  await using user = await newUser();
  await user.write(settings, '{"enabledPlugins":{"claude-mem@thedotmack":true}}');
  const said = await ok(user.tellback("install"));
  expect(said).toContain("claude-mem");
  expect(said).toContain("side by side");
  expect(said).toContain("own memory stays on");
  expect(settingsOf(user)).toMatchObject({ enabledPlugins: { "claude-mem@thedotmack": true } });
  expect(readFileSync(user.file(settings), "utf8")).not.toContain("autoMemory");
});

test("CLAUDE_CONFIG_DIR is respected", async () => {
  await using user = await newUser();
  const config = user.file("elsewhere/claude");
  await using other = await newUser({ CLAUDE_CONFIG_DIR: config });
  mkdirSync(config, { recursive: true });
  await ok(other.tellback("install"));
  expect(existsSync(`${config}/settings.json`)).toBe(true);
  expect(existsSync(`${config}/.claude.json`)).toBe(true);
  expect(existsSync(other.file(".claude"))).toBe(false);
  await ok(other.tellback("uninstall"));
  expect(existsSync(`${config}/settings.json`)).toBe(false);
});

test("in project scope only the project's files change, with hooks that do nothing for others", async () => {
  await using user = await newUser();
  await user.write("work/project/.claude/settings.json", '{"model":"opus"}\n');
  const before = user.tree();
  await ok(user.tellback("install", "--scope", "project"));
  const text = readFileSync(user.file("work/project/.claude/settings.json"), "utf8");
  expect(text).not.toContain(user.home);
  expect(text).toContain("$HOME/.tellback");
  expect(existsSync(user.file(settings))).toBe(false);
  expect((await user.tellback("install")).stderr).toContain("already");
  await ok(user.tellback("uninstall", "--scope", "project"));
  expect(user.tree()).toEqual(before);
});

test("purging deletes the memories too", async () => {
  await using user = await newUser();
  const before = user.tree();
  await ok(user.tellback("install"));
  await ok(user.tellback("status"));
  expect(existsSync(`${user.tellbackHome}/tellback.db`)).toBe(true);
  await ok(user.tellback("uninstall", "--purge", "--yes"));
  expect(existsSync(user.tellbackHome)).toBe(false);
  expect(user.tree()).toEqual(before);
});

test("a container of the wrong type is refused with its name, and nothing is changed", async () => {
  await using user = await newUser();
  const refused: [string, string, string][] = [
    [settings, '{"hooks":"none"}', '"hooks" in settings.json is a string'],
    [settings, '{"hooks":{"Stop":{"a":1}}}', '"hooks.Stop" in settings.json is an object'],
    [".claude.json", '{"mcpServers":[1]}', '"mcpServers" in .claude.json is a list'],
  ];
  for (const [file, content, why] of refused) {
    await user.write(settings, "{}");
    await user.write(".claude.json", "{}");
    await user.write(file, content);
    const before = user.tree();
    const { code, stderr } = await user.tellback("install");
    expect(code, content).not.toBe(0);
    expect(stderr).toContain(why);
    expect(stderr).toContain("Nothing was changed");
    expect(user.tree()).toEqual(before);
  }
});

test("an installed skill that the user has changed stays, and uninstall reports it", async () => {
  await using user = await newUser();
  await ok(user.tellback("install"));
  const skill = ".claude/skills/tellback-memory-search/SKILL.md";
  await user.write(skill, `${readFileSync(user.file(skill), "utf8")}\nMine.\n`);
  expect(await ok(user.tellback("uninstall", "--dry-run"))).toContain(`${user.file(skill)} stays`);
  const said = await ok(user.tellback("uninstall"));
  expect(said).toContain(`${user.file(skill)} stays: you have changed it`);
  expect(said.match(/ stays: /g)).toHaveLength(1);
  expect(readFileSync(user.file(skill), "utf8")).toContain("Mine.");
});
