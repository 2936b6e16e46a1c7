// Shell completion, made from the same tree of commands: `source <(engram complete bash)`.

import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

export function complete(program: Command): void {
  tab(program);
}
