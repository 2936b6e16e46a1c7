// Search in a terminal: browse while typing, refine when the model is loaded; and search for an outside evaluation.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  bench: { summary: "Run tellback under an external evaluation" },
  "bench search": {
    summary: "Answer search requests of an evaluation on stdin, in a temporary store",
    options: [["--jsonl", "one JSON object a line: index, search, close"]],
    run: async () => (await import("./bench-search.ts")).benchSearch(),
  },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  search: {
    withoutWords: async (options) => (await import("./browse.ts")).browse(options),
    afterwards: async (input, output) => (await import("./refine.ts")).refine(input, output),
  },
};
