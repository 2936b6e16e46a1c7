// tellback map: maps the code with progress, then shows it.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  map: {
    args: "[path]",
    summary: "Map the code of a folder and show its symbols: only what changed is parsed",
    options: [
      ["--no-update", "show what is mapped, without looking at the files"],
      ["--calls", "print the call graph of the folder as JSON, from its files alone"],
    ],
    inputsOf: "map.show",
    without: ["folder"],
    hasMarkdown: true,
    run: async ([path], options) => (await import("./map-folder.ts")).map(path, options),
  },
};
