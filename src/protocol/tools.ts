// The tools of host agents and what each of them does. The names are Claude Code's; the adapters of other hosts
// translate theirs. A tool that is not listed, such as one of an MCP server, may do anything.

import type { ToolName } from "../../libs/shorten/index.ts";

const deeds = {
  Edit: "edits",
  Write: "edits",
  MultiEdit: "edits",
  NotebookEdit: "edits",
  Read: "reads",
  NotebookRead: "reads",
  Grep: "looks",
  Glob: "looks",
  LS: "looks",
  ToolSearch: "looks",
  WebFetch: "fetches",
  WebSearch: "fetches",
  Bash: "runs",
  PowerShell: "runs",
  BashOutput: "runs",
  Agent: "delegates",
  Task: "delegates",
  TodoWrite: "plans",
  TaskCreate: "plans",
  TaskUpdate: "plans",
  AskUserQuestion: "asks",
  ExitPlanMode: "asks",
} as const satisfies Record<ToolName, string>;

export type { ToolName };
export type Deed = (typeof deeds)[ToolName];

/** What a tool does; null for a tool that is not known. */
export function deedOf(tool: string | null): Deed | null {
  return tool !== null && isKnownTool(tool) ? deeds[tool] : null;
}

function isKnownTool(tool: string): tool is ToolName {
  return Object.hasOwn(deeds, tool);
}

/** Tools that change no file of the project. */
export function leavesFilesAlone(tool: string): boolean {
  const deed = deedOf(tool);
  return deed === "reads" || deed === "looks" || deed === "fetches" || deed === "plans";
}
