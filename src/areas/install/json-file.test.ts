import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { settingsMatrix } from "../../../test/samples/settings.ts";
import { entryEdit } from "./entry-edit.ts";
import { hooksEdit, ownHooks } from "./hooks-edit.ts";
import { appendTo, readObject, removeAt, setIn } from "./json-file.ts";

const texts = Object.entries(settingsMatrix).flatMap(([name, text]) =>
  text === null || text.trim() === "" ? [] : [[name, text.replace(/^\uFEFF/, "")] as const],
);
const value = { hooks: [{ type: "command", command: "x" }] };

describe("adding and removing restores the text:", () => {
  test.each(texts)("%s", (_, text) => {
    const added = setIn(text, ["mcpServers", "tellback"], value);
    expect(readObject(added, "x").mcpServers).toEqual({ tellback: value });
    expect(removeAt(removeAt(added, ["mcpServers", "tellback"]), ["mcpServers"])).toBe(text);
    if (!Array.isArray((readObject(text, "x").hooks as Record<string, unknown>)?.PostToolUse)) return;
    const path = ["hooks", "PostToolUse"];
    const appended = appendTo(text, path, value);
    const length = ((readObject(text, "x").hooks as Record<string, unknown[]>).PostToolUse ?? []).length;
    expect((readObject(appended, "x").hooks as Record<string, unknown[]>).PostToolUse?.at(-1)).toEqual(value);
    expect(removeAt(appended, [...path, length])).toBe(text);
  });
});

test("a comment keeps its neighbour", () => {
  const text = '{\n  "a": [\n    1, // one\n    2 // two\n  ]\n}\n';
  expect(appendTo(text, ["a"], 3)).toBe('{\n  "a": [\n    1, // one\n    2, // two\n    3\n  ]\n}\n');
  expect(removeAt(text, ["a", 0])).toBe('{\n  "a": [ // one\n    2 // two\n  ]\n}\n');
});

test("tellback's hooks are added among others and removed alone", () => {
  const hooks = {
    PostToolUse: [{ hooks: [{ type: "command", command: "/h/.tellback/hooks/hook.sh", args: ["wake"] }] }],
  };
  const edit = hooksEdit("settings.json", hooks);
  for (const [, text] of texts) {
    const added = edit.add(text);
    expect(ownHooks(added, "x")).toEqual(hooks);
    expect(edit.add(added)).toBe(added);
    const rest = edit.remove(added, null);
    expect(parse(rest, [], { allowTrailingComma: true }).model).toEqual(
      parse(text, [], { allowTrailingComma: true }).model,
    );
    expect(rest).not.toContain("tellback");
  }
});

test("a hook of tellback's inside a foreign group is removed alone", () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[{"command":"mine"},{"command":"/h/.tellback/hooks/hook.sh wake"}]}]}}';
  expect(hooksEdit("s", {}).remove(text, null)).toBe('{"hooks":{"Stop":[{"hooks":[{"command":"mine"}]}]}}');
});

const hooks = {
  Stop: [{ hooks: [{ type: "command", command: "/h/.tellback/hooks/hook.sh", args: ["wake"] }] }],
  SessionEnd: [{ hooks: [{ type: "command", command: "/h/.tellback/hooks/hook.sh", args: ["wake"] }] }],
};

test.each([
  '{"hooks":null}',
  '{"hooks":[]}',
  '{"hooks":{"Stop":null,"SessionEnd":{}}}',
  '{"hooks": {"Stop":[]}}',
])("an empty container is replaced, and every key occurs once: %s", (text) => {
  const added = hooksEdit("settings.json", hooks).add(text);
  expect(JSON.parse(added).hooks).toEqual(hooks);
  expect(added.match(/"hooks":\s*\{/g)).toHaveLength(1);
});

test.each([
  '{"hooks":"no"}',
  '{"hooks":[1]}',
  '{"hooks":true}',
  '{"hooks":{"Stop":"no"}}',
  '{"hooks":{"Stop":{"a":1}}}',
])("a non-empty container of another type is refused: %s", (text) => {
  expect(() => hooksEdit("settings.json", hooks).add(text)).toThrow(
    /^"hooks(?:\.Stop)?" in settings.json is /,
  );
});

test.each(["mcpServers", "projects"])("an entry is added to %s only if that is an object", (key) => {
  const edit = entryEdit("x.json", [key, "tellback"], { command: "c" });
  for (const value of ["null", "[]", "{}"])
    expect(JSON.parse(edit.add(`{"${key}":${value}}`))).toEqual({ [key]: { tellback: { command: "c" } } });
  for (const value of ['"a"', "[1]", "7", "false"])
    expect(() => edit.add(`{"${key}":${value}}`)).toThrow(`"${key}" in x.json is `);
});

test("of a duplicate key the last is edited, as the client reads it, and all of tellback's parts are removed", () => {
  const edit = hooksEdit("settings.json", hooks);
  const twice = '{"hooks":{"Stop":[{"hooks":[{"command":"mine"}]}]},"hooks":{}}';
  expect(JSON.parse(edit.add(twice)).hooks).toEqual(hooks);
  const broken = `{"a":1,"hooks":null,${Object.entries(hooks)
    .map(([event, groups]) => `"hooks":{"${event}":${JSON.stringify(groups)}}`)
    .join(",")}}`;
  expect(edit.remove(broken, null)).toBe('{"a":1,"hooks":null}');
  expect(JSON.parse(edit.add(broken)).hooks).toEqual(hooks);
});
