// tellback in the settings of other hosts: in each format, next to existing entries, and removed without a trace.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { hosts } from "../../../src/agents/hosts.ts";
import { newUser } from "./user.ts";

const toml = '# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.other]\r\ncommand = "o"';

test.each([
  ["codex", ".codex/config.toml", toml, "[mcp_servers.tellback]"],
  ["gemini", ".gemini/settings.json", '{\n\t"mcpServers": {"other": {}} // mine\n}', '"tellback": {'],
  ["cursor", ".cursor/mcp.json", null, '"tellback": {'],
  ["opencode", ".config/opencode/opencode.json", '{ "mcp": {} }\n', '"type": "local"'],
])("%s", async (host, name, content, wanted) => {
  await using user = await newUser();
  if (content !== null) await user.write(name, content);
  const before = user.tree();
  expect(await user.tellback("install", "--host", host)).toMatchObject({ code: 0, stderr: "" });
  const text = readFileSync(user.file(name), "utf8");
  if (content?.includes("other")) expect(text).toContain("other");
  expect(text.replaceAll('"tellback":{', '"tellback": {')).toContain(wanted);
  expect(text).toContain(`${user.tellbackHome}/bin/tellback`);
  // A second host shares the scripts; they stay until the last one is uninstalled.
  await user.tellback("install");
  await user.tellback("uninstall", "--host", host);
  expect(readFileSync(`${user.tellbackHome}/bin/tellback`, "utf8")).toContain("#!/bin/sh");
  await user.tellback("uninstall");
  expect(user.tree()).toEqual(before);
});

const others = {
  gemini: {
    file: ".gemini/settings.json",
    content:
      '{\n  "hooks": {\n    "AfterTool": [{ "hooks": [{ "type": "command", "command": "mine.sh" }] }] // mine\n  }\n}\n',
    events: ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"],
  },
  codex: {
    file: ".codex/hooks.json",
    content: '{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"mine.sh"}]}]}}',
    events: ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"],
  },
};

describe.each(["gemini", "codex"] as const)("the hooks of %s", (host) => {
  const { file, content, events } = others[host];

  test("are added once, next to those of others, and removed to the byte", async () => {
    await using user = await newUser();
    await user.write(file, content);
    const before = user.tree();
    await user.tellback("install", "--host", host);
    await user.tellback("install", "--host", host);
    const text = readFileSync(user.file(file), "utf8");
    const { hooks } = parse(text) as { hooks: Record<string, unknown[]> };
    expect(Object.keys(hooks).toSorted()).toEqual(events.toSorted());
    expect(text).toContain("mine.sh");
    for (const event of events) {
      const own = JSON.stringify(hooks[event]).split(`/hooks/hook.sh' --host ${host} `).length - 1;
      expect({ event, own }).toEqual({ event, own: 1 });
    }
    await user.tellback("uninstall", "--host", host);
    expect(user.tree()).toEqual(before);
  });

  test("are removed alone if the file was edited since", async () => {
    await using user = await newUser();
    await user.write(file, content);
    await user.tellback("install", "--host", host);
    const edited = readFileSync(user.file(file), "utf8").replace("mine.sh", "better.sh");
    await user.write(file, edited);
    await user.tellback("uninstall", "--host", host);
    expect(readFileSync(user.file(file), "utf8")).toBe(content.replace("mine.sh", "better.sh"));
  });

  test("work for everybody in a project, also without tellback", async () => {
    await using user = await newUser();
    const before = user.tree();
    await user.tellback("install", "--host", host, "--scope", "project");
    const text = readFileSync(join(user.project, file), "utf8");
    expect(text).toContain("! [ -x ");
    expect(text.match(/"command": ".*hook\.sh/g)?.join("")).not.toContain(user.home);
    await user.tellback("uninstall", "--host", host, "--scope", "project");
    expect(user.tree()).toEqual(before);
  });
});

test("an unknown host is an error that lists the known ones", async () => {
  await using user = await newUser();
  const { code, stderr } = await user.tellback("install", "--host", "emacs");
  expect(code).toBe(2);
  expect(stderr).toContain("codex");
});

const jsonc = '{\r\n\t// mine, "tellback" not\r\n\t"mcpServers": { "other": { "command": "o" }, },\r\n}';
const hooksOfOthers =
  '{\n  "hooks": { /* mine */ "PostToolUse": [{ "matcher": "", "hooks": [{ "type": "command", "command": "mine.sh" }] }] }\n}';

/** What the user has already, by file. */
const foreign: Record<string, string> = {
  ".claude/settings.json": hooksOfOthers,
  ".claude.json": '{"mcpServers":{"other":{"command":"o"}},"numStartups":3}',
  ".claude/CLAUDE.md": "# Mine\n\nNo newline at the end",
  ".codex/config.toml": toml,
  ".codex/hooks.json": hooksOfOthers,
  ".codex/AGENTS.md": "\uFEFF# With a mark\r\n",
  ".gemini/settings.json": jsonc,
  ".gemini/GEMINI.md": "",
  ".qwen/settings.json": jsonc,
  ".qwen/QWEN.md": "# Mine\n\n\n",
  ".copilot/mcp-config.json": jsonc,
  ".copilot/hooks/mine.json": '{"version":1,"hooks":{}}',
  ".config/opencode/opencode.json":
    '{ // mine\n  "mcp": { "other": { "type": "local", "command": ["o"] } } }',
  ".config/opencode/plugins/mine.js": "export const Mine = async () => ({});\n",
  ".config/kilo/AGENTS.md": "mine\n",
  ".cline/data/settings/cline_mcp_settings.json": jsonc,
  ".cursor/hooks.json": '{"version":1,"hooks":{"stop":[{"command":"./mine.sh"}]}}\n',
  ".cursor/mcp.json": jsonc,
  ".pi/agent/AGENTS.md": "ünï\n",
  "work/project/AGENTS.md": "# The project\n\nNo newline",
  "work/project/CLAUDE.md": "# The project\r\n",
};

describe.each(["the same", "the other"])(
  "all hosts beside what others wrote, removed in %s order",
  (order) => {
    test.each(["user", "project"])("in %s scope leave every byte", { timeout: 180_000 }, async (scope) => {
      await using user = await newUser({}, "o'neil's häfen");
      for (const [name, text] of Object.entries(foreign)) await user.write(name, text);
      const before = user.tree();
      const names = hosts.map(({ name }) => name);
      for (const name of names)
        expect(
          await user.tellback("install", "--host", name, "--scope", scope, "--no-history"),
          name,
        ).toMatchObject({ code: 0 });
      for (const name of order === "the same" ? names : names.toReversed())
        expect(await user.tellback("uninstall", "--host", name, "--scope", scope), name).toMatchObject({
          code: 0,
        });
      expect(user.tree()).toEqual(before);
    });
  },
);

test("a hook of the user's own in Cline is not replaced", async () => {
  await using user = await newUser();
  await user.write(".cline/hooks/PostToolUse", "#!/bin/sh\nmine\n");
  const before = user.tree();
  const { code, stderr } = await user.tellback("install", "--host", "cline");
  expect({ code, tree: user.tree() }).toEqual({ code: 4, tree: before });
  expect(stderr).toContain("PostToolUse");
});
