// How tellback is called in a shell of this machine: by its name, or by its path where no shell finds the name. `tellback
// install` finds it out and keeps it; whatever names a command to an agent or a person uses it.

import { readFileSync, rmSync } from "node:fs";
import type { Paths } from "./paths.ts";
import { ensurePrivateFolder, isPrivateFolder, writePrivateFile } from "./private-files.ts";

export const plainWord = "tellback";

export function keepCommandWord(paths: Paths, word: string): void {
  if (word === plainWord) {
    rmSync(paths.command, { force: true });
  } else {
    ensurePrivateFolder(paths.home);
    writePrivateFile(paths.command, `${word}\n`);
  }
}

export function commandWord(paths: Paths): string {
  if (!isPrivateFolder(paths.home)) return plainWord;
  try {
    return readFileSync(paths.command, "utf8").split("\n", 1)[0] || plainWord;
  } catch {
    return plainWord;
  }
}

/** The text with its commands as a shell finds them. Commands stand in backquotes. */
export function inShell<Text extends string>(text: Text, word: string): Text {
  return word === plainWord ? text : (text.replaceAll("`tellback ", () => `\`${word} `) as Text);
}

/** The same for every text in a value. */
export function allInShell<T>(value: T, word: string): T {
  if (word === plainWord) return value;
  if (typeof value === "string") return inShell(value, word) as T;
  if (Array.isArray(value)) return value.map((one) => allInShell(one, word)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, allInShell(one, word)])) as T;
}

/** Inside `npx tellback`, before an installation has made the command. */
export function typedWord(paths: Paths, env: NodeJS.ProcessEnv = process.env): string {
  const kept = commandWord(paths);
  return kept === plainWord && env.npm_command === "exec" ? "npx tellback" : kept;
}
