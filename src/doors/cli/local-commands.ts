// The commands that are not one operation of the table: several operations, a dialogue, or work outside of the daemon.
// Each is imported when it runs. For program.ts.

import type { OperationName } from "../../areas/contracts.ts";
import { say, sayJson } from "../../areas/text/output.ts";
import { importOptions, importSource, importSources, usualSource } from "../../journeys/import/sources.ts";
import { version } from "../../platform/version.ts";
import { forms } from "./forms.ts";
import { runOperation } from "./run-operation.ts";

export const withoutAsking = ["--yes", "do not ask for confirmation"] as const;

export interface LocalCommand {
  path: string;
  summary: string;
  args?: string;
  options?: readonly (readonly [flags: string, description: string])[];
  /** The operation whose inputs are its options too, and the inputs that it does not offer. */
  inputsOf?: OperationName;
  without?: readonly string[];
  hasMarkdown?: true;
  run(args: string[], options: Record<string, unknown>): Promise<void>;
}

export const localCommands: readonly LocalCommand[] = [
  {
    path: "scratchpad",
    args: "<task>",
    summary: forms.scratchpad.summary,
    options: [["--edit", "open the notes in $EDITOR"]],
    inputsOf: "scratchpad",
    run: async (args, options) =>
      (await import("./commands/task.ts")).scratchpad(args, options, runOperation),
  },
  {
    path: "plan",
    args: "<task>",
    summary: forms.plan.summary,
    options: [["--edit", "write the plan in $EDITOR, beginning with the scratchpad"]],
    inputsOf: "plan",
    run: async (args, options) => (await import("./commands/task.ts")).plan(args, options, runOperation),
  },
  {
    path: "append",
    args: "<task> [text...]",
    summary: forms.append.summary,
    options: [
      ["--content <text>", "the entry, instead of words after the task (- reads stdin)"],
      ["--edit", "write the entry in $EDITOR"],
    ],
    inputsOf: "append",
    run: async (args, options) => (await import("./commands/task.ts")).append(args, options, runOperation),
  },
  {
    path: "status",
    args: "[task]",
    summary: "Show what is stored and any problems, or where a task stands",
    inputsOf: "task.status",
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
    ],
    inputsOf: "export",
    without: ["format"],
    hasMarkdown: true,
    run: async (args, options) =>
      (await import("./commands/export.ts")).exportTo(args, options, runOperation),
  },
  {
    path: "version",
    summary: "Show the version",
    run: async (_, options) => (options.json ? sayJson({ version }) : say(`tellback ${version}`)),
  },
  {
    path: "start",
    summary: "Run tellback in the foreground: import transcripts and show what is stored",
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
    options: importSource(usualSource).takes.map((option) => importOptions[option]),
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
    ],
    inputsOf: "sync",
    without: ["projects"],
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
      ["--no-update", "show what is mapped, without looking at the files"],
      ["--calls", "print the call graph of the folder as JSON, from its files alone"],
    ],
    inputsOf: "map.show",
    without: ["folder"],
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
      ["--md <file>", "write it to a markdown file"],
      ["--force", "replace an existing file"],
      ["--mermaid [file]", "draw the calls between symbols, of the project or of one file"],
      ["--dot [file]", "the same for Graphviz"],
    ],
    inputsOf: "report",
    without: ["folder"],
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
    args: "[name]",
    summary: forms["fn.save"].summary,
    options: [
      ["--file <file>", "read the code from this file (default: stdin)"],
      ["--tests-file <file>", "read the tests from this file"],
    ],
    inputsOf: "fn.save",
    without: ["author", "folder"],
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
    summary: "Add tellback to a host agent: hooks, MCP server, skills, a note to the agent",
    options: [
      ["--scope <scope>", "user (default), or project: only in this folder"],
      ["--host <host>", "claude-code (default), codex, gemini, cursor or opencode"],
      ["--dry-run", "show the exact changes without making them"],
      [
        "--force",
        "also edit read-only files, replace entries that others wrote, and install next to the plugin",
      ],
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
    summary: "Check that tellback works from capture to search, and say how to fix problems",
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
    summary: "Trust this project's .tellback/config.json as it is now",
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
