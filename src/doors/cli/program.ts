// The whole command line as one tree, from the tables of areas: each operation is a command, and areas declare the rest.

import { isatty } from "node:tty";
import { Command, CommanderError, type CommandOptions, Help, InvalidArgumentError, Option } from "commander";
import { type AreaCommand, type AreaCommands, withoutAsking } from "../../areas/command.ts";
import type { OperationName } from "../../areas/contracts.ts";
import type { LossShownBy } from "../../areas/operation.ts";
import { aroundCalls } from "../../areas/tables/around-call.ts";
import { commands as areaCommands } from "../../areas/tables/command.ts";
import { say, sayJson } from "../../areas/text/output.ts";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type Form, forms } from "./forms.ts";
import { groupCommands, shortHelp, suggestionFor, visibleGlobalOptions } from "./help.ts";
import { addInputs, addOptions, inputOf } from "./options.ts";
import { processCommands } from "./process-commands.ts";
import {
  asCaller,
  callAndPrint,
  callOperation,
  hasMarkdown,
  isJson,
  runOperation,
  withFolder,
} from "./run-operation.ts";

const commands: AreaCommands = { ...areaCommands, ...processCommands };

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
    .option("--debug", "print the cause of an error with its stack (also: TELLBACK_DEBUG=1)")
    .addOption(formatOption(firstWord))
    .configureOutput({ outputError: () => {}, writeOut: (text) => say(text.replace(/\n$/, "")) })
    .configureHelp({ ...wholeHelp, formatHelp })
    .helpCommand(false)
    .exitOverride()
    .addHelpText("after", helpForNewcomers);
  const isWanted: PathFilter = ([first]) => firstWord === undefined || first === firstWord;
  addOperations(program, isWanted, setting);
  addCommands(program, isWanted);
  if (isWanted(["help"])) addHelp(program);
  groupCommands(program);
  return program.commands.length > 0 ? program : createProgram(undefined, setting);
}

const wholeHelp = { showGlobalOptions: true, sortSubcommands: false, visibleGlobalOptions };

function formatHelp(command: Command, helper: Help): string {
  return command.parent === null
    ? shortHelp(command)
    : Help.prototype.formatHelp.call(helper, command, helper);
}

function addHelp(program: Command): void {
  const summary = "Describe a command, or all of them";
  program
    .command("help")
    .argument("[command...]", "the command to describe")
    .option("--all", "describe every command")
    .summary(summary)
    .description(summary)
    .action((words: string[], { all }: { all?: boolean }) => {
      const whole = createProgram();
      if (all) whole.configureHelp(wholeHelp);
      commandNamed(whole, words).outputHelp();
    });
}

function commandNamed(program: Command, words: readonly string[]): Command {
  return words.reduce((above, word) => {
    const below = above.commands.find((one) => one.name() === word);
    if (below) return below;
    throw new CommanderError(2, "commander.unknownCommand", `unknown command '${words.join(" ")}'`);
  }, program);
}

const formats = ["text", "json", "markdown"];

/** A command may have formats of its own; its own help names them. */
function formatOption(command = ""): Option {
  const option = new Option("--format <format>", "output format").choices(formats);
  const further = commands[command]?.formats;
  return further ? option.argParser((given) => oneOf([...formats, ...further], given)) : option;
}

function oneOf(allowed: readonly string[], given: string): string {
  if (allowed.includes(given)) return given;
  throw new InvalidArgumentError(`Allowed choices are ${allowed.join(", ")}.`);
}

type PathFilter = (path: readonly string[]) => boolean;

const helpForNewcomers = `
Memories live in ~/.tellback (TELLBACK_HOME moves them).
Completion: source <(tellback complete bash), or zsh, fish, powershell.`;

function addOperations(program: Command, isWanted: PathFilter, setting: Setting): void {
  for (const name of Object.keys(forms) as OperationName[]) {
    const { cli, isForAgentsOnly } = forms[name];
    if (isForAgentsOnly || "within" in cli) continue;
    const { path = name.replaceAll(".", " "), aliases = [], isDefault = false } = cli;
    // An alias elsewhere is not the default of what it lies in.
    for (const words of [path, ...aliases].map((one) => one.split(" ")))
      if (isWanted(words))
        addOperation(name, commandAt(program, words, { isDefault: isDefault && words.length > 1 }), setting);
  }
}

function addOperation(name: OperationName, command: Command, { isTerminal }: Setting): void {
  const form = forms[name];
  const { withoutWords, afterwards, check } = aroundCalls[name] ?? {};
  const interactive = isTerminal ? withoutWords : undefined;
  command.summary(form.summary).description(form.summary);
  addInputs(command, form, { optional: interactive !== undefined });
  if (form.lossShownBy) command.option(...withoutAsking);
  if (form.lossShownBy && !("dryRun" in form.inputs)) command.option("--dry-run", "only show what would go");
  command.action(async (...parameters: unknown[]) => {
    const options = command.optsWithGlobals();
    if (options.format === "markdown" && !(await hasMarkdown(name))) refuseMarkdown(options, command);
    if (interactive && (parameters[0] as string[]).length === 0) return interactive(options);
    const given = inputOf(form, parameters.slice(0, form.positional.length), options);
    const input = asCaller(name, withFolder(form, given));
    check?.(input);
    const showing = input.dryRun === true ? undefined : form.lossShownBy;
    if (showing && options.dryRun === true) return showLossOnly(showing, form, input, options);
    const loss = showing ? await confirmed(showing, form, input, options) : null;
    const output = await callAndPrint(name, input, options);
    if (loss && options.yes && !isJson(options)) loss.sayWhatStays();
    const isForPeople = isatty(1) && !isJson(options) && (options.format ?? "text") === "text";
    if (isForPeople) await afterwards?.(input as never, output as never);
  });
}

