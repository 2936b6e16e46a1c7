// What the help lists: ten commands and the names of the others; `tellback help --all` lists every command by task.

import { type Command, Help, type Option } from "commander";
import { columns, wrapped } from "../../areas/text/output.ts";
import { nearestOf } from "../../protocol/suggest.ts";

const firstGroup = "Start here:";

export const helpGroups: Readonly<Record<string, readonly string[]>> = {
  [firstGroup]: [
    ...["install", "status", "search", "show", "remember", "learnings", "import", "forget", "open", "doctor"],
  ],
  "Look:": [
    ...[
      "session",
      "reflect",
      "timeline",
      "report",
      "knowledge",
      "context",
      "why",
      "open-points",
      "injections",
      "compaction",
    ],
    ...["observation", "projects", "feed"],
  ],
  "Code:": ["map", "symbol", "callers", "callees", "impact", "tests", "dead", "hotspots", "changes"],
  "Search:": ["chat", "recall", "query", "compose"],
  "Work:": ["project", "scratchpad", "plan", "append", "task"],
  "Teach:": ["review", "fn", "tool", "node", "link", "edge", "tag", "view", "stale", "graph"],
  "Maintain:": [
    ...[
      "start",
      "export",
      "redact",
      "sync",
      "share",
      "unshare",
      "team",
      "bridge",
      "backup",
      "restore",
      "config",
    ],
    ...["daemon", "jobs", "spend", "compress", "reindex"],
    ...["migrate", "serve", "cleanup", "uninstall", "help", "version"],
  ],
  "For programs:": ["mcp", "hook", "eval", "bench"],
  "Other names:": ["init", "project-info", "project-context"],
};

/** Words that people try, and the commands that they mean. */
const meant: Readonly<Record<string, readonly string[]>> = {
  list: ["session list", "learnings", "node list"],
  ls: ["session list", "learnings"],
  sessions: ["session list"],
  history: ["session list", "timeline"],
  log: ["timeline", "daemon logs"],
  logs: ["daemon logs"],
  delete: ["forget", "session delete", "node delete"],
  remove: ["forget", "session delete", "node delete"],
  rm: ["forget"],
  clear: ["forget", "uninstall --purge"],
  find: ["search"],
  grep: ["search"],
  ask: ["chat", "search"],
  add: ["remember", "node add"],
  save: ["remember"],
  note: ["remember"],
  store: ["remember"],
  update: ["node update", "learnings edit"],
  edit: ["learnings edit", "node update"],
  get: ["show", "config get"],
  set: ["config set"],
  settings: ["config"],
  memory: ["learnings", "search"],
  memories: ["learnings", "search"],
  notes: ["learnings"],
  facts: ["learnings"],
  decisions: ["query type:decision"],
  tasks: ["task list"],
  functions: ["fn list"],
  nodes: ["node list"],
  tags: ["tag list"],
  views: ["view list"],
  stats: ["status"],
  info: ["status", "project"],
  check: ["doctor"],
  setup: ["install"],
  page: ["open"],
  ui: ["open"],
  web: ["open"],
  stop: ["daemon stop"],
  restart: ["daemon stop"],
  undo: ["learnings undo"],
  edges: ["edge list"],
  unlink: ["edge remove"],
  untag: ["tag remove"],
  related: ["node related"],
  trace: ["node trace"],
  summarize: ["node summarize", "compaction store"],
  summarise: ["node summarize", "compaction store"],
  render: ["view render"],
  supersede: ["node supersede"],
  run: ["fn run", "tool run"],
  versions: ["fn versions"],
  rollback: ["fn rollback"],
  callgraph: ["report --mermaid", "callers"],
};

/** The commands that an unknown word below `path` may mean, in words; empty if there is none. */
export function suggestionFor(path: readonly string[], word: string, known: readonly string[]): string {
  const isFirst = path.length === 1;
  const near = nearestOf(word, known);
  const commands = isFirst && Object.hasOwn(meant, word) ? (meant[word] ?? []) : near === null ? [] : [near];
  const named = commands.map((command) => `\`${[...path, command].join(" ")}\``);
  return named.length === 0 ? "" : `Did you mean ${named.join(" or ")}?`;
}

export const suggested = Object.values(meant).flat();

/** The help of the whole program: ten commands, the names of the others, and where to read on. */
export function shortHelp(program: Command): string {
  const [first = [], ...others] = Object.values(helpGroups).map((names) =>
    names.flatMap((name) => program.commands.filter((command) => command.name() === name)),
  );
  const headings = Object.keys(helpGroups).slice(1);
  const rows = others.flatMap((commands, i) => {
    const lines = wrapped(commands.map((command) => command.name()).join(", "), 62, 9);
    return lines.map((line, n) => [`  ${n === 0 ? headings[i]?.replace(/:$/, "") : ""}`, line]);
  });
  return [
    "Usage: tellback COMMAND [options]",
    program.description(),
    `${firstGroup}\n${columns(first.map((command) => [`  ${command.name()}`, command.summary()]))}`,
    `More commands:\n${columns(rows)}`,
    [
      "`tellback COMMAND --help` describes one, `tellback help --all` all of them.",
      "Every command takes --json, --format text|json|markdown and --debug.",
    ].join("\n"),
    "",
  ].join("\n\n");
}

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
