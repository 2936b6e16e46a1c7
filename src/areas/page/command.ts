// tellback open: the page in a browser.

import type { AreaCommands } from "../command.ts";

export const commands: AreaCommands = {
  open: {
    summary: "See, search and correct the memory in a browser",
    options: [["--no-browser", "only print the address"]],
    run: async (_, options) => (await import("./open.ts")).open(options),
  },
};
