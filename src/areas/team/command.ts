// tellback share, tellback team …: sharing by a rule, and the check for CI, which needs no daemon and no memory.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import { refuseAgent } from "../person.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  share: {
    args: "[id]",
    summary: { of: "share" },
    options: [["--rule <rule>", "what is shared in this project without naming it: off, knowledge, all"]],
    inputsOf: "share",
    run: async ([id], { rule, ...options }, runOperation) => {
      if (rule === undefined) await runOperation("share", { ...options, id }, options);
      else await runOperation("share.rule", { ...options, rule }, options);
    },
  },
  team: { summary: "Memory that a team shares in its repository" },
  "team check": {
    summary:
      "Check the shared memory of this repository: secrets, broken links, outdated code, contradictions",
    run: async (_, options) => (await import("./run-check.ts")).check(options),
  },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  "team.trust": {
    check: () =>
      refuseAgent(
        "only a person decides what is trusted",
        "Ask the user to run `tellback team trust` in a terminal.",
      ),
  },
};
