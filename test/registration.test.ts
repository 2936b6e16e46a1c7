// What a newcomer forgets has a name here: each test lists what is defined and not registered everywhere.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areaNames } from "../scripts/areas.ts";
import { tools } from "../src/areas/agent-tools.ts";
import { operationNames, operationTable } from "../src/areas/contracts.ts";
import { commands } from "../src/areas/tables/command.ts";
import { configKeys } from "../src/config/schema.ts";
import { helpGroups } from "../src/doors/cli/help.ts";
import { createProgram } from "../src/doors/cli/program.ts";

const root = join(import.meta.dirname, "..");
const program = createProgram(undefined, { isTerminal: false });

test("every command has a group in the help, and every group names commands that exist", () => {
  const grouped = Object.values(helpGroups).flat();
  expect(grouped.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted());
});

test("an operation without a command of its own names the command that runs it", () => {
  const lost = operationNames.filter((name) => {
    const { cli } = operationTable[name];
    return cli !== undefined && "within" in cli && !commandAt(cli.within);
  });
  expect(lost).toEqual([]);
});

test("no two areas define the same operation, and no two operations the same tool", async () => {
  const all = await keysOf("contract", "operations");
  expect(all.toSorted()).toEqual([...new Set(all)].sort());
  expect(all.toSorted()).toEqual([...operationNames].sort());
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

test("no two areas declare the same command", async () => {
  const all = await keysOf("command", "commands");
  expect(all.toSorted()).toEqual([...new Set(all)].sort());
  expect(all.toSorted()).toEqual(Object.keys(commands).sort());
});

/** What the areas export in a file of this name, by key. */
async function keysOf(file: string, name: string): Promise<string[]> {
  const areas = areaNames().filter((area) => existsSync(join(root, "src/areas", area, `${file}.ts`)));
  const loaded = await Promise.all(areas.map((area) => import(join(root, "src/areas", area, `${file}.ts`))));
  return loaded.flatMap((area) => Object.keys(area[name]));
}

test("every setting is read somewhere", () => {
  const sources = globSync("src/**/*.ts", { cwd: root }).filter(
    (path) => !/\.test\.ts$|config[\\/]schema\.ts$/.test(path),
  );
  const text = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  expect(configKeys.filter((key) => !text.includes(`"${key}"`))).toEqual([]);
});

function commandAt(path: string): boolean {
  let below = program.commands;
  for (const word of path.split(" ")) {
    const found = below.find((command) => command.name() === word);
    if (!found) return false;
    below = found.commands;
  }
  return true;
}

test("a command in a text stands in backquotes, where it is written as the user's shell finds it", () => {
  const names = program.commands.map((command) => command.name()).join("|");
  const bare = new RegExp(`(?<=: |\\b[Rr]un |\\bor )tellback (?:${names})\\b(?! would)`);
  const isComment = (line: string) => /^\s*(?:\/\/|\*|\/\*)/.test(line);
  const found = globSync("src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => !isComment(line) && bare.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
