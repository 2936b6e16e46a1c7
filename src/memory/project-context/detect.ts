// What the files of a project say about it: languages, frameworks, package manager, commands, structure, entry points.
// One reader for each ecosystem; a project may have several. Pure: the caller reads the files.

import type { CommandPurpose, ProjectContext } from "../../protocol/tasks.ts";
import { type Ecosystem, type Tree, withoutEmpty } from "./ecosystem.ts";
import { readDotnet, readElixir, readJvm, readNative, readPhp, readRuby } from "./ecosystems.ts";
import { readGo, readNode, readPython, readRust } from "./main-ecosystems.ts";

export type Detected = Pick<
  ProjectContext,
  "languages" | "frameworks" | "packageManager" | "commands" | "structure" | "entryPoints"
>;

const readers: readonly ((tree: Tree) => Ecosystem | null)[] = [
  ...[readNode, readPython, readGo, readRust, readJvm, readRuby, readPhp, readDotnet, readElixir, readNative],
];

const maxFolders = 20;
const hidden = /^(?:\.|node_modules\/|vendor\/|target\/|dist\/|build\/|_build\/|deps\/|venv\/|__pycache__\/)/;

export function detect(tree: Tree): Detected {
  const found = readers.flatMap((reader) => reader(tree) ?? []);
  const commands = { test: null, lint: null, build: null, run: null } as Detected["commands"];
  for (const { commands: own = {} } of [...found, { commands: makeCommands(tree) }])
    for (const [purpose, command] of Object.entries(own)) commands[purpose as CommandPurpose] ??= command;
  const folders = tree.names.filter((name) => name.endsWith("/") && !hidden.test(name)).slice(0, maxFolders);
  return {
    languages: unique(found.map(({ language }) => language)),
    frameworks: unique(found.flatMap(({ frameworks = [] }) => frameworks)),
    packageManager: found.find(({ packageManager }) => packageManager)?.packageManager ?? null,
    commands,
    structure: unique([...folders, ...found.flatMap(({ packages = [] }) => packages)]),
    entryPoints: unique(found.flatMap(({ entryPoints = [] }) => entryPoints)),
  };
}

/** A Makefile or justfile often has the commands of any language. */
function makeCommands({ files }: Tree): Ecosystem["commands"] {
  for (const [name, program] of [
    ["Makefile", "make"],
    ["makefile", "make"],
    ["GNUmakefile", "make"],
    ["justfile", "just"],
    ["Justfile", "just"],
  ] as const) {
    const text = files.get(name);
    if (text === undefined) continue;
    const targets = new Set(
      [...text.matchAll(/^([\w-]+)(?:[ \t][\w="' \t-]*)?:(?!=)/gm)].map(([, target]) => target),
    );
    const pick = (...wanted: string[]) => {
      const target = wanted.find((one) => targets.has(one));
      return target === undefined ? undefined : { run: `${program} ${target}`, source: name };
    };
    return withoutEmpty({
      test: pick("test", "check", "tests"),
      lint: pick("lint"),
      build: pick("build", "all"),
      run: pick("run", "start", "dev", "serve"),
    });
  }
  return {};
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
