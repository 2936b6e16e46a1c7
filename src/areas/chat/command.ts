// tellback chat: a conversation in the terminal.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  chat: {
    args: "[text...]",
    summary: "Ask the memory, with a model or without",
    options: [
      ["--conversation <id>", "go on with this conversation (default: a new one)"],
      ["--all-projects", "about every project, not only the one of this folder"],
    ],
    run: async (args, options) => (await import("./converse.ts")).chat(args, options),
  },
};
