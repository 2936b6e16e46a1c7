// The sources of an import: one row each. A row gives `tellback import NAME` with its options and help, the operation's
// check, and the work in the daemon. The work is loaded when it runs, because every command loads this table.

import { homedir } from "node:os";
import { join } from "node:path";
import type { Host } from "../../agents/host.ts";
import { hosts } from "../../agents/hosts.ts";
import { claudeConfigDir, hostFolder, mcpMemoryFile, storesOfOtherTools } from "../../config/environment.ts";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { ImportProgress, OnProgress } from "./progress.ts";

export interface ImportRequest {
  /** The folder or the file to read, absolute. */
  path: string;
  /** Only what changed since this ISO time. */
  since?: string | undefined;
  /** Only what belongs to the project of this folder. */
  project?: string | undefined;
  /** The project of this folder gets what the source knows no project of. */
  into?: string | undefined;
  /** The file is an export of the user's own. */
  own?: boolean | undefined;
  /** Count, but store nothing. */
  dryRun?: boolean | undefined;
}

export const importOptions = {
  since: ["--since <time>", "only what changed since: yesterday, monday, 24h, 7d or a date"],
  project: ["--project <folder>", "only what belongs to the project of this folder"],
  into: ["--into <folder>", "the project for what the store names no project of (default: valid everywhere)"],
  own: [
    "--own",
    "the file is an export of your own: also take its deletions, later versions and confirmations",
  ],
  dryRun: ["--dry-run", "count what would be imported, and store nothing"],
} as const satisfies Record<Exclude<keyof ImportRequest, "path">, readonly [string, string]>;

export const importOptionNames = Object.keys(importOptions) as (keyof typeof importOptions)[];

export interface ImportSource {
  summary: string;
  /** What the argument names. */
  reads: "folder" | "file" | "either";
  /** What comes in: transcripts hold observations only. */
  holds: "observation" | "item";
  /** Where it is if the user names nothing; null: the user must name it. */
  usual(): string | null;
  takes: readonly (keyof typeof importOptions)[];
  run(memory: Memory, request: ImportRequest, onProgress: OnProgress): Promise<ImportProgress>;
}

export const importSources: Readonly<Record<string, ImportSource>> = {
  "claude-code": {
    summary: "Import the transcripts of Claude Code",
    reads: "folder",
    holds: "observation",
    usual: () => join(claudeConfigDir(homedir()), "projects"),
    takes: ["since", "project", "dryRun"],
    run: async (...given) => (await import("./import.ts")).importClaudeCode(...given),
  },
  ...Object.fromEntries(hosts.flatMap(sourceOf)),
  tellback: {
    summary: "Import an export of tellback: JSON lines or SQLite",
    reads: "file",
    holds: "item",
    usual: () => null,
    takes: ["own", "dryRun"],
    run: async (...given) => (await import("./import-tellback.ts")).importTellback(...given),
  },
  "claude-mem": {
    summary: "Import sessions, observations and summaries of claude-mem",
    reads: "file",
    holds: "item",
    usual: () => storesOfOtherTools(homedir())["claude-mem"],
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("claude-mem", ...given),
  },
  "episodic-memory": {
    summary: "Import the conversations of episodic-memory",
    reads: "file",
    holds: "item",
    usual: () => storesOfOtherTools(homedir())["episodic-memory"],
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("episodic-memory", ...given),
  },
  engram: {
    summary: "Import sessions, prompts and saved observations of engram (the Go program)",
    reads: "file",
    holds: "item",
    usual: () => storesOfOtherTools(homedir()).engram,
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("engram", ...given),
  },
  ctx: {
    summary: "Import the graph of ctx: its store, or a file that `ctx export` wrote",
    reads: "file",
    holds: "item",
    usual: () => storesOfOtherTools(homedir()).ctx,
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("ctx", ...given),
  },
  "mcp-memory": {
    summary: "Import the graph of the MCP memory server (memory.jsonl)",
    reads: "file",
    holds: "item",
    usual: mcpMemoryFile,
    takes: ["into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("mcp-memory", ...given),
  },
  "basic-memory": {
    summary: "Import the notes of basic-memory",
    reads: "folder",
    holds: "item",
    usual: () => storesOfOtherTools(homedir())["basic-memory"],
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("basic-memory", ...given),
  },
  notes: {
    summary: "Import MEMORY.md, CLAUDE.md, AGENTS.md or other notes",
    reads: "either",
    holds: "item",
    usual: () => process.cwd(),
    takes: ["since", "into", "dryRun"],
    run: async (...given) => (await import("./tools/tools.ts")).importFromTool("notes", ...given),
  },
};

/** The history of a host that keeps one. */
function sourceOf({ name, history }: Host): [string, ImportSource][] {
  if (!history) return [];
  const source: ImportSource = {
    summary: `Import the ${history.what}`,
    reads: "folder",
    holds: "observation",
    usual: () => hostFolder(history.folder, homedir(), null),
    takes: ["since", "project", "dryRun"],
    run: async (...given) => (await import("./import-host.ts")).importHost(name, ...given),
  };
  return [[name, source]];
}

/** The source of `tellback import FOLDER`. */
export const usualSource = "claude-code";

export function importSource(name: string): ImportSource {
  const source = Object.hasOwn(importSources, name) ? importSources[name] : undefined;
  if (source) return source;
  throw new TellbackError("invalid_input", `unknown source of an import: "${name}"`, {
    hint: `Known are ${Object.keys(importSources).join(", ")}.`,
  });
}
