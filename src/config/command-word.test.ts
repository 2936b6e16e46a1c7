import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allInShell, commandWord, inShell, keepCommandWord, plainWord, typedWord } from "./command-word.ts";
import { pathsOf } from "./paths.ts";

const word = "/home/sam/.tellback/bin/tellback";

test("commands in backquotes get the path, other words stay", () => {
  const text = "tellback remembers. `tellback search WORDS`; `tellbacks`, `$& tellback show ID`";
  expect(inShell(text, word)).toBe(
    `tellback remembers. \`${word} search WORDS\`; \`tellbacks\`, \`$& tellback show ID\``,
  );
  expect(inShell(text, plainWord)).toBe(text);
  expect(allInShell({ a: ["`tellback x`", 1, null] }, word)).toEqual({ a: [`\`${word} x\``, 1, null] });
});

test("the word is kept until the name is enough again", () => {
  const folder = mkdtempSync(join(tmpdir(), "word-"));
  try {
    const paths = pathsOf({ TELLBACK_HOME: join(folder, "h") });
    expect(commandWord(paths)).toBe(plainWord);
    expect(typedWord(paths, { npm_command: "exec" })).toBe("npx tellback");
    keepCommandWord(paths, word);
    expect(commandWord(paths)).toBe(word);
    expect(typedWord(paths, { npm_command: "exec" })).toBe(word);
    keepCommandWord(paths, plainWord);
    expect(commandWord(paths)).toBe(plainWord);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
