// The group of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  bridge: { summary: "Connect the graph with Claude Code's own notes (MEMORY.md)" },
};
