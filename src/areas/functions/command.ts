// The commands of the function library that need the terminal or files.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import type { operations } from "./contract.ts";
import { refuseForceOfAgent } from "./person.ts";

export const commands: AreaCommands = {
  fn: { summary: "Save, test and run functions of the library" },
  "fn save": {
    args: "[name]",
    summary: { of: "fn.save" },
    options: [
      ["--file <file>", "read the code from this file (default: stdin)"],
      ["--tests-file <file>", "read the tests from this file"],
    ],
    inputsOf: "fn.save",
    without: ["folder"],
    run: async (args, options) => (await import("./save-function.ts")).save(args, options),
  },
  "fn allow": {
    args: "<name> <module>",
    summary: { of: "fn.allow" },
    run: async (args, options) => (await import("./allow-module.ts")).allow(args, options),
  },
  "fn exec": {
    summary: "Run one program from stdin in the sandbox, as JSON in and out (for programs, not for people)",
    options: [
      ["--stdin", "read the request from stdin (the default)"],
      ["--no-static", "without the analysis, to test the sandbox alone"],
    ],
    run: async (_, options) => (await import("./run-program.ts")).exec(options),
  },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  "fn.run": { isFailure: ({ run }) => run.status !== "ok" },
  "fn.test": { isFailure: ({ passed }) => passed === false },
  "fn.rollback": { check: refuseForceOfAgent, isFailure: ({ heldBack }) => heldBack !== null },
};
