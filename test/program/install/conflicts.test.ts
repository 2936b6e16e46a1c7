// An entry under tellback's key that somebody else wrote: shown and left alone; replaced only by force, and put back.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newUser } from "./user.ts";

const theirs = (key: string) =>
  `{\n\t"${key}": {"tellback": { "command":"/opt/theirs","args" : ["--key", "s3cret"] }} // mine\n}`;

const codex = {
  "a table":
    '[mcp_servers.tellback]\ncommand = "/opt/theirs"\n\n[mcp_servers.tellback.env]\nA = "b"\n\n[other]\nx = 1\n',
  "a quoted name": '[ mcp_servers . "tellback" ]\r\ncommand = "/opt/theirs"\r\n',
  "a dotted key":
    'mcp_servers.tellback.command = "/opt/theirs"\nmcp_servers.tellback.args = [\n  "a", # ]\n  "b",\n]\nmodel = "x"\n',
  "an inline table": "[mcp_servers]\ntellback = { command = '/opt/theirs' }\nother = { command = \"o\" }\n",
};

const entries: [string, string, string, string][] = [
  ["claude-code", ".claude.json", theirs("mcpServers"), "mcpServers.tellback (/opt/theirs)"],
  ["gemini", ".gemini/settings.json", theirs("mcpServers"), "mcpServers.tellback (/opt/theirs)"],
  [
    "cursor",
    ".cursor/mcp.json",
    '{"mcpServers":{"tellback":{"url":"http://x"}}}',
    "mcpServers.tellback (http://x)",
  ],
  [
    "opencode",
    ".config/opencode/opencode.json",
    '{"mcp":{"tellback":{"command":["/opt/theirs"]}}}',
    "mcp.tellback",
  ],
  ["claude-code", ".claude/skills/tellback-memory-search/SKILL.md", "my own skill\n", "a file of this name"],
  ...Object.values(codex).map((text): [string, string, string, string] => [
    ...(["codex", ".codex/config.toml", text, "mcp_servers.tellback (line "] as const),
  ]),
];

describe.each(entries)("%s: %s", (host, name, content, shown) => {
  test("is left alone, with and without a dry run", async () => {
    await using user = await newUser();
    await user.write(name, content);
    const before = user.tree();
    for (const option of [[], ["--dry-run"]]) {
      const { code, stderr } = await user.tellback("install", "--host", host, ...option);
      expect(code).toBe(4);
      expect(stderr).toContain(`${user.file(name)} already has ${shown}`);
      expect(stderr).toContain("--force");
      expect(stderr).not.toContain("s3cret");
      expect(user.tree()).toEqual(before);
    }
  });

  test("is replaced by force, once, and put back", async () => {
    await using user = await newUser();
    await user.write(name, content);
    const before = user.tree();
    expect(await user.tellback("install", "--host", host, "--force")).toMatchObject({ code: 0, stderr: "" });
    const installed = user.tree();
    // Without force: it is tellback's now.
    expect((await user.tellback("install", "--host", host)).stdout).toContain("already installed");
    expect(user.tree()).toEqual(installed);
    if (!name.endsWith(".md")) expect(readFileSync(user.file(name), "utf8")).toContain("bin/tellback");
    await user.tellback("uninstall", "--host", host);
    expect(user.tree()).toEqual(before);
  });

  test("is put back into a file that was changed since", async () => {
    if (name.endsWith(".md")) return;
    await using user = await newUser();
    await user.write(name, content);
    await user.tellback("install", "--host", host, "--force");
    const [from, to] = name.endsWith(".toml") ? ["", 'added = "1"\n'] : ["{", '{ "added": 1,'];
    const changed = (text: string) => to + text.slice(from.length);
    await user.write(name, changed(readFileSync(user.file(name), "utf8")));
    await user.tellback("uninstall", "--host", host);
    expect(readFileSync(user.file(name), "utf8")).toBe(changed(content));
  });
});

describe.each(entries.filter(([, name]) => !name.endsWith(".md")))(
  "%s: %s, written after an installation",
  (host, name, content, shown) => {
    test("is noticed, left alone, and stays when tellback goes", async () => {
      await using user = await newUser();
      await user.tellback("install", "--host", host);
      await user.write(name, content);
      const { code, stderr } = await user.tellback("install", "--host", host);
      expect(code).toBe(4);
      expect(stderr).toContain(`${user.file(name)} already has ${shown}`);
      if (host === "cursor") {
        const { stdout } = await user.tellback("doctor", "--fix");
        expect(stdout).toMatch(/! +entries +.*already has/);
      }
      await user.tellback("uninstall", "--host", host);
      expect(readFileSync(user.file(name), "utf8")).toBe(content);
    });
  },
);

test("an entry of tellback's to which somebody added a variable is still tellback's", async () => {
  await using user = await newUser();
  await user.tellback("install", "--host", "cursor");
  const file = user.file(".cursor/mcp.json");
  const written = JSON.parse(readFileSync(file, "utf8"));
  written.mcpServers.tellback.env = { ...written.mcpServers.tellback.env, EXTRA: "1" };
  await user.write(".cursor/mcp.json", JSON.stringify(written));
  expect(await user.tellback("install", "--host", "cursor")).toMatchObject({ code: 0, stderr: "" });
});

test("a Codex table that is written inline cannot be extended, and says how to write it", async () => {
  await using user = await newUser();
  await user.write(".codex/config.toml", 'mcp_servers = { other = { command = "o" } }\n');
  const before = user.tree();
  for (const option of [[], ["--force"]]) {
    const { code, stderr } = await user.tellback("install", "--host", "codex", ...option);
    expect(code).toBe(4);
    expect(stderr).toContain('"mcp_servers" in config.toml (line 1) is one inline value');
    expect(user.tree()).toEqual(before);
  }
});

test("files that were there before stay, also if only tellback's part was in them", async () => {
  await using user = await newUser();
  await user.tellback("install", "--host", "cursor");
  const ours = readFileSync(user.file(".cursor/mcp.json"), "utf8");
  await user.tellback("uninstall", "--host", "cursor");
  await user.write(".cursor/mcp.json", ours);
  await user.tellback("install", "--host", "cursor");
  await user.tellback("uninstall", "--host", "cursor");
  expect(readFileSync(user.file(".cursor/mcp.json"), "utf8").trim()).toBe("{}");
});

test("hooks of other programs are not taken for tellback's", async () => {
  await using user = await newUser();
  const file = ".claude/settings.json";
  const hook = { type: "command", command: "/opt/other/hooks/hook.sh capture" };
  await user.write(file, JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  await user.tellback("install");
  expect(readFileSync(user.file(file), "utf8")).toContain("/opt/other/hooks/hook.sh capture");
  await user.tellback("uninstall");
  expect(JSON.parse(readFileSync(join(user.home, file), "utf8"))).toEqual({
    hooks: { Stop: [{ hooks: [hook] }] },
  });
});
