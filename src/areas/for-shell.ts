// The commands in an answer, as the shells of this machine find them. For doors.

import { allInShell, commandWord } from "../config/command-word.ts";
import type { Paths } from "../config/paths.ts";

export function forShell<T>(paths: Paths, answer: T): T {
  return allInShell(answer, commandWord(paths));
}
