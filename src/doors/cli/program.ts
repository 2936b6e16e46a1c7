// The whole command line as one tree: operations from the table, the rest from commands/, imported when they run.

import { isatty } from "node:tty";
import { Command, CommanderError, type CommandOptions, Option } from "commander";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { EngramError } from "../../protocol/errors.ts";
import type { OperationName } from "../../protocol/operations.ts";
import { version } from "../../version.ts";
import { type Form, forms } from "./forms.ts";
import { groupCommands } from "./help.ts";
import { addInputs, inputOf } from "./options.ts";
import { say, sayJson } from "./output.ts";
import { markdowns } from "./render/markdown.ts";
import { renderers } from "./render.ts";

const operationNames = Object.keys(forms) as OperationName[];

/** Operations that the command line offers under another command. */
const offeredElsewhere: ReadonlySet<OperationName> = new Set<OperationName>([
  ...operationNames.filter((name) => forms[name].isTool),
  "report",
  "compress.start",
  "compress.state",
  "reindex.start",
  "reindex.state",
  "import.start",
  "import.state",
  "daemon.state",
  "daemon.stop",
]);

/** What a command does in a terminal without arguments. */
const withoutWords: Partial<Record<OperationName, (options: object) => Promise<void>>> = {
  search: async (options) => (await import("./commands/browse.ts")).browse(options),
};

const withoutAsking = ["--yes", "do not ask for confirmation"] as const;
/** What a terminal shows after an answer, as soon as there is more. */
const afterwards: Partial<Record<OperationName, (input: never, output: never) => Promise<void>>> = {
  search: async (input, output) => (await import("./commands/refine.ts")).refine(input, output),
};

const groups: Record<string, string> = {
  session: "Look at sessions",
  compaction: "Look at compactions",
  observation: "Look at and correct single observations",
  learnings: "See and correct learnings",
  node: "Write and look at nodes of the knowledge graph",
  edge: "Link nodes",
  tag: "Tag nodes",
  view: "Saved queries with a token budget",
  graph: "See the knowledge graph as a whole",
  knowledge: "See, export and import the knowledge about a project",
  jobs: forms.jobs.summary,
  daemon: "Start, stop and watch the background process",
  config: "Show and change settings",
  eval: "Measure engram's quality",
  bench: "Run engram under an external evaluation",
  migrate: "Migrate the store's tables up or down",
};

interface Setting {
  /** A person is there to choose from a list. */
  isTerminal: boolean;
}

/** The whole tree; or, where the first word names a command, only that command and what is below it. */
export function createProgram(
  firstWord?: string,
  setting: Setting = { isTerminal: isatty(0) && isatty(1) },
): Command {
  const program = new Command("engram")
    .description(
      "The memory of coding agents: captures what they do and injects the relevant part when it helps.",
    )
    .version(version)
    .option("--json", "print JSON instead of text")
    .addOption(new Option("--format <format>", "output format").choices(["text", "json", "markdown"]))
    .configureOutput({ outputError: () => {} })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .exitOverride()
    .addHelpText("after", helpForNewcomers);
  const isWanted: Wanted = ([first]) => firstWord === undefined || first === firstWord;
  addOperations(program, isWanted, setting);
  addLocalCommands(program, isWanted);
  groupCommands(program);
  return program.commands.length > 0 ? program : createProgram(undefined, setting);
}

type Wanted = (path: readonly string[]) => boolean;

const helpForNewcomers = `
Memories live in ~/.engram (ENGRAM_HOME moves them).
Completion: source <(engram complete bash), or zsh, fish, powershell.`;

function addOperations(program: Command, isWanted: Wanted, setting: Setting): void {
  for (const name of Object.keys(forms) as OperationName[]) {
    if (offeredElsewhere.has(name)) continue;
    const list = listOf[name];
    const path = list ?? name.split(".");
    if (isWanted(path))
      addOperation(name, commandAt(program, path, list ? { isDefault: true } : {}), setting);
    for (const long of longForms[name] ?? [])
      if (isWanted(long)) addOperation(name, commandAt(program, long), setting);
  }
}

