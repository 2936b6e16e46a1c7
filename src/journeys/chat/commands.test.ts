import { expect, test } from "vitest";
import { typedArguments, typedCommand } from "./commands.ts";

test.each([
  ["/search the login bug", { is: "command", name: "search", words: "the login bug" }],
  ["  /task ", { is: "command", name: "task", words: "" }],
  ["/remember two\nlines", { is: "command", name: "remember", words: "two\nlines" }],
  ["/serch login", { is: "unknown", name: "serch" }],
  ["/etc/hosts: what is it?", null],
  ["/Users is a folder", null],
  ["what does /search do?", null],
  ["/", null],
])("%j is %j", (text, command) => {
  expect(typedCommand(text)).toEqual(command);
});

test.each([
  ["", []],
  ["1, 2", [1, 2]],
  ["[1, 2]", [1, 2]],
  ["[[1, 2]]", [[1, 2]]],
  ['"Hello World", {"upper": true}', ["Hello World", { upper: true }]],
  ["Hello World", ["Hello World"]],
  ["[not a list", ["[not a list"]],
])("the arguments %j are %j", (text, args) => {
  expect(typedArguments(text)).toEqual(args);
});
