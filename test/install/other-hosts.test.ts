// engram in the settings of other hosts: in each one's own form, beside what is there, and out again to the byte.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newUser } from "./user.ts";

const toml = '# mine\r\nmodel = "x"\r\n\r\n[mcp_servers.other]\r\ncommand = "o"';

test.each([
  ["codex", ".codex/config.toml", toml, "[mcp_servers.engram]"],
  ["gemini", ".gemini/settings.json", '{\n\t"mcpServers": {"other": {}} // mine\n}', '"engram": {'],
  ["cursor", ".cursor/mcp.json", null, '"engram": {'],
  ["opencode", ".config/opencode/opencode.json", '{ "mcp": {} }\n', '"type": "local"'],
])("%s", async (host, name, content, wanted) => {
  await using user = await newUser();
  if (content !== null) await user.write(name, content);
  const before = user.tree();
  expect(await user.engram("install", "--host", host)).toMatchObject({ code: 0, stderr: "" });
  const text = readFileSync(user.file(name), "utf8");
  if (content?.includes("other")) expect(text).toContain("other");
  expect(text.replaceAll('"engram":{', '"engram": {')).toContain(wanted);
  expect(text).toContain(`${user.engramHome}/bin/engram`);
  // A second host shares the scripts; they stay until the last one leaves.
  await user.engram("install");
  await user.engram("uninstall", "--host", host);
  expect(readFileSync(`${user.engramHome}/bin/engram`, "utf8")).toContain("#!/bin/sh");
  await user.engram("uninstall");
  expect(user.tree()).toEqual(before);
});

test("an unknown host is named, with those that are known", async () => {
  await using user = await newUser();
  const { code, stderr } = await user.engram("install", "--host", "emacs");
  expect(code).toBe(2);
  expect(stderr).toContain("codex");
});
