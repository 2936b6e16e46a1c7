// Describes an event in three lengths, by rules alone: the offline compressor. For the episodic room.
// Deterministic, without model or clock; any shape of a tool's input or output gives a result.

import { cut, oneLine } from "../language/index.ts";
import type { Draft, Family } from "./draft.ts";
import type { Lengths, Message, ToolUse } from "./event.ts";
import type { PathBase } from "./text/paths.ts";
import { CAPS, storable, unique } from "./text/text.ts";
import { shortenAgent } from "./tools/agent.ts";
import { shortenPlan, shortenQuestion } from "./tools/ask.ts";
import { shortenBash } from "./tools/bash.ts";
import { shortenFind } from "./tools/find.ts";
import { shortenMcp } from "./tools/mcp.ts";
import { shortenOther } from "./tools/other.ts";
import { shortenRead } from "./tools/read.ts";
import { shortenPrompt, shortenReply } from "./tools/talk.ts";
import { shortenTask, shortenTodos } from "./tools/task.ts";
import { shortenFetch, shortenWebSearch } from "./tools/web.ts";
import { shortenWrite } from "./tools/write.ts";

export type Shortenable = ToolUse | Message;
export type ShortForm = Lengths & { files: string[]; symbols: string[] };

/** By the names that Claude Code gives its tools. */
const families = {
  Write: shortenWrite,
  Edit: shortenWrite,
  MultiEdit: shortenWrite,
  NotebookEdit: shortenWrite,
  Read: shortenRead,
  NotebookRead: shortenRead,
  Bash: shortenBash,
  PowerShell: shortenBash,
  BashOutput: shortenBash,
  Grep: shortenFind,
  Glob: shortenFind,
  LS: shortenFind,
  ToolSearch: shortenOther,
  WebFetch: shortenFetch,
  WebSearch: shortenWebSearch,
  Task: shortenAgent,
  Agent: shortenAgent,
  TodoWrite: shortenTodos,
  TaskCreate: shortenTask,
  TaskUpdate: shortenTask,
  AskUserQuestion: shortenQuestion,
  ExitPlanMode: shortenPlan,
} satisfies Record<string, Family>;

export type ToolName = keyof typeof families;

const maxFiles = 20;
const maxSymbols = 20;

export function shorten(event: Shortenable, projectDir: string): ShortForm {
  return fitted(drafted(event, { projectDir, cwd: event.cwd || projectDir }));
}

function drafted(event: Shortenable, at: PathBase): Draft {
  switch (event.type) {
    case "prompt":
      return shortenPrompt(event);
    case "reply":
      return shortenReply(event);
    case "tool": {
      return familyOf(event.tool)(event, at);
    }
  }
}

function familyOf(tool: string): Family {
  if (Object.hasOwn(families, tool)) return families[tool as ToolName];
  return tool.startsWith("mcp__") ? shortenMcp : shortenOther;
}

function fitted(draft: Draft): ShortForm {
  return {
    title: oneLine(storable(draft.title), CAPS.title),
    summary: oneLine(storable(draft.summary), CAPS.summary),
    detail: cut(storable(draft.detail).trim(), CAPS.detail),
    files: named(draft.files, maxFiles),
    symbols: named(draft.symbols, maxSymbols),
  };
}

function named(items: readonly string[], max: number): string[] {
  const clean = items.map((item) => storable(item).replace(/\s+/g, " ").trim());
  return unique(clean.filter((item) => item !== "" && item.length <= 500)).slice(0, max);
}
