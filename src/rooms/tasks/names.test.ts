// Whatever a task is called, its folder is a plain name inside the folder of all tasks.

import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { folderName, nameKey, taskName } from "./names.ts";

const hostile = [
  "../../x",
  "..\\..\\x",
  "/etc/passwd",
  "C:\\Windows\\x",
  "a/../../b",
  "con",
  "NUL",
  "nul.txt",
  "aux.md",
  "COM1",
  "lpt¹",
  ".hidden",
  "ends.",
  "ends ",
  "-rf",
  "a:b",
  "a*b?c|d<e>f",
  "$(rm -rf ~)",
  "`id`",
  "%2e%2e%2f",
  "認証を実装する",
  "реализовать вход",
  "تسجيل الدخول",
  "🔐🔑",
  "é",
  "__proto__",
  "constructor",
  "a\u202eb",
  "x".repeat(200),
  "認".repeat(200),
];

test.each(hostile)("%j gets a folder that is one valid file name", (name) => {
  const folder = folderName(taskName(name));
  expect(folder).not.toMatch(/[/\\:*?"<>|\p{Cc}\s]|^\.|\.$|^$/u);
  expect(Buffer.byteLength(folder)).toBeLessThanOrEqual(100);
  expect(folder).not.toMatch(/^(con|prn|aux|nul|com\d|lpt[\d¹])(\.|$)/i);
  for (const path of [posix, win32]) {
    expect(path.dirname(path.join("tasks", folder))).toBe("tasks");
    expect(path.basename(folder)).toBe(folder);
  }
});

test("names that differ get folders that differ, also without regard to case", () => {
  const names = ["a b", "a/b", "a-b", "a:b", "../a b", "a.b", "a..b", "x".repeat(199), "x".repeat(200)];
  expect(new Set(names.map((name) => folderName(name).toLowerCase())).size).toBe(names.length);
});

test("names that differ only in case or in their Unicode form are one task with one folder", () => {
  expect(nameKey("Implement-AUTH")).toBe(nameKey("implement-auth"));
  expect(folderName("Implement-AUTH")).toBe("implement-auth");
  expect(nameKey(taskName("cafe\u0301"))).toBe(nameKey(taskName("caf\u00e9")));
});

test.each([
  ["", "empty"],
  ["   ", "empty"],
  ["..", "path"],
  ["../..", "path"],
  ["a\nb", "line break"],
  ["a\0b", "control"],
  ["x".repeat(300), "300 characters"],
])("%j is refused with the reason", (name, reason) => {
  expect(() => taskName(name)).toThrow(reason);
});
