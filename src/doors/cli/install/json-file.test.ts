import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { settingsMatrix } from "../../../../test/install/settings.sample.ts";
import { hooksEdit, ownHooks } from "./hooks-edit.ts";
import { appendTo, readObject, removeAt, setIn } from "./json-file.ts";

const texts = Object.entries(settingsMatrix).flatMap(([name, text]) =>
  text === null || text.trim() === "" ? [] : [[name, text.replace(/^\uFEFF/, "")] as const],
);
const value = { hooks: [{ type: "command", command: "x" }] };

describe("what is put in and taken out again leaves the text as it was:", () => {
  test.each(texts)("%s", (_, text) => {
    const added = setIn(text, ["mcpServers", "engram"], value);
    expect(readObject(added, "x").mcpServers).toEqual({ engram: value });
    expect(removeAt(removeAt(added, ["mcpServers", "engram"]), ["mcpServers"])).toBe(text);
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

test("engram's hooks go in among others and come out alone", () => {
  const hooks = {
    PostToolUse: [{ hooks: [{ type: "command", command: "/h/.engram/hooks/hook.sh", args: ["wake"] }] }],
  };
  const edit = hooksEdit("settings.json", hooks);
  for (const [, text] of texts) {
    const added = edit.add(text);
    expect(ownHooks(added, "x")).toEqual(hooks);
    expect(edit.add(added)).toBe(added);
    const rest = edit.remove(added);
    expect(parse(rest ?? "{}", [], { allowTrailingComma: true }).model).toEqual(
      parse(text, [], { allowTrailingComma: true }).model,
    );
    expect(rest ?? "").not.toContain("engram");
  }
});

test("a hook of engram's inside somebody's own group goes alone", () => {
  const text =
    '{"hooks":{"Stop":[{"hooks":[{"command":"mine"},{"command":"/h/.engram/hooks/hook.sh wake"}]}]}}';
  expect(hooksEdit("s", {}).remove(text)).toBe('{"hooks":{"Stop":[{"hooks":[{"command":"mine"}]}]}}');
});
