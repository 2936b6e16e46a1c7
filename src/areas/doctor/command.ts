// tellback doctor.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  doctor: {
    summary: "Check that tellback works from capture to search, and say how to fix problems",
    options: [["--fix", "fix what can be fixed without risk"]],
    run: async (_, options) => (await import("./doctor.ts")).doctor(options),
  },
};
