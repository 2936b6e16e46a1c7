// tellback map: maps the code with progress, then shows it.

import { TellbackError } from "../../protocol/errors.ts";
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
  impact: {
    args: "[name]",
    summary: { of: "impact" },
    options: [
      ["--diff [base]", "of what has changed since a branch or commit (HEAD), instead of a symbol or file"],
    ],
    inputsOf: "impact",
    hasMarkdown: true,
    run: ([name], { diff, ...options }, runOperation) => {
      if (diff !== undefined)
        return runOperation("impact.diff", { ...options, base: diff === true ? "HEAD" : diff }, options);
      if (name === undefined)
        throw new TellbackError("invalid_input", "no symbol or file given", {
          hint: "`tellback impact NAME`, or `tellback impact --diff` for what you have changed.",
        });
      return runOperation("impact", { ...options, name }, options);
    },
  },
};
