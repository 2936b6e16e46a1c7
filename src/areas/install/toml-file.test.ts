// What of a TOML file defines tellback's table, in every way to write it.

import { expect, test } from "vitest";
import { statementsOf, tomlTable } from "./toml-file.ts";

const keysOf = (text: string) => statementsOf(text).map(({ key }) => key.join("."));

test.each([
  ["a = 1\nb.c = 2", ["a", "b.c"]],
  ["[t]\na = 1\n[t.\"u v\"]\n'b' . c = 2", ["t", "t.a", "t.u v", "t.u v.b.c"]],
  ["a = \"\"\"\n[x]\n\"\"\"\nb = '''\n[y]'''", ["a", "b"]],
  ["a = [\n  1, # ]\n  { b = 2 },\n]\nc = 3", ["a", "c"]],
  ["# [x]\n  # y = 1\n[[list]]\nz = '#'", ["list", "list.z"]],
  ['"\\u0061b" = 1\r\n\r\n[t]\r\nx=1', ["ab", "t", "t.x"]],
  ["", []],
])("the statements of %j", (text, keys) => {
  expect(keysOf(text)).toEqual(keys);
});

const edit = tomlTable("config.toml", ["mcp_servers", "tellback"], '[mcp_servers.tellback]\ncommand = "t"');

test.each([
  'text = """\n[mcp_servers.tellback]\n"""\n',
  "[mcp_servers]\nother = { tellback = 1 }\n",
  "[mcp_servers.tellback2]\ncommand = 1\n",
  "[profiles.x.mcp_servers.tellback]\ncommand = 1\n",
])("%j does not define it", (text) => {
  expect(edit.conflict?.(text)).toBeNull();
  expect(edit.remove(edit.add(text), null)).toBe(text);
});

test("of two definitions only tellback's is in force, however often it is added", () => {
  const text = 'mcp_servers."tellback".command = "a"\n[mcp_servers.tellback.env]\nB = 1\n';
  const added = edit.add(text);
  expect(keysOf(added)).toEqual(["mcp_servers.tellback", "mcp_servers.tellback.command"]);
  expect(edit.add(edit.remove(added, null))).toBe(added);
  expect(edit.remove(added, null)).toBe(text);
});
