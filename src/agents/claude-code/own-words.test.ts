// The user's own words, separated from what the client writes into the user's turn.

import { describe, expect, test } from "vitest";
import { errorWords, promptWords, summaryWords, wasInterrupted } from "./own-words.ts";

describe("the user's words in a prompt", () => {
  test.each([
    ["fix it", "fix it"],
    ["  <div> is not closed", "<div> is not closed"],
    ["/review 12", "/review 12"],
    [
      "<command-message>m</command-message>\n<command-name>/memo:keep</command-name>\n<command-args>it is blue</command-args>",
      "/memo:keep it is blue",
    ],
    ["<command-message>init</command-message>\n<command-name>/init</command-name>", "/init"],
    ["<ide_opened_file>a.ts</ide_opened_file>\n<system-reminder>x</system-reminder>rename it", "rename it"],
    ["<system-reminder>only this</system-reminder>", null],
    ["<command-name>/model</command-name>\n  <command-args>opus</command-args>", null],
    ["<local-command-caveat>The command", null],
    ["<bash-stdout>a</bash-stdout>", null],
    ["<task-notification>done</task-notification>", null],
    ["[Request interrupted by user for tool use]", null],
    ["", null],
  ])("%j give %j", (text, words) => {
    expect(promptWords(text)).toBe(words);
  });

  test("are found in linear time for any prompt", () => {
    const started = performance.now();
    for (const tag of ["<system-reminder>", "<command-message>", "<ide_a>"]) promptWords(tag.repeat(50_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

test.each([
  ["<analysis>a</analysis>\n\n<summary>\n1. It.\n</summary>", "1. It."],
  [
    "This session is being continued from a previous one.\n\nSummary:\n1. It.\n\nIf you need specific details from before compaction, read\nContinue the conversation from where it left off",
    "1. It.",
  ],
  ["something else", "something else"],
])("the compaction summary in %j is %j", (text, words) => {
  expect(summaryWords(text)).toBe(words);
});

test("the tag around an error is removed", () => {
  expect(errorWords("<tool_use_error>No such file</tool_use_error>")).toBe("No such file");
  expect(errorWords("Exit code 1\nboom")).toBe("Exit code 1\nboom");
});

test.each([
  [{ interrupted: true }, true],
  [{ interrupted: false }, false],
  ["[Request interrupted by user for tool use]", true],
  ["The user doesn't want to proceed with this tool use.", true],
  ["Exit code 130", false],
  [null, false],
])("wasInterrupted(%j) is %j", (output, stopped) => {
  expect(wasInterrupted(output)).toBe(stopped);
});
