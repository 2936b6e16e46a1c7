// tellback share, tellback team …: sharing by a rule, the lines that hold a password, and the check for CI, which needs no
// daemon and no memory.

import { callerEnvironment } from "../../config/environment.ts";
import type { AreaCommands, AroundCallsOf } from "../command.ts";
import { refuseAgent } from "../person.ts";
import type { operations } from "./contract.ts";

const onlyAPerson = (command: string) =>
  refuseAgent(
    "only a person decides who and what belongs to a team",
    `Ask the user to run \`tellback ${command}\` in a terminal.`,
  );

export const commands: AreaCommands = {
  share: {
    args: "[id]",
    summary: { of: "share" },
    options: [["--rule <rule>", "what is shared in this project without naming it: off, knowledge, all"]],
    inputsOf: "share",
    run: async ([id], { rule, ...options }, runOperation) => {
      // What an agent shares is proposed.
      const proposed = options.proposed === true || callerEnvironment().agent !== "user";
      if (rule === undefined) await runOperation("share", { ...options, proposed, id }, options);
      else await runOperation("share.rule", { ...options, rule }, options);
    },
  },
  team: { summary: "Memory that a team shares, in its repository or on its server" },
  "team check": {
    summary:
      "Check the shared memory of this repository: secrets, broken links, outdated code, contradictions",
    run: async (_, options) => (await import("./run-check.ts")).check(options),
  },
  "team create": {
    args: "[url]",
    summary: { of: "team.create" },
    inputsOf: "team.create",
    without: ["url"],
    run: async ([given], options, runOperation) => {
      onlyAPerson("team create");
      const { urlFrom } = await import("./run-team.ts");
      await runOperation("team.create", { ...options, url: await urlFrom(given) }, options);
    },
  },
  "team join": {
    args: "[url]",
    summary: { of: "team.join" },
    run: async ([given], options, runOperation) => {
      onlyAPerson("team join");
      const { urlFrom } = await import("./run-team.ts");
      await runOperation("team.join", { url: await urlFrom(given) }, options);
    },
  },
  "team add": {
    args: "<name>",
    summary: { of: "team.add" },
    options: [["--file <file>", "write the line to this new file, which only you can read"]],
    inputsOf: "team.add",
    run: async ([name = ""], options, runOperation) => {
      onlyAPerson("team add");
      await (await import("./run-team.ts")).add(name, options, runOperation);
    },
  },
  "team review": {
    args: "[verdict] [id]",
    summary: "Look at what was proposed to the team, and accept or refuse it: `team review accept ID`",
    run: async ([verdict, id], options, runOperation) => {
      if (verdict === undefined) return runOperation("team.proposals", {}, options);
      onlyAPerson("team review");
      await runOperation("team.decide", { verdict, id }, options);
    },
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
  "team.leave": { check: () => onlyAPerson("team leave") },
  "team.revoke": { check: () => onlyAPerson("team revoke") },
};
