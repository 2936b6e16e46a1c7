// tellback sync: may ask for a passphrase first.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  sync: {
    args: "<place>",
    summary: { of: "sync" },
    options: [
      ["--key-file <file>", "the key is in this file (default: ask for a passphrase, once)"],
      ["--project <folders>", "only the projects of these folders, separated by commas"],
    ],
    inputsOf: "sync",
    without: ["projects"],
    run: async ([place = ""], options, runOperation) =>
      (await import("./run-sync.ts")).sync(place, options, runOperation),
  },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  sync: { isFailure: ({ refused, missing }) => refused.length + missing.length > 0 },
};
