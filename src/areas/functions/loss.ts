// What is lost with a function, in words.

import { plural } from "../text/output.ts";
import type { LossesOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const losses: LossesOf<typeof operations> = {
  "fn.show": ({ function: one, tests, metrics }, _, stays) => {
    const runs = metrics.reduce((sum, { runs: count }) => sum + count, 0);
    const goes = `This deletes the function ${one.name} with ${plural(one.newestVersion, "version")}, ${plural(tests.length, "test")} and ${plural(runs, "run")}.`;
    return { goes, stays };
  },
};
