// The group of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  "open-points": { summary: "See, close and correct what is left to do" },
};
