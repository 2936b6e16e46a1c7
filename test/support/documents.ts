// What a document names, compared with what there is: commands, options, settings, environment variables, files, npm
// scripts, links. For the test that keeps the documents true.

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { operationNames } from "../../src/areas/contracts.ts";
import { configKeys, environmentName } from "../../src/config/schema.ts";
import { createProgram } from "../../src/doors/cli/program.ts";

const root = join(import.meta.dirname, "../..");

/** Every document that a user or an agent reads as it is now; the changelog speaks of what was. */
export const documentPaths = [
  ...["README.md", "ARCHITECTURE.md", "AGENTS.md", "CONTRIBUTING.md", "GLOSSARY.md", "INSTALL_FOR_AGENTS.md"],
  ...globSync(["docs/*.md", "plugin/**/*.md"], { cwd: root }).sort(),
];

export function documentAt(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

const program = createProgram(undefined, { isTerminal: false });
const allCommands = withBelow(program);
const allOptions = new Set(allCommands.flatMap((command) => flagsOf(command)));
const settings: ReadonlySet<string> = new Set(configKeys);
const settingGroups = new Set(configKeys.map((key) => key.split(".")[0]));
const operations: ReadonlySet<string> = new Set(operationNames);
const variables: ReadonlySet<string> = new Set([
  "TELLBACK_DEBUG",
  "TELLBACK_TOOL_FOLDER",
  "TELLBACK_SYNC_PASSPHRASE",
  ...configKeys.map(environmentName),
  ...["TELLBACK_HOME", "TELLBACK_TEST_STORE"],
]);
const scripts: Record<string, string> = JSON.parse(documentAt("package.json")).scripts;
const files = globSync("{libs,src,test,bench,scripts,plugin,docs,.ci}/**/*", {
  cwd: root,
  exclude: (path) => path.endsWith("node_modules"),
});

/** Answered before the tree of commands is asked. */
const besidesTheTree: ReadonlySet<string> = new Set(["complete"]);
/** Options of other programs that the documents name alone. */
const optionsOfOthers: ReadonlySet<string> = new Set(["--help"]);
/** Files of the user, a host or the running daemon. */
const filesOfOthers =
  /(?:^|\/)(?:CLAUDE\.md|AGENTS\.md|config\.json|hooks-seen\.json|settings\.json|tellback\.mjs)$/;

/** Everything in a document that is not so, one sentence each. */
export function faultsIn(text: string, path = "README.md"): string[] {
  const { spans, lines } = codeIn(text);
  return [
    ...[...spans, ...lines].flatMap(commandLinesIn).flatMap(faultsOfCommand),
    ...spans.flatMap(faultsOfOption),
    ...[...spans, ...lines].flatMap(faultsOfSettings),
    ...spans.flatMap(faultsOfFile),
    ...faultsOfVariables(text),
    ...faultsOfScripts(text),
    ...faultsOfLinks(text, path),
  ];
}

/** Commands, operations and settings that none of these texts names. */
export function unnamedIn(texts: readonly string[]): string[] {
  const all = texts.join("\n");
  const commands = allCommands.filter(({ commands }) => commands.length === 0).map(pathOf);
  return [
    ...commands.filter((path) => !new RegExp(`${path}(?![\\w-])`).test(all)),
    ...[...operations, ...settings].filter((name) => !all.includes(`\`${name}\``)),
  ];
}

interface Code {
  /** Inline code. */
  spans: string[];
  /** Lines of blocks that show commands. */
  lines: string[];
}

const blocksOfOthers = /^(?:ts|json|mermaid|text)$/;

function codeIn(text: string): Code {
  const lines: string[] = [];
  const prose = text.replace(/^```(\w*)\n(.*?)^```$/gms, (_, language: string, body: string) => {
    const shown = body.split("\n");
    if (language === "console") lines.push(...shown.filter((line) => line.startsWith("$ ")));
    else if (!blocksOfOthers.test(language)) lines.push(...shown);
    return "";
  });
  const spans = [...prose.matchAll(/(`+)(.+?)\1/gs)].map(([, , span = ""]) =>
    span.replaceAll("\n", " ").trim(),
  );
  return { spans, lines };
}

/** What is given to tellback in a line, as words; what is in quotes is one word. */
function commandLinesIn(line: string): string[][] {
  return line
    .replace(/"[^"]*"|'[^']*'/g, "QUOTED")
    .split(/ {2,}|&&|\||;|#|\)/)
    .flatMap((piece) => {
      const found = /^\s*(?:\$ )?(?:source <\()?(?:[A-Z_]+=\S+ )*(?:npx )?tellback(?: (.*))?$/.exec(piece);
      return found ? [(found[1] ?? "").split(" ").filter((word) => word !== "")] : [];
    });
}

function faultsOfCommand(words: readonly string[]): string[] {
  let command = program;
  let at = 0;
  for (; /^[a-z][a-z-]*$/.test(words[at] ?? ""); at++) {
    const word = words[at] ?? "";
    const below = command.commands.find((one) => one.name() === word);
    if (!below && command === program) {
      return besidesTheTree.has(word) ? [] : [`there is no command "tellback ${word}"`];
    }
    if (!below && takesNoWords(command)) return [`there is no command "${pathOf(command)} ${word}"`];
    if (!below) break;
    command = below;
  }
  return [...faultsOfOptions(command, words.slice(at)), ...faultsOfKey(command, words[at])];
}

function faultsOfOptions(command: Command, words: readonly string[]): string[] {
  const known = [...withAbove(command), ...defaultBelow(command)].flatMap(flagsOf);
  return words
    .filter((word) => /^--[a-z]|^-[a-z]$/i.test(word))
    .map((word) => word.replace(/[=,.].*$/, ""))
    .filter((flag) => !known.includes(flag) && flag !== "--help")
    .map((flag) => `${pathOf(command)} has no option ${flag}`);
}

function faultsOfKey(command: Command, key: string | undefined): string[] {
  if (!/^tellback config (?:un)?set$/.test(pathOf(command)) || key === undefined) return [];
  return /^[A-Z<]/.test(key) || settings.has(key) ? [] : [`there is no setting ${key}`];
}

/** An option that stands alone must belong to some command. */
function faultsOfOption(span: string): string[] {
  const flag = /^--[a-z][a-z-]*/.exec(span)?.[0];
  if (flag === undefined || allOptions.has(flag) || optionsOfOthers.has(flag)) return [];
  return [`no command has the option ${flag}`];
}

function faultsOfSettings(line: string): string[] {
  return [...line.matchAll(/(?<![\w/.-])([a-z]+)\.([a-z]\w*)(?![\w/.(-])/gi)]
    .filter(
      ([, group = "", name = ""]) => settingGroups.has(group) && !/^(?:ts|mjs|md|sh|json|db)$/.test(name),
    )
    .map(([key]) => key)
    .filter((key) => !settings.has(key) && !operations.has(key))
    .map((key) => `there is no setting ${key}`);
}

function faultsOfVariables(text: string): string[] {
  const named = new Set([...text.matchAll(/\bTELLBACK_[A-Z_]*[A-Z]/g)].map(([name]) => name));
  return [...named].filter((name) => !variables.has(name)).map((name) => `there is no variable ${name}`);
}

/** A path may begin at the root, at src/, or anywhere above the file. */
function faultsOfFile(span: string): string[] {
  if (!/^[\w.@-]+(?:\/[\w.@-]+)*(?:\.(?:ts|mjs|sh|md)|\/)$/.test(span) || filesOfOthers.test(span)) return [];
  // Made by set-up or by tests, so a fresh clone may lack it.
  const isMade = readFileSync(join(root, ".gitignore"), "utf8").split("\n").includes(span);
  const exists = isMade || [span, join("src", span)].some((path) => existsSync(join(root, path)));
  if (exists || files.some((file) => file.endsWith(`/${span.replace(/\/$/, "")}`))) return [];
  return [`there is no file ${span}`];
}

function faultsOfScripts(text: string): string[] {
  return [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
    .filter(([, name = ""]) => !Object.hasOwn(scripts, name))
    .map(([line]) => `there is no script "${line}"`);
}

function faultsOfLinks(text: string, path: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
    .filter(([, to = ""]) => !existsSync(join(root, dirname(path), to)))
    .map(([, to]) => `the link to ${to} leads nowhere`);
}

function withBelow(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withBelow)];
}

function withAbove(command: Command): Command[] {
  return command.parent ? [command, ...withAbove(command.parent)] : [command];
}

/** What runs when only the group is named. */
function defaultBelow(command: Command): Command[] {
  const name = (command as unknown as { _defaultCommandName: string | null })._defaultCommandName;
  return command.commands.filter((one) => one.name() === name);
}

function takesNoWords(command: Command): boolean {
  const takers = [command, ...defaultBelow(command)];
  return command.commands.length > 0 && takers.every((one) => one.registeredArguments.length === 0);
}

function flagsOf({ options }: Command): string[] {
  return options.flatMap(({ long, short }) => [long, short]).filter((flag) => typeof flag === "string");
}

function pathOf(command: Command): string {
  return withAbove(command)
    .map((one) => one.name())
    .reverse()
    .join(" ");
}
