// The commands that take data out for good: an export with progress.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  export: {
    args: "[path]",
    summary: { of: "export" },
    options: [
      ["--format <format>", "jsonl (default), markdown or sqlite; json or text print a task of this name"],
      [
        "--layout <layout>",
        "dcp: folders sessions/ and projects/ with compact_001.json, for tools that read those",
      ],
    ],
    inputsOf: "export",
    without: ["format"],
    hasMarkdown: true,
    formats: ["jsonl", "sqlite"],
    run: async (...given) => (await import("./run-export.ts")).exportTo(...given),
  },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  forget: { isFailure: ({ proof }) => proof !== null && proof.found.length > 0 },
};