/** A list with a name of its own, which is the default of its group. */
const listOf: Partial<Record<OperationName, readonly string[]>> = {
  learnings: ["learnings", "list"],
  knowledge: ["knowledge", "show"],
};

/** The same command under its noun: `engram remember` is short for `engram node add`. */
const longForms: Partial<Record<OperationName, readonly (readonly string[])[]>> = {
  remember: [["node", "add"]],
  query: [
    ["node", "query"],
    ["node", "search"],
  ],
  recall: [["node", "recall"]],
  link: [["edge", "add"]],
};

function addOperation(name: OperationName, command: Command, { isTerminal }: Setting): void {
  const form = forms[name];
  const interactive = isTerminal ? withoutWords[name] : undefined;
  command.summary(form.summary).description(form.summary);
  addInputs(command, form, { optional: interactive !== undefined });
  if (form.lossShownBy) command.option(...withoutAsking);
  command.action(async (...parameters: unknown[]) => {
    const options = command.optsWithGlobals();
    if (!(name in markdowns)) refuseMarkdown(options, command);
    if (interactive && (parameters[0] as string[]).length === 0) return interactive(options);
    const input = withFolder(form, inputOf(form, parameters.slice(0, form.positional.length), options));
    const loss = form.lossShownBy ? await confirmed(form.lossShownBy, input, options) : null;
    const output = await callOperation(name, input);
    print(name, output, options);
    if (loss && options.yes && !isJson(options)) loss.sayWhatStays();
    const isForPeople = isatty(1) && !isJson(options) && (options.format ?? "text") === "text";
    if (isForPeople) await afterwards[name]?.(input as never, output as never);
  });
}

/** Shows what an operation would delete, and asks. */
async function confirmed(showing: string, input: Record<string, unknown>, options: Record<string, unknown>) {
  const { confirmLoss, lossOf, sayWhatStays } = await import("./confirm.ts");
  const { inputs } = forms[showing as OperationName];
  const asked = Object.fromEntries(Object.entries(input).filter(([key]) => key in inputs));
  const loss = lossOf(showing, await callOperation(showing as OperationName, asked), input, pathsOf());
  if (loss === null) return null;
  await confirmLoss(loss, { yes: options.yes === true, json: isJson(options) });
  return { sayWhatStays: () => sayWhatStays(loss) };
}

const isJson = (options: Record<string, unknown>) => options.json === true || options.format === "json";

function print(name: OperationName, output: unknown, options: Record<string, unknown>): void {
  if (isJson(options)) sayJson(output);
  else if (options.format === "markdown") say(markdowns[name]?.(output as never) ?? "");
  else say(renderers[name](output as never));
}

/** Checked first: a command that changes something must not run and then fail to print. */
function refuseMarkdown({ format }: Record<string, unknown>, command: Command): void {
  if (format !== "markdown") return;
  const names = [command.name()];
  for (let above = command.parent; above?.parent; above = above.parent) names.unshift(above.name());
  throw new EngramError("invalid_input", `engram ${names.join(" ")} has no markdown form`, {
    hint: "Use --format text or --format json.",
  });
}

/** Defaults on the command line: the project is that of the current folder, and paths are relative to it. */
function withFolder({ inputs }: Form, input: Record<string, unknown>): Record<string, unknown> {
  const located =
    "folder" in inputs && input.folder === undefined ? { ...input, folder: process.cwd() } : input;
  if (typeof located.path !== "string") return located;
  const path = fromUser(located.path);
  // An operation that may replace a file writes to it: it must not follow a link that the project has put there.
  if ("force" in inputs) refuseLinkOnPath(path, process.cwd());
  return { ...located, path };
}

async function callOperation(name: OperationName, input: Record<string, unknown>): Promise<unknown> {
  const { ask } = await import("../../client/ask.ts");
  return ask(pathsOf(), name, input as never);
}

