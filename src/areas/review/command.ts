// tellback review: a dialogue in a terminal, one statement at a time; a list everywhere else. Only a person decides.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import { refuseAgent } from "../person.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  review: {
    summary: "Decide about learned statements: keep, edit, drop",
    options: [["--list", "list them instead of asking about one after the other"]],
    inputsOf: "review",
    run: async (_, options, runOperation) =>
      (await import("./ask.ts")).review(options, () => runOperation("review", options, options)),
  },
};

const decides = {
  check: () =>
    refuseAgent("only a person decides what is kept", "Ask the user to run `tellback review` in a terminal."),
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  "review.keep": decides,
  "review.edit": decides,
  "review.drop": decides,
};
