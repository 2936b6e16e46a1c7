// The group of this area's commands.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  knowledge: { summary: "See, export and import the knowledge about a project" },
};
