import { styleText } from "node:util";
import { expect, test } from "vitest";
import { forTerminal, marked, oneLine, safeJson } from "./terminal.ts";

const red = styleText("red", "x", { validateStream: false });
const [open = "", close = ""] = red.split("x");

test("colours of our own pass, the same codes in remembered text do not", () => {
  const own = `${marked(open)}name${marked(close)}`;
  expect(forTerminal(own)).toBe(`${open}name${close}`);
  expect(forTerminal(red)).toBe("x");
  expect(forTerminal(`${marked(open)}a${red}b${marked(close)}`)).toBe(`${open}axb${close}`);
});

test.each([
  ["a title by OSC", "a\u001b]0;owned\u0007b", "ab"],
  ["a title by C1", "a\u009d0;owned\u009cb", "a0;ownedb"],
  ["a cursor move by C1", "a\u009b2Jb", "ab"],
  ["a bell, a backspace, a delete", "a\u0007b\u0008\u0008c\u007fd", "abcd"],
  ["a carriage return that would overwrite the line", "visible\rhidden", "visiblehidden"],
  ["bidi overrides, isolates and marks", "a\u202eb\u2066c\u2069d\u200fe\u061cf", "abcdef"],
  ["the beginning of a sequence just before our own code", "a\u001b", "a"],
  ["zero-width characters", "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg", "abcdefg"],
  ["hidden tag characters", `fine${String.fromCodePoint(0xe0069, 0xe0067)}`, "fine"],
  ["a separator of lines", "a\u2028b", "a\nb"],
])("%s does not reach the terminal", (_, text, shown) => {
  expect(forTerminal(text)).toBe(shown);
});

test("text of any language, emoji, tabs and line ends stay as they are", () => {
  const text = "\tnaïve 日本語 می‌خواهم 👩‍💻\nשלום\r\n";
  expect(forTerminal(text)).toBe(text.replace("\r", ""));
});

test("a text for a prompt is one plain line", () => {
  expect(oneLine(` a\n\u001b[31mb\u0007\t ${marked(open)}c `)).toBe("a b c");
});

test("JSON is escaped to plain text and reads back the same", () => {
  const value = { name: "a\u001b[31m\u009b2J\u009d\u0007\u0008\u202e\u2066\u2028\u007f 日本" };
  const json = safeJson(value);
  expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
  expect(json).toContain("日本");
  expect(JSON.parse(json)).toEqual(value);
});

test("zero-width characters are escaped in JSON, also beyond the first plane", () => {
  const value = `a\u200bb${String.fromCodePoint(0xe0069)}`;
  const json = safeJson(value);
  expect(json).not.toMatch(/\p{Cf}/u);
  expect(JSON.parse(json)).toBe(value);
});
