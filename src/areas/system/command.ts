// The commands about tellback itself: its state, its store and its daemon.

import { version } from "../../platform/version.ts";
import { type AreaCommands, withoutAsking } from "../command.ts";
import { say, sayJson } from "../text/output.ts";

export const commands: AreaCommands = {
  status: {
    args: "[task]",
    summary: "Show what is stored and any problems, or where a task stands",
    inputsOf: "task.status",
    run: async ([task], options, runOperation) =>
      task === undefined
        ? runOperation("status", { folder: options.folder }, options)
        : runOperation("task.status", { ...options, task }, options),
  },
  version: {
    summary: "Show the version",
    run: async (_, options) => (options.json ? sayJson({ version }) : say(`tellback ${version}`)),
  },
  reindex: {
    summary: { of: "reindex.start" },
    run: async (_, options) => (await import("./reindex.ts")).reindex(options),
  },
  report: {
    summary: { of: "report" },
    options: [
      ["--md <file>", "write it to a markdown file"],
      ["--force", "replace an existing file"],
      ["--mermaid [file]", "draw the calls between symbols, of the project or of one file"],
      ["--dot [file]", "the same for Graphviz"],
    ],
    inputsOf: "report",
    without: ["folder"],
    hasMarkdown: true,
    run: async (_, options) => (await import("./report.ts")).report(options),
  },
  restore: {
    args: "[file]",
    summary: "Replace the store by a backup (the newest one, or FILE)",
    run: async ([file], options) => (await import("./restore.ts")).restore(file, options),
  },
  jobs: { summary: { of: "jobs" } },
  daemon: { summary: "Start, stop and watch the background process" },
  "daemon start": {
    summary: "Start the daemon if it is not running",
    run: async (_, options) => (await import("./daemon.ts")).start(options),
  },
  "daemon stop": {
    summary: { of: "daemon.stop" },
    run: async (_, options) => (await import("./daemon.ts")).stop(options),
  },
  "daemon status": {
    summary: { of: "daemon.state" },
    run: async (_, options) => (await import("./daemon.ts")).status(options),
  },
  "daemon logs": {
    summary: "Show the newest lines of the daemon's log",
    options: [["-n, --lines <n>", "how many (default: 50)"]],
    run: async (_, options) => (await import("./daemon.ts")).logs(options),
  },
  migrate: { summary: "Migrate the store's tables up or down" },
  "migrate status": {
    summary: "Show which migrations are applied",
    run: async (_, options) => (await import("./migrate.ts")).status(options),
  },
  "migrate up": {
    summary: "Apply missing migrations",
    run: async (_, options) => (await import("./migrate.ts")).up(options),
  },
  "migrate down": {
    summary: "Undo the newest migration (deletes its data)",
    options: [withoutAsking],
    run: async (_, options) => (await import("./migrate.ts")).down(options),
  },
};
