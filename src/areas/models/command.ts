// tellback compress, with progress.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  compress: {
    summary: "Show what is waiting for the model, or compress it now",
    options: [["--pending", "compress waiting observations now, and wait"]],
    run: async (_, options) => (await import("./run-compress.ts")).compress(options),
  },
  eval: { summary: "Measure tellback's quality" },
};