function commandAt(parent: Command, path: readonly string[], options: CommandOptions = {}): Command {
  const [first, ...rest] = path as [string, ...string[]];
  const known = parent.commands.find((command) => command.name() === first);
  const command =
    known ?? parent.command(first, rest.length === 0 ? options : {}).copyInheritedSettings(parent);
  if (!known && groups[first]) command.summary(groups[first]).description(groups[first]);
  return rest.length === 0 ? command : commandAt(command, rest, options);
}

interface LocalCommand {
  path: string;
  summary: string;
  args?: string;
  options?: readonly (readonly [flags: string, description: string])[];
  hasMarkdown?: true;
  run(args: string[], options: Record<string, unknown>): Promise<void>;
}

const localCommands: readonly LocalCommand[] = [
  {
    path: "start",
    summary: "Run engram in the foreground: import transcripts and show what is stored",
    options: [
      ["--yes", "import existing transcripts without asking"],
      ["--sample", "import the bundled sample conversation instead"],
      ["--once", "stop when the import is complete"],
    ],
    run: async (_, options) => (await import("./commands/start.ts")).start(options),
  },
  {
    path: "import",
    args: "[folder]",
    summary: "Import existing Claude Code transcripts",
    run: async ([folder], options) => (await import("./commands/import.ts")).importFolder(folder, options),
  },
  {
    path: "compress",
    summary: "Show what is waiting for the model, or compress it now",
    options: [["--pending", "compress waiting observations now, and wait"]],
    run: async (_, options) => (await import("./commands/compress.ts")).compress(options),
  },
  {
    path: "reindex",
    summary: forms["reindex.start"].summary,
    run: async (_, options) => (await import("./commands/reindex.ts")).reindex(options),
  },
  {
    path: "report",
    summary: forms.report.summary,
    options: [
      ["--session <id>", "only this session"],
      ["--since <time>", "start of the period: yesterday, monday, 24h, 7d or a date (default: today)"],
      ["--eval", "engram's own quality and cost: compression, context, search, spend"],
      ["--all-projects", "every project, not only the one of this folder"],
      ["--md <file>", "write it to a markdown file"],
      ["--force", "replace an existing file"],
    ],
    hasMarkdown: true,
    run: async (_, options) => (await import("./commands/report.ts")).report(options),
  },
  {
    path: "bench search",
    summary: "Answer search requests of an evaluation on stdin, in a temporary store",
    options: [["--jsonl", "one JSON object a line: index, search, close"]],
    run: async () => (await import("./commands/bench-search.ts")).benchSearch(),
  },
  {
    path: "restore",
    args: "[file]",
    summary: "Replace the store by a backup (the newest one, or FILE)",
    run: async ([file], options) => (await import("./commands/restore.ts")).restore(file, options),
  },
  {
    path: "install",
    summary: "Add engram to a host agent: hooks, MCP server, skills, a note to the agent",
    options: [
      ["--scope <scope>", "user (default), or project: only in this folder"],
      ["--host <host>", "claude-code (default), codex, gemini, cursor or opencode"],
      ["--dry-run", "show the exact changes without making them"],
      ["--force", "also edit read-only files, and install next to the plugin"],
    ],
    run: async (_, options) => (await import("./commands/install.ts")).install(options),
  },
  {
    path: "uninstall",
    summary: "Undo what install changed; memories stay",
    options: [
      ["--scope <scope>", "only this scope (default: everything)"],
      ["--host <host>", "only this host"],
      ["--dry-run", "show the exact changes without making them"],
      ["--purge", "also delete all memories"],
      withoutAsking,
    ],
    run: async (_, options) => (await import("./commands/install.ts")).uninstall(options),
  },
  {
    path: "doctor",
    summary: "Check that engram works from capture to search, and say how to fix problems",
    options: [["--fix", "fix what can be fixed without risk"]],
    run: async (_, options) => (await import("./commands/doctor.ts")).doctor(options),
  },
  {
    path: "daemon start",
    summary: "Start the daemon if it is not running",
    run: async (_, options) => (await import("./commands/daemon.ts")).start(options),
  },
  {
    path: "daemon stop",
    summary: forms["daemon.stop"].summary,
    run: async (_, options) => (await import("./commands/daemon.ts")).stop(options),
  },
  {
    path: "daemon status",
    summary: forms["daemon.state"].summary,
    run: async (_, options) => (await import("./commands/daemon.ts")).status(options),
  },
  {
    path: "daemon logs",
    summary: "Show the newest lines of the daemon's log",
    options: [["-n, --lines <n>", "how many (default: 50)"]],
    run: async (_, options) => (await import("./commands/daemon.ts")).logs(options),
  },
  {
    path: "daemon run",
    summary: "Run the daemon in this process",
    run: async () => (await import("./commands/daemon.ts")).run(),
  },
  {
    path: "serve",
    summary: "Run the daemon and also listen on a loopback port, guarded by a token",
    options: [["--port <port>", "port on 127.0.0.1 (default: any free one)"]],
    run: async (_, options) => (await import("./commands/daemon.ts")).serve(options),
  },
  {
    path: "config",
    summary: "Show the effective settings",
    options: [["--explain", "also show what each means and where its value comes from"]],
    run: async (_, options) => (await import("./commands/config.ts")).show(options),
  },
  {
    path: "config set",
    args: "<key> <value>",
    summary: "Set one of the user's settings",
    run: async (args, options) => (await import("./commands/config.ts")).set(args, options),
  },
  {
    path: "config unset",
    args: "<key>",
    summary: "Reset a setting to its default",
    run: async (args, options) => (await import("./commands/config.ts")).unset(args, options),
  },
  {
    path: "config trust",
    summary: "Trust this project's .engram/config.json as it is now",
    run: async (_, options) => (await import("./commands/config.ts")).trust(options),
  },
  {
    path: "migrate status",
    summary: "Show which migrations are applied",
    run: async (_, options) => (await import("./commands/migrate.ts")).status(options),
  },
  {
    path: "migrate up",
    summary: "Apply missing migrations",
    run: async (_, options) => (await import("./commands/migrate.ts")).up(options),
  },
  {
    path: "migrate down",
    summary: "Undo the newest migration (deletes its data)",
    options: [withoutAsking],
    run: async (_, options) => (await import("./commands/migrate.ts")).down(options),
  },
  {
    path: "mcp",
    summary: "Run an MCP server on stdin and stdout (for the host agent, not for people)",
    run: async () => (await import("../mcp/stdio.ts")).runMcp(),
  },
  {
    path: "hook",
    args: "<host>",
    summary: "Read a hook's payload from stdin (for the host agent, not for people)",
    options: [["--inbox <file>", "the payload is already in this inbox file"]],
    run: async ([host], options) => (await import("../hook/hook.ts")).runHook(host ?? "", options),
  },
];

function addLocalCommands(program: Command, isWanted: Wanted): void {
  for (const local of localCommands) {
    const path = local.path.split(" ");
    if (!isWanted(path)) continue;
    const command = commandAt(program, path);
    command.summary(groups[local.path] ?? local.summary).description(local.summary);
    if (local.args) command.arguments(local.args);
    for (const [flags, description] of local.options ?? []) command.option(flags, description);
    command.action(async (...parameters: unknown[]) => {
      const args = parameters.slice(0, -2).filter((one): one is string => typeof one === "string");
      const options = command.optsWithGlobals();
      if (!local.hasMarkdown) refuseMarkdown(options, command);
      await local.run(args, { ...options, ...(options.format === "json" && { json: true }) });
    });
  }
}

/** Commander's own errors as an EngramError; its help and version are not errors. */
export function asEngramError(thrown: unknown): EngramError | null {
  if (!(thrown instanceof CommanderError)) return EngramError.from(thrown);
  if (thrown.exitCode === 0 || thrown.code === "commander.help") return null;
  const hint = "`engram --help` lists every command, `engram COMMAND --help` describes one.";
  return new EngramError("invalid_input", thrown.message.replace(/^error: /, ""), { hint });
}
