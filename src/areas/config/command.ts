// tellback config …: settings, outside of the daemon.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  config: {
    summary: "Show the effective settings",
    groupSummary: "Show and change settings",
    options: [["--explain", "also show what each means and where its value comes from"]],
    run: async (_, options) => (await import("./config.ts")).show(options),
  },
  "config get": {
    args: "<key>",
    summary: "Show one setting",
    run: async (args, options) => (await import("./config.ts")).get(args, options),
  },
  "config set": {
    args: "<key> <value>",
    summary: "Set one of the user's settings",
    run: async (args, options) => (await import("./config.ts")).set(args, options),
  },
  "config unset": {
    args: "<key>",
    summary: "Reset a setting to its default",
    run: async (args, options) => (await import("./config.ts")).unset(args, options),
  },
  "config trust": {
    summary: "Trust this project's .tellback/config.json as it is now",
    run: async (_, options) => (await import("./config.ts")).trust(options),
  },
};
