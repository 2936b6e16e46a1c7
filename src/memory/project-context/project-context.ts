// project: what a new colleague asks first. The manifests of a work tree are read and the result is kept until one of
// them changes; commands that were seen to work beat what the manifests suggest; the user's own facts are added.

import { join } from "node:path";
import { frame, inert, quoteBlock } from "../../context/quote.ts";
import { countTokens } from "../../context/tokens.ts";
import { listForeignSync, readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Inert } from "../../protocol/inert.ts";
import type { CommandPurpose, ProjectContext } from "../../protocol/tasks.ts";
import { recentObservations } from "../../rooms/observations/room.ts";
import { identify, keepContext, keptContext, openProjectAt, treeOf } from "../../rooms/projects/room.ts";
import { hashOf } from "../../rooms/tasks/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import type { Memory } from "../memory.ts";
import { readWorkTree } from "../work-tree.ts";
import { type Detected, detect } from "./detect.ts";
import type { Tree } from "./ecosystem.ts";

const manifests = [
  ...["package.json", "pnpm-workspace.yaml", "pyproject.toml", "requirements.txt", "setup.py", "setup.cfg"],
  ...["Pipfile", "go.mod", "go.work", "Cargo.toml", "src/main.rs", "src/lib.rs", "pom.xml", "build.gradle"],
  ...["build.gradle.kts", "settings.gradle", "settings.gradle.kts", "Gemfile", "composer.json", "mix.exs"],
  ...["CMakeLists.txt", "meson.build", "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile"],
];
const byEnding = /\.(?:gemspec|sln|slnx|csproj|fsproj|vbproj)$/;
const maxManifestBytes = 512 * 1024;
const maxNames = 500;

function readTree(root: string): Tree {
  const names = namesIn(root);
  const below = names
    .filter((name) => name.endsWith("/") && !name.startsWith(".") && name !== "node_modules/")
    .slice(0, 30)
    .flatMap((folder) => namesIn(join(root, folder)).map((name) => folder + name));
  const inside = below.filter((name) => byEnding.test(name));
  const files = new Map<string, string>();
  for (const name of [...manifests, ...names.filter((one) => byEnding.test(one)), ...inside]) {
    const read = readForeignSync(join(root, name), { within: root, maxBytes: maxManifestBytes });
    if (read.status === "read") files.set(name, read.bytes.toString("utf8"));
  }
  const count = (ending: RegExp) => [...names, ...below].filter((name) => ending.test(name)).length;
  const isTypeScript = count(/(?<!\.d)\.[cm]?tsx?$/) > count(/\.[cm]?jsx?$/);
  return { names, files, isTypeScript };
}

function namesIn(folder: string): string[] {
  return listForeignSync(folder)
    .slice(0, maxNames)
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
}

export interface KnownContext {
  context: ProjectContext;
  isCached: boolean;
}

export async function projectContextOf(
  memory: Memory,
  asked: { folder?: string | undefined; refresh?: boolean },
  /** Git runs processes: not while a hook waits. */
  reads: { git: boolean } = { git: true },
): Promise<KnownContext> {
  const { folder } = asked;
  if (!folder)
    throw new TellbackError("invalid_input", "no project given", { hint: "Give the project's folder." });
  const at = new Date().toISOString();
  const projectId = await openProjectAt(memory.db, folder, at);
  const tree = treeOf(folder);
  const found = readTree(tree);
  const hash = hashOf(JSON.stringify([found.names, [...found.files], found.isTypeScript]));
  const kept = await keptContext(memory.db, projectId, tree);
  const isCached = kept?.hash === hash && !asked.refresh;
  const clean = cleanerFor(tree);
  const detected = isCached
    ? (JSON.parse(kept.detected) as Detected)
    : (clean.deep(detect(found)) as Detected);
  const detectedAt = isCached ? kept.at : at;
  if (!isCached)
    await keepContext(memory.db, projectId, tree, { hash, detected: JSON.stringify(detected), at });
  const { branch, changed } = reads.git ? await readWorkTree(tree) : { branch: null, changed: [] };
  return {
    isCached,
    context: {
      project: identify(folder).name,
      root: tree,
      ...detected,
      commands: { ...detected.commands, ...(await commandsThatWorked(memory, projectId)) },
      git: { branch, changed: changed.length },
      notes: memory.settingsFor(folder)["project.context"],
      hash,
      detectedAt,
    },
  };
}

