// Shell completion, derived from the same tree of commands: `source <(tellback complete bash)`.

import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

export function complete(program: Command): void {
  const print = console.log;
  // Sourced twice, the script would fail on its own constants.
  console.log = (text: string) => print(text.replace(/^readonly (?=\w+=)/gm, ""));
  tab(program);
}
