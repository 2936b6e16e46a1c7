// tellback import, and one command for each source of memories.

import { importOptions, importSource, importSources, usualSource } from "../../journeys/import/sources.ts";
import type { AreaCommand, AreaCommands } from "../command.ts";

const bySource = Object.entries(importSources).map(([name, { summary, reads, takes }]) => {
  const command: AreaCommand = {
    args: reads === "either" ? "[path]" : `[${reads}]`,
    summary,
    options: takes.map((option) => importOptions[option]),
    run: async ([path], options) => (await import("./run-import.ts")).importFrom(name, path, options),
  };
  return [`import ${name}`, command] as const;
});

export const commands: AreaCommands = {
  import: {
    args: "[folder]",
    summary: "Import transcripts of Claude Code from a folder, or memories from another source",
    options: ([...importSource(usualSource).takes, "own"] as const).map((option) => importOptions[option]),
    run: async ([folder], options) =>
      (await import("./run-import.ts")).importFrom(usualSource, folder, options),
  },
  ...Object.fromEntries(bySource),
};
