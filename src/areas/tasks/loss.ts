// What is lost with a task and by a cleanup, in words.

import { plural } from "../text/output.ts";
import type { LossesOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";
import { cleanedText } from "./text.ts";

export const losses: LossesOf<typeof operations> = {
  "task.show": ({ task }, _, stays) => ({
    goes: `This deletes the task ${task.name} with its scratchpad, plan, ${plural(task.entries, "entry", "entries")} and files.`,
    stays,
  }),
  cleanup: (found, _, stays) =>
    found.observations === 0 && found.orphans.length === 0
      ? null
      : { goes: `This deletes ${cleanedText(found)} Knowledge, summaries and tasks stay.`, stays },
};
