// tellback install and uninstall.

import { hosts } from "../../agents/hosts.ts";
import { type AreaCommands, withoutAsking } from "../command.ts";

const [usualHost, ...otherHosts] = hosts.map(({ name }) => name);
const hostChoice = `${usualHost} (default), ${otherHosts.slice(0, -1).join(", ")} or ${otherHosts.at(-1)}`;

export const commands: AreaCommands = {
  install: {
    summary: "Add tellback to a host agent: hooks, MCP server, skills, a note to the agent, and its history",
    options: [
      ["--scope <scope>", "user (default), or project: only in this folder"],
      ["--host <host>", hostChoice],
      ["--dry-run", "list the changes without making them"],
      ["--diff", "with --dry-run: show every line"],
      [
        "--llm <who>",
        "who writes the records of sessions: claude-cli (your own Claude Code login) or off (rules)",
      ],
      ["--no-history", "do not import what the host did before"],
      [
        "--force",
        "also edit read-only files, replace entries that others wrote, and install next to the plugin",
      ],
    ],
    run: async (_, options) => (await import("./install.ts")).install(options),
  },
  uninstall: {
    summary: "Undo what install changed; memories stay",
    options: [
      ["--scope <scope>", "only this scope (default: everything)"],
      ["--host <host>", "only this host"],
      ["--dry-run", "list the changes without making them"],
      ["--diff", "with --dry-run: show every line"],
      ["--purge", "also delete all memories"],
      withoutAsking,
    ],
    run: async (_, options) => (await import("./install.ts")).uninstall(options),
  },
};
