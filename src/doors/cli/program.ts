// The whole command line as one tree: operations from the table, the rest from local-commands.ts.

import { isatty } from "node:tty";
import { Command, CommanderError, type CommandOptions, InvalidArgumentError, Option } from "commander";
import type { OperationName } from "../../areas/contracts.ts";
import type { LossShownBy } from "../../areas/operation.ts";
import { pathsOf } from "../../config/paths.ts";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { forms } from "./forms.ts";
import { groupCommands, visibleGlobalOptions } from "./help.ts";
import { localCommands, withoutAsking } from "./local-commands.ts";
import { addInputs, addOptions, inputOf } from "./options.ts";
import { refuseForceOfAgent } from "./person.ts";
import { asCaller, callAndPrint, callOperation, hasMarkdown, isJson, withFolder } from "./run-operation.ts";

/** What a command does in a terminal without arguments. */
const withoutWords: Partial<Record<OperationName, (options: object) => Promise<void>>> = {
  search: async (options) => (await import("./commands/browse.ts")).browse(options),
};

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
  eval: "Measure tellback's quality",
  bench: "Run tellback under an external evaluation",
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
  const program = new Command("tellback")
    .description(
      "The memory of coding agents: captures what they do and injects the relevant part when it helps.",
    )
    .version(version)
    .option("--json", "print JSON instead of text")
    .option("--debug", "print the cause of an error with its stack")
    .addOption(formatOption(firstWord))
    .configureOutput({ outputError: () => {} })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false, visibleGlobalOptions })
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
Memories live in ~/.tellback (TELLBACK_HOME moves them).
Completion: source <(tellback complete bash), or zsh, fish, powershell.`;

function addOperations(program: Command, isWanted: Wanted, setting: Setting): void {
  for (const name of Object.keys(forms) as OperationName[]) {
    const { cli, isForAgentsOnly } = forms[name];
    if (isForAgentsOnly || "within" in cli) continue;
    const { path = name.replaceAll(".", " "), aliases = [], isDefault = false } = cli;
    for (const words of [path, ...aliases].map((one) => one.split(" ")))
      if (isWanted(words)) addOperation(name, commandAt(program, words, { isDefault }), setting);
  }
}

function addOperation(name: OperationName, command: Command, { isTerminal }: Setting): void {
  const form = forms[name];
  const interactive = isTerminal ? withoutWords[name] : undefined;
  command.summary(form.summary).description(form.summary);
  addInputs(command, form, { optional: interactive !== undefined });
  if (form.lossShownBy) command.option(...withoutAsking);
  command.action(async (...parameters: unknown[]) => {
    const options = command.optsWithGlobals();
    if (options.format === "markdown" && !(await hasMarkdown(name))) refuseMarkdown(options, command);
    if (interactive && (parameters[0] as string[]).length === 0) return interactive(options);
    const given = inputOf(form, parameters.slice(0, form.positional.length), options);
    const input = asCaller(name, withFolder(form, given));
    if (name === "fn.rollback") refuseForceOfAgent(input);
    const showing = input.dryRun === true ? undefined : form.lossShownBy;
    const loss = showing ? await confirmed(showing, input, options) : null;
    const output = await callAndPrint(name, input, options);
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

/** Checked first: a command that changes something must not run and then fail to print. */
function refuseMarkdown({ format }: Record<string, unknown>, command: Command): void {
  if (format !== "markdown") return;
  const names = [command.name()];
  for (let above = command.parent; above?.parent; above = above.parent) names.unshift(above.name());
  throw new TellbackError("invalid_input", `tellback ${names.join(" ")} has no markdown form`, {
    hint: "Use --format text or --format json.",
  });
}

function commandAt(parent: Command, path: readonly string[], options: CommandOptions = {}): Command {
  const [first, ...rest] = path as [string, ...string[]];
  const known = parent.commands.find((command) => command.name() === first);
  const command =
    known ?? parent.command(first, rest.length === 0 ? options : {}).copyInheritedSettings(parent);
  if (!known && groups[first]) command.summary(groups[first]).description(groups[first]);
  return rest.length === 0 ? command : commandAt(command, rest, options);
}

function addLocalCommands(program: Command, isWanted: Wanted): void {
  for (const local of localCommands) {
    const path = local.path.split(" ");
    if (!isWanted(path)) continue;
    const command = commandAt(program, path);
    command.summary(groups[local.path] ?? local.summary).description(local.summary);
    if (local.args) command.arguments(local.args);
    for (const [flags, description] of local.options ?? []) command.option(flags, description);
    if (local.inputsOf) addOptions(command, forms[local.inputsOf], local.without);
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

/** Commander's own errors as a TellbackError; its help and version are not errors. */
export function asTellbackError(
  thrown: unknown,
  program: Command,
  typed: readonly string[],
): TellbackError | null {
  if (!(thrown instanceof CommanderError)) return TellbackError.from(thrown);
  if (thrown.exitCode === 0 || thrown.code === "commander.help") return null;
  const hint = helpFor(program, typed);
  return new TellbackError("invalid_input", thrown.message.replace(/^error: /, ""), { hint });
}

/** Names the help of the command that was typed. */
function helpFor(program: Command, typed: readonly string[]): string {
  let command = program;
  const path = ["tellback"];
  for (const word of typed) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
    path.push(word);
  }
  if (command === program)
    return "`tellback --help` lists every command, `tellback COMMAND --help` describes one.";
  const says = command.commands.length > 0 ? "lists its commands" : "describes it";
  return `\`${path.join(" ")} --help\` ${says}.`;
}
