// docs/cli.md: every command with its arguments, options and defaults, in the groups and words of `tellback --help`.

import type { Command } from "commander";
import { helpGroups } from "../../src/doors/cli/help.ts";
import { createProgram } from "../../src/doors/cli/program.ts";
import { errorCodes } from "../../src/protocol/errors.ts";
import { examples } from "./examples.ts";
import { block, code, page, table } from "./markdown.ts";

const introduction = `Every command takes \`--help\`, \`--json\` (or \`--format json\`) and, where it has one, \`--format markdown\`. An id may be
shortened as long as it is unique. Commands look at the project of the current folder unless an option says otherwise.
\`source <(tellback complete bash)\` turns on completion; zsh, fish and powershell have it too.`;

export function commandsPage(): string {
  const program = createProgram(undefined, { isTerminal: false });
  const names = Object.entries(helpGroups);
  const grouped = new Set(names.flatMap(([, commands]) => commands));
  const ungrouped = program.commands.map((command) => command.name()).filter((name) => !grouped.has(name));
  const sections = [...names, ["Other:", ungrouped] as const].flatMap(([heading, group]) => {
    const commands = group.flatMap((name) => program.commands.filter((command) => command.name() === name));
    if (commands.length === 0) return [];
    return [`## ${heading.replace(/:$/, "")}`, ...commands.flatMap(runnable).map(section)];
  });
  const globals = table(["option", "meaning"], optionsOf(program));
  const exits = Object.entries(errorCodes).map(([name, { exit }]) => [String(exit), code(name)]);
  const exitCodes = [
    "## Exit codes",
    table(["exit code", "error"], [["0", "none"], ...exits, ["9", "`tellback doctor`: degraded"]]),
  ];
  const source = "src/areas/*/command.ts and src/areas/*/contract.ts";
  return page("Commands", source, introduction, "## Every command", globals, ...sections, ...exitCodes);
}

/** A command and what is below it, without groups that only show their help. */
function runnable(command: Command): Command[] {
  const below = command.commands.flatMap(runnable);
  return isGroup(command) ? below : [command, ...below];
}

function isGroup(command: Command): boolean {
  const ownsNothing = command.options.length === 0 && command.registeredArguments.length === 0;
  return ownsNothing && command.commands.length > 0 && !examples[pathOf(command)];
}

function pathOf(command: Command): string {
  const names = [command.name()];
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name());
  return names.join(" ");
}

function section(command: Command): string {
  const path = pathOf(command);
  const options = optionsOf(command);
  const takes = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const usage = [path, ...takes, ...(options.length > 0 ? ["[options]"] : [])].join(" ");
  const meanings = command.registeredArguments
    .filter(({ description }) => description !== "")
    .map((argument) => [code(argument.name()), argument.description] as const);
  const rows = [...meanings, ...options];
  const example = examples[path];
  return [
    `### ${path}`,
    `${command.description()}.`,
    block(usage),
    ...(rows.length > 0 ? [table(["argument or option", "meaning"], rows)] : []),
    ...(example ? [`Example: ${code(example)}`] : []),
  ].join("\n\n");
}

function optionsOf(command: Command): (readonly [string, string])[] {
  const help = command.createHelp();
  return command.options
    .filter((option) => !option.hidden)
    .map((option) => [code(help.optionTerm(option)), help.optionDescription(option)]);
}
