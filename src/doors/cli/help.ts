// What the help lists: the commands by task, first steps first, and options once.

import { type Command, Help, type Option } from "commander";

export const helpGroups: Readonly<Record<string, readonly string[]>> = {
  "Start here:": ["install", "start", "open", "init", "status", "doctor", "version"],
  "Look:": [
    ...["session", "timeline", "show", "report", "knowledge", "context", "why", "injections", "compaction"],
    ...["observation", "projects", "feed"],
  ],
  "Code:": ["map", "symbol", "callers", "callees", "impact", "changes"],
  "Search:": ["search", "chat", "recall", "query", "compose"],
  "Work:": ["scratchpad", "plan", "append", "task", "project", "project-info", "project-context"],
  "Teach:": ["remember", "fn", "learnings", "node", "link", "edge", "tag", "view", "stale", "graph"],
  "Maintain:": [
    ...["import", "export", "forget", "redact", "sync", "bridge", "backup", "restore", "config"],
    ...["daemon", "jobs", "spend", "compress", "reindex"],
    ...["migrate", "serve", "cleanup", "uninstall"],
  ],
  "For programs:": ["mcp", "hook", "eval", "bench"],
};

/**
 * An option that a command has in a form of its own is not listed again in the form of all commands; one that only the
 * command above has, such as those of `tellback import FOLDER`, is not for all commands.
 */
export function visibleGlobalOptions(command: Command): Option[] {
  const help = Object.assign(new Help(), { showGlobalOptions: true });
  const isOwn = ({ long }: Option) => command.options.some((own) => own.long === long);
  const { options } = programOf(command);
  return help.visibleGlobalOptions(command).filter((option) => options.includes(option) && !isOwn(option));
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent);
}

export function groupCommands(program: Command): void {
  const order = Object.values(helpGroups).flat();
  for (const [heading, names] of Object.entries(helpGroups)) {
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(heading);
  }
  const placeOf = (command: Command) => (order.indexOf(command.name()) + order.length) % order.length;
  (program.commands as Command[]).sort((a, b) => placeOf(a) - placeOf(b));
}
