// The commands of tasks whose text comes from words, stdin or an editor.

import type { AreaCommands, AroundCallsOf } from "../command.ts";
import type { operations } from "./contract.ts";

export const commands: AreaCommands = {
  scratchpad: {
    args: "<task>",
    summary: { of: "scratchpad" },
    options: [["--edit", "open the notes in $EDITOR"]],
    inputsOf: "scratchpad",
    run: async (...given) => (await import("./typed-text.ts")).scratchpad(...given),
  },
  plan: {
    args: "<task>",
    summary: { of: "plan" },
    options: [["--edit", "write the plan in $EDITOR, beginning with the plan or the scratchpad"]],
    inputsOf: "plan",
    run: async (...given) => (await import("./typed-text.ts")).plan(...given),
  },
  append: {
    args: "<task> [text...]",
    summary: { of: "append" },
    options: [
      ["--content <text>", "the entry, instead of words after the task (- reads stdin)"],
      ["--edit", "write the entry in $EDITOR"],
    ],
    inputsOf: "append",
    run: async (...given) => (await import("./typed-text.ts")).append(...given),
  },
  task: { summary: "Work in three phases: scratchpad, plan, progress" },
  project: { summary: "Show what is detected about the project" },
};

export const aroundCalls: AroundCallsOf<typeof operations> = {
  "task.verify": { isFailure: ({ violations }) => violations.length > 0 },
};
