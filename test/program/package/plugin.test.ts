// The plugin's texts: short, and consistent with the program.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { orderOf } from "../../../src/agents/commands/order.ts";
import { commandsIn } from "../../../src/agents/commands/scan.ts";
import { tools } from "../../../src/areas/agent-tools.ts";
import { pluginHooksFile } from "../../../src/areas/install/host-hooks.ts";
import { countTokens } from "../../../src/context/tokens.ts";
import { createProgram } from "../../../src/doors/cli/program.ts";

const root = join(import.meta.dirname, "../../../plugin");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const texts = globSync(["skills/*/SKILL.md", "commands/*.md", "agents/*.md"], { cwd: root }).sort();

/** tellback session list → the command `list` of the command `session`. */
function commandNamed(words: readonly string[]): Command | undefined {
  let command: Command | undefined = createProgram();
  for (const word of words) {
    const next: Command | undefined = command?.commands.find((one) => one.name() === word);
    if (!next) return command?.commands.length === 0 ? command : undefined;
    command = next;
  }
  return command;
}

describe.each(texts)("%s", (name) => {
  const text = read(name);

  test("costs less than 500 tokens", () => {
    expect(countTokens(text)).toBeLessThan(500);
  });

  test("mentions only commands and options that exist", () => {
    for (const [, line = ""] of text.matchAll(/`tellback ([^`]+)`/g)) {
      const words = line.replace(/"[^"]*"/g, "X").split(/\s+/);
      const named = words.filter((word) => /^[a-z]+$/.test(word));
      const command = commandNamed(named);
      expect(command, `tellback ${line}`).toBeDefined();
      for (const option of words.filter((word) => word.startsWith("--"))) {
        expect(
          command?.options.map((one) => one.long),
          `tellback ${line}`,
        ).toContain(option);
      }
    }
  });

  test("shows only reply commands that parse", () => {
    for (const [, code = ""] of text.matchAll(/`(<ctx:[^`]+)`/g)) {
      const commands = commandsIn(code);
      expect(commands, code).toHaveLength(1);
      for (const command of commands) expect(() => orderOf(command)).not.toThrow();
    }
  });

  test("mentions only tools that exist", () => {
    const known = tools.map((tool) => tool.name);
    for (const [, tool = ""] of text.matchAll(/mcp__plugin_tellback_tellback__(\w+)/g))
      expect(known).toContain(tool);
    for (const [word] of text.matchAll(/\b(?:search|get|list)_[a-z_]+\b/g)) expect(known).toContain(word);
  });
});

test.each([".claude-plugin", ".codex-plugin", ".cursor-plugin", "."])(
  "the manifest in %s names the plugin and the package's version",
  (folder) => {
    const { version } = JSON.parse(read("../package.json"));
    const manifest = JSON.parse(read(`${folder}/plugin.json`));
    expect(manifest).toMatchObject({ name: "tellback", version });
    for (const path of [manifest.skills, manifest.mcpServers].filter((one) => typeof one === "string"))
      expect(existsSync(join(root, path)), path).toBe(true);
  },
);

test("the manifest of Agent Plugins has only the fields that its specification allows", () => {
  const allowed = "$schema name version description author homepage repository license keywords extensions";
  const given = Object.keys(JSON.parse(read("plugin.json")));
  expect(given.filter((field) => !allowed.split(" ").includes(field))).toEqual([]);
  const { mcpServers } = JSON.parse(read("mcp.json"));
  expect(mcpServers.tellback).toMatchObject({ type: "stdio", args: ["mcp"] });
});

test("manifest, marketplace and package have the same version", () => {
  const manifest = JSON.parse(read(".claude-plugin/plugin.json"));
  const { version } = JSON.parse(read("../package.json"));
  expect(manifest.version).toBe(version);
  const { plugins } = JSON.parse(read(".claude-plugin/marketplace.json"));
  expect(plugins).toMatchObject([{ name: manifest.name, source: "./" }]);
});

test("hooks.json is what Claude Code's table of hooks gives", () => {
  const howTo = "the table has changed: run `node scripts/plugin-hooks.ts`";
  expect(read("hooks/hooks.json"), howTo).toBe(pluginHooksFile());
});
