// The group of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  learnings: { summary: "See and correct learnings" },
};
