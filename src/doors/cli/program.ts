// The whole command line as one tree: operations from the table, the rest from commands/, imported when they run.

import { isatty } from "node:tty";
import { Command, CommanderError, type CommandOptions, InvalidArgumentError, Option } from "commander";
import { callerEnvironment } from "../../config/environment.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { refuseLinkOnPath } from "../../config/user-files.ts";
import { importOptions, importSources, usualSource } from "../../journeys/import/sources.ts";
import { EngramError } from "../../protocol/errors.ts";
import type { LossShownBy } from "../../protocol/operations/operation.ts";
import type { OperationName, OutputOf } from "../../protocol/operations.ts";
import { version } from "../../version.ts";
import { type Form, forms } from "./forms.ts";
import { groupCommands } from "./help.ts";
import { addInputs, inputOf } from "./options.ts";
import { say, sayJson } from "./output.ts";
import { refuseForceOfAgent } from "./person.ts";
import { markdowns } from "./render/markdown.ts";
import { renderers } from "./render.ts";

const operationNames = Object.keys(forms) as OperationName[];

/** Operations that the command line offers under another command. */
const offeredElsewhere: ReadonlySet<OperationName> = new Set<OperationName>([
  ...operationNames.filter((name) => forms[name].isTool),
  "report",
  "map.start",
  "map.state",
  "map.show",
  "code.draw",
  "compress.start",
  "compress.state",
  "reindex.start",
  "reindex.state",
  "import.start",
  "import.state",
  "daemon.state",
  "daemon.stop",
  "config.show",
  "config.set",
  "doctor",
  "page.open",
  "scratchpad",
  "plan",
  "append",
  "status",
  "fn.save",
  "fn.allow",
  "export",
  "export.state",
  "forget.preview",
  "redact.preview",
  "sync.look",
  "sync",
  "chat.start",
  "chat.send",
  "chat.follow",
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
  task: "Work in three phases: scratchpad, plan, progress",
  project: "Show what is detected about the project",
  session: "Look at sessions",
  compaction: "Look at compactions",
  observation: "Look at and correct single observations",
  learnings: "See and correct learnings",
  node: "Write and look at nodes of the knowledge graph",
  edge: "Link nodes",
  tag: "Tag nodes",
  view: "Saved queries with a token budget",
  fn: "Save, test and run functions of the library",
  graph: "See the knowledge graph as a whole",
  bridge: "Connect the graph with Claude Code's own notes (MEMORY.md)",
  chat: "Ask the memory, with a model or without",
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
    .option("--debug", "print the cause of an error with its stack")
    .addOption(formatOption(firstWord))
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

const formats = ["text", "json", "markdown"];

/** An export is a file, with formats of its own; its own help names them. */
function formatOption(command: string | undefined): Option {
  const option = new Option("--format <format>", "output format").choices(formats);
  return command === "export" ? option.argParser(exportFormat) : option;
}

function exportFormat(given: string): string {
  const allowed = [...formats, "jsonl", "sqlite"];
  if (allowed.includes(given)) return given;
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(", ")}.`);
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
  "project.info": [["project-info"]],
  "project.context": [["project-context"]],
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
    const given = inputOf(form, parameters.slice(0, form.positional.length), options);
    const input = asCaller(name, withFolder(form, given));
    if (name === "fn.rollback") refuseForceOfAgent(input);
    const showing = input.dryRun === true ? undefined : form.lossShownBy;
    const loss = showing ? await confirmed(showing, input, options) : null;
    const output = await callOperation(name, input);
    print(name, output, options);
    if (isFailure[name]?.(output as never)) process.exitCode = 1;
    if (loss && options.yes && !isJson(options)) loss.sayWhatStays();
    const isForPeople = isatty(1) && !isJson(options) && (options.format ?? "text") === "text";
    if (isForPeople) await afterwards[name]?.(input as never, output as never);
  });
}

/** Shows what an operation would delete, and asks. */
async function confirmed(
  showing: LossShownBy,
  input: Record<string, unknown>,
  options: Record<string, unknown>,
) {
  const { confirmLoss, lossOf, sayWhatStays } = await import("./confirm.ts");
  const { inputs } = forms[showing];
  const asked = Object.fromEntries(Object.entries(input).filter(([key]) => key in inputs));
  // An operation that can show itself what it would delete.
  if ("dryRun" in inputs) asked.dryRun = true;
  const loss = lossOf(showing, await callOperation(showing, asked), input, pathsOf());
  if (loss === null) return null;
  await confirmLoss(loss, { yes: options.yes === true, json: isJson(options) });
  return { sayWhatStays: () => sayWhatStays(loss) };
}

/** Answers after which a script should stop. */
const isFailure: Partial<Record<OperationName, (output: never) => boolean>> = {
  "fn.run": ({ run }: OutputOf<"fn.run">) => run.status !== "ok",
  "fn.test": ({ passed }: OutputOf<"fn.test">) => passed === false,
  "fn.rollback": ({ heldBack }: OutputOf<"fn.rollback">) => heldBack !== null,
  forget: ({ proof }: OutputOf<"forget">) => proof !== null && proof.found.length > 0,
  "task.verify": ({ violations }: OutputOf<"task.verify">) => violations.length > 0,
};

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

/** Operations that act in a session: inside a host the session is known from the environment. */
const inSession = /^(?:scratchpad|plan|append|task\.\w+|session\.(?:start|info|switch|resume|end))$/;

function asCaller(name: OperationName, input: Record<string, unknown>): Record<string, unknown> {
  if (!inSession.test(name)) return input;
  const { sessionId, agent } = callerEnvironment();
  return {
    ...(sessionId !== undefined && { session: `host:${sessionId}` }),
    ...("agent" in forms[name].inputs && { agent }),
    ...input,
  };
}

/** For a command of several operations: calls one, and prints its answer. */
export async function runOperation(
  name: OperationName,
  given: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<void> {
  const form = forms[name];
  const known = Object.entries(given).filter(([key, value]) => key in form.inputs && value !== undefined);
  print(
    name,
    await callOperation(name, asCaller(name, withFolder(form, Object.fromEntries(known)))),
    options,
  );
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

const actingOptions = [
  ["--session <session>", "act in this session, by name or id (default: the current one)"],
  ["--folder <folder>", "the project of this folder (default: the current folder)"],
] as const;

const localCommands: readonly LocalCommand[] = [
  {
    path: "scratchpad",
    args: "<task>",
    summary: forms.scratchpad.summary,
    options: [
      ["--content <text>", "the notes; they replace the ones before (- reads stdin)"],
      ["--edit", "open the notes in $EDITOR"],
      ...actingOptions,
    ],
    run: async (args, options) =>
      (await import("./commands/task.ts")).scratchpad(args, options, runOperation),
  },
  {
    path: "plan",
    args: "<task>",
    summary: forms.plan.summary,
    options: [
      ["--content <text>", "the plan; it cannot be changed afterwards (- reads stdin)"],
      ["--from-scratchpad", "the scratchpad becomes the plan"],
      ["--edit", "write the plan in $EDITOR, beginning with the scratchpad"],
      ["--agent <agent>", "who writes it"],
      ...actingOptions,
    ],
    run: async (args, options) => (await import("./commands/task.ts")).plan(args, options, runOperation),
  },
  {
    path: "append",
    args: "<task> [text...]",
    summary: forms.append.summary,
    options: [
      ["--content <text>", "the entry, instead of words after the task (- reads stdin)"],
      ["--edit", "write the entry in $EDITOR"],
      ["--kind <kind>", "progress (default), deviation or finding"],
      ["--ticks <steps>", "numbers of the plan's steps that are done, separated by commas"],
      ["--agent <agent>", "who writes it"],
      ["--repeat", "store it although an earlier entry says the same"],
      ["--key <key>", "your own key: sent twice, it is stored once"],
      ...actingOptions,
    ],
    run: async (args, options) => (await import("./commands/task.ts")).append(args, options, runOperation),
  },
  {
    path: "status",
    args: "[task]",
    summary: "Show what is stored and any problems, or where a task stands",
    options: actingOptions,
    run: async ([task], options) =>
      task === undefined
        ? runOperation("status", { folder: options.folder }, options)
        : runOperation("task.status", { ...options, task }, options),
  },
  {
    path: "export",
    args: "[path]",
    summary: forms.export.summary,
    options: [
      ["--format <format>", "jsonl (default), markdown or sqlite; json or text print a task of this name"],
      ["--project", "only the project of the current folder"],
      ["--since <time>", "only what changed since: yesterday, 7d or a date"],
      ["--folder <folder>", "the folder of the project (default: the current folder)"],
      ["--force", "replace an existing file"],
    ],
    hasMarkdown: true,
    run: async (args, options) =>
      (await import("./commands/export.ts")).exportTo(args, options, runOperation),
  },
  {
    path: "version",
    summary: "Show the version",
    run: async (_, options) => (options.json ? sayJson({ version }) : say(`engram ${version}`)),
  },
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
    summary: "Import transcripts of Claude Code from a folder, or memories from another source",
    run: async ([folder], options) =>
      (await import("./commands/import.ts")).importFrom(usualSource, folder, options),
  },
  ...Object.entries(importSources).map(([name, { summary, reads, takes }]) => ({
    path: `import ${name}`,
    args: reads === "either" ? "[path]" : `[${reads}]`,
    summary,
    options: takes.map((option) => importOptions[option]),
    run: async ([path]: string[], options: Record<string, unknown>) =>
      (await import("./commands/import.ts")).importFrom(name, path, options),
  })),
  {
    path: "sync",
    args: "<place>",
    summary: forms.sync.summary,
    options: [
      ["--key-file <file>", "the key is in this file (default: ask for a passphrase, once)"],
      ["--project <folders>", "only the projects of these folders, separated by commas"],
      ["--kinds <kinds>", "only sessions, knowledge, tasks, functions; separated by commas"],
    ],
    run: async ([place = ""], options) =>
      (await import("./commands/sync.ts")).sync(place, options, runOperation),
  },
  {
    path: "compress",
    summary: "Show what is waiting for the model, or compress it now",
    options: [["--pending", "compress waiting observations now, and wait"]],
    run: async (_, options) => (await import("./commands/compress.ts")).compress(options),
  },
  {
    path: "map",
    args: "[path]",
    summary: "Map the code of a folder and show its symbols: only what changed is parsed",
    options: [
      ["--budget <n>", "maximum tokens of what is shown (default: 4000)"],
      ["--mention <words>", "names or words that the task is about: they are shown first"],
      ["--no-update", "show what is mapped, without looking at the files"],
      ["--calls", "print the call graph of the folder as JSON, from its files alone"],
    ],
    hasMarkdown: true,
    run: async ([path], options) => (await import("./commands/map.ts")).map(path, options),
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
      ["--mermaid [file]", "draw the calls between symbols, of the project or of one file"],
      ["--dot [file]", "the same for Graphviz"],
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
    path: "fn save",
    args: "<name>",
    summary: forms["fn.save"].summary,
    options: [
      ["--file <file>", "read the code from this file (default: stdin)"],
      ["--from <source>", forms["fn.save"].inputs.from?.description ?? ""],
      ["--code <code>", "the code itself"],
      ["--language <language>", forms["fn.save"].inputs.language?.description ?? ""],
      ["--description <text>", forms["fn.save"].inputs.description?.description ?? ""],
      ["--category <category>", forms["fn.save"].inputs.category?.description ?? ""],
      ["--tags <tags>", forms["fn.save"].inputs.tags?.description ?? ""],
      ["--change <text>", forms["fn.save"].inputs.change?.description ?? ""],
      ["--needs <names>", forms["fn.save"].inputs.needs?.description ?? ""],
      ["--tests <json>", forms["fn.save"].inputs.tests?.description ?? ""],
      ["--tests-file <file>", "read the tests from this file"],
      ["--force", forms["fn.save"].inputs.force?.description ?? ""],
    ],
    run: async (args, options) => (await import("./commands/functions.ts")).save(args, options),
  },
  {
    path: "fn allow",
    args: "<name> <module>",
    summary: forms["fn.allow"].summary,
    run: async (args, options) => (await import("./commands/functions.ts")).allow(args, options),
  },
  {
    path: "fn exec",
    summary: "Run one program from stdin in the sandbox, as JSON in and out (for programs, not for people)",
    options: [
      ["--stdin", "read the request from stdin (the default)"],
      ["--no-static", "without the analysis, to test the sandbox alone"],
    ],
    run: async (_, options) => (await import("./commands/functions.ts")).exec(options),
  },
  {
    path: "chat",
    args: "[text...]",
    summary: "Ask the memory, with a model or without",
    options: [
      ["--conversation <id>", "go on with this conversation (default: a new one)"],
      ["--all-projects", "about every project, not only the one of this folder"],
    ],
    run: async (args, options) => (await import("./commands/chat.ts")).chat(args, options),
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
    path: "open",
    summary: "See, search and correct the memory in a browser",
    options: [["--no-browser", "only print the address"]],
    run: async (_, options) => (await import("./commands/open.ts")).open(options),
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
    options: [["--no-instructions", "give no instructions: the host has a skill or a note that does"]],
    run: async (_, options) => (await import("../mcp/stdio.ts")).runMcp(options),
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
      const args = parameters
        .slice(0, -2)
        .flat()
        .filter((one): one is string => typeof one === "string");
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
