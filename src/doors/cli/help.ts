// The order of the commands in the help: by task, first steps first.

import type { Command } from "commander";

export const helpGroups: Readonly<Record<string, readonly string[]>> = {
  "Start here:": ["install", "start", "status", "doctor"],
  "Look:": ["session", "show", "report", "knowledge", "context", "why", "compaction", "observation"],
  "Search:": ["search", "recall", "query", "compose"],
  "Teach:": ["remember", "learnings", "node", "link", "edge", "tag", "view", "stale", "graph"],
  "Maintain:": [
    ...["import", "backup", "restore", "config", "daemon", "jobs", "spend", "compress", "reindex"],
    ...["migrate", "serve", "uninstall"],
  ],
  "For programs:": ["mcp", "hook", "eval", "bench"],
};

export function groupCommands(program: Command): void {
  const order = Object.values(helpGroups).flat();
  for (const [heading, names] of Object.entries(helpGroups)) {
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(heading);
  }
  const placeOf = (command: Command) => (order.indexOf(command.name()) + order.length) % order.length;
  (program.commands as Command[]).sort((a, b) => placeOf(a) - placeOf(b));
}