/** Shows what an operation would delete, and asks. */
async function confirmed(
  showing: LossShownBy,
  { inputs }: Form,
  input: Record<string, unknown>,
  options: Record<string, unknown>,
) {
  const { confirmCall } = await import("../../areas/confirm-call.ts");
  const shown = await lossOf(showing, input);
  const answer = { yes: options.yes === true, json: isJson(options) };
  return confirmCall(showing, shown, { input, reachesBackups: "backups" in inputs }, answer);
}

async function showLossOnly(
  showing: LossShownBy,
  { inputs }: Form,
  input: Record<string, unknown>,
  options: Record<string, unknown>,
): Promise<void> {
  const { lossText } = await import("../../areas/confirm-call.ts");
  const shown = await lossOf(showing, input);
  if (isJson(options)) sayJson(shown);
  else
    say(
      `${lossText(showing, shown, { input, reachesBackups: "backups" in inputs })}\nA dry run: nothing was changed.`,
    );
}

async function lossOf(showing: LossShownBy, input: Record<string, unknown>): Promise<unknown> {
  const { inputs } = forms[showing];
  const asked = Object.fromEntries(Object.entries(input).filter(([key]) => key in inputs));
  // An operation that can show itself what it would delete.
  if ("dryRun" in inputs) asked.dryRun = true;
  return callOperation(showing, asked);
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
  const group = commands[first];
  if (!known && rest.length > 0 && group) command.summary(summaryOf(group)).description(summaryOf(group));
  return rest.length === 0 ? command : commandAt(command, rest, options);
}

function summaryOf({ summary }: AreaCommand): string {
  return typeof summary === "string" ? summary : forms[summary.of].summary;
}

function addCommands(program: Command, isWanted: PathFilter): void {
  for (const [typed, declared] of Object.entries(commands)) {
    const path = typed.split(" ");
    if (declared.run && isWanted(path)) addCommand(commandAt(program, path), declared);
  }
}

function addCommand(command: Command, declared: AreaCommand): void {
  const summary = summaryOf(declared);
  command.summary(declared.groupSummary ?? summary).description(summary);
  if (declared.args) command.arguments(declared.args);
  for (const [flags, description] of declared.options ?? []) command.option(flags, description);
  if (declared.inputsOf) addOptions(command, forms[declared.inputsOf], declared.without);
  command.action(async (...parameters: unknown[]) => {
    const args = parameters
      .slice(0, -2)
      .flat()
      .filter((one): one is string => typeof one === "string");
    const options = command.optsWithGlobals();
    if (!declared.hasMarkdown) refuseMarkdown(options, command);
    const given = { ...options, ...(options.format === "json" && { json: true }) };
    await declared.run?.(args, given, runOperation);
  });
}

/** Commander's own errors as a TellbackError; its help and version are not errors. */
export function asTellbackError(thrown: unknown, typed: readonly string[]): TellbackError | null {
  if (!(thrown instanceof CommanderError)) return TellbackError.from(thrown);
  if (thrown.exitCode === 0 || thrown.code === "commander.help") return null;
  const message = thrown.message.replace(/^error: /, "");
  const { command, path } = commandTyped(typed);
  const help = helpFor(command, path);
  if (thrown.code !== "commander.unknownCommand")
    return new TellbackError("invalid_input", message, { hint: help });
  const known = command.commands.map((one) => one.name());
  const suggestion = suggestionFor(path, wordIn(message), known);
  const hint = suggestion === "" ? help : `${suggestion} ${help}`;
  return new TellbackError("invalid_input", message.split("\n", 1)[0] ?? "", { hint });
}

/** The unknown command, as the message quotes it: the last word, if it quotes those before it too. */
const wordIn = (message: string) => /([^' ]*)'/.exec(message.slice(message.indexOf("'") + 1))?.[1] ?? "";

/** The command that the typed words reach, in the whole tree: a program may have been made for one word only. */
function commandTyped(typed: readonly string[]): { command: Command; path: string[] } {
  let command = createProgram();
  const path = ["tellback"];
  for (const word of typed[0] === "help" && typed.length > 1 ? typed.slice(1) : typed) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
    path.push(word);
  }
  return { command, path };
}

/** Names the help of that command. */
function helpFor(command: Command, path: readonly string[]): string {
  if (command.parent === null)
    return "`tellback help --all` lists every command, `tellback COMMAND --help` describes one.";
  const says = command.commands.length > 0 ? "lists its commands" : "describes it";
  return `\`${path.join(" ")} --help\` ${says}.`;
}