const observationsRead = 400;
const purposes: readonly (readonly [CommandPurpose, RegExp])[] = [
  [
    "lint",
    /\b(?:lint|eslint|biome|ruff|flake8|clippy|vet|rubocop|phpstan|credo|golangci-lint|ktlintCheck|detekt)\b/,
  ],
  ["test", /\b(?:tests?|pytest|vitest|jest|mocha|rspec|phpunit|pest|ctest|tox|unittest)\b/],
  ["build", /\b(?:build|compile|package|assemble|cmake --build)\b/],
];
/** A whole run of the project's own tool; not a look at files, a part of the tests, or a chain of other things. */
const tools =
  "npx pnpm npm yarn bun deno uv poetry pdm pipenv bundle make just cargo go mvn gradle dotnet mix composer tox pytest " +
  "python python3 ctest cmake meson golangci-lint ruff flake8";
const wholeRun = new RegExp(
  `^(?:[A-Z_]+=\\S+ )*(?:${tools.replaceAll(" ", "|")}|\\./mvnw|\\./gradlew|vendor/bin/\\S+|bin/\\S+)\\b[^|;&<>\\n]*$`,
);
const maxCommandLength = 80;

/** The command of each purpose that worked most often lately. */
async function commandsThatWorked(
  { db }: Memory,
  projectId: string,
): Promise<Partial<ProjectContext["commands"]>> {
  const recent = await recentObservations(db, { projectId, exceptSession: "", limit: observationsRead });
  const counted = new Map<string, { purpose: CommandPurpose; worked: number; source: string }>();
  for (const { tool, status, detail, id } of recent) {
    if (tool !== "Bash" || status !== "ok") continue;
    const command = /^\$ (.+)$/m.exec(detail)?.[1]?.trim() ?? "";
    if (command.length > maxCommandLength || !wholeRun.test(command)) continue;
    // A path or a filter after the command runs a part only.
    if (/(?:^|\s)(?:-[tk]|--grep|--filter|--run)\b|\S+\/\S+\.\w+|::/.test(command.replace(/^\S+/, "")))
      continue;
    const purpose = purposes.find(([, pattern]) => pattern.test(command))?.[0];
    if (purpose === undefined) continue;
    const known = counted.get(command);
    counted.set(command, {
      purpose,
      worked: (known?.worked ?? 0) + 1,
      source: known?.source ?? `worked in ${id}`,
    });
  }
  const best: Partial<ProjectContext["commands"]> = {};
  const byUse = [...counted].toSorted(([, a], [, b]) => b.worked - a.worked);
  for (const [run, { purpose, source }] of byUse) best[purpose] ??= { run, source };
  return best;
}

/** One or two lines for the start of a session; none if nothing is known. */
export function inShort({ languages, frameworks, packageManager, commands }: ProjectContext): string[] {
  const made = [...languages, ...frameworks].join(", ");
  const run = (["test", "lint", "build"] as const).flatMap((purpose) =>
    commands[purpose] ? [`${purpose}: ${commands[purpose].run}`] : [],
  );
  return [
    ...(made === "" ? [] : [`${made}${packageManager ? ` (${packageManager})` : ""}`]),
    ...(run.length === 0 ? [] : [run.join(" · ")]),
  ];
}

const maxCharacters = 1_500;

/** Everything, one fact a line. */
export function asLines(context: ProjectContext): Inert[] {
  const { commands, structure, entryPoints, git, notes, languages, frameworks, packageManager } = context;
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`${name}: ${values.join(", ")}`];
  const lines = [
    `project: ${context.project}`,
    ...list("languages", languages),
    ...list("frameworks", frameworks),
    ...(packageManager ? [`package manager: ${packageManager}`] : []),
    ...Object.entries(commands).flatMap(([purpose, command]) =>
      command ? [`${purpose}: ${command.run} (${command.source})`] : [],
    ),
    ...list("structure", structure),
    ...list("entry points", entryPoints),
    ...(git.branch ? [`git: branch ${git.branch}, ${git.changed} changed files`] : []),
    ...Object.entries(notes).map(([name, text]) => `${name}: ${text}`),
  ];
  return lines.map((line) => inert(line, maxCharacters));
}

export function asBlock(context: ProjectContext): { text: string; tokens: number } {
  const text = quoteBlock(frame`About this project.`, [
    { heading: frame`Project:`, lines: asLines(context) },
  ]);
  return { text, tokens: countTokens(text) };
}
