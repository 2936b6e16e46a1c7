// The groups of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  session: { summary: "Look at sessions" },
  compaction: { summary: "Look at compactions" },
  observation: { summary: "Look at and correct single observations" },
};
