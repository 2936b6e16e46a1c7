// The commands that let a tool run: a person says so in a terminal.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  tool: { summary: "Add, trust and run tools of your own, for agents and for you" },
  "tool add": {
    args: "<path>",
    summary: { of: "tool.add" },
    run: async (args, options) => (await import("./confirm-tool.ts")).add(args, options),
  },
  "tool trust": {
    args: "<name>",
    summary: { of: "tool.trust" },
    run: async (args, options) => (await import("./confirm-tool.ts")).trust(args, options),
  },
};
