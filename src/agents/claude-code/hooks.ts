// Claude Code's hooks. Its form and its events are also those of the plugin (plugin/hooks/hooks.json).

import type { ToolName } from "../../protocol/tools.ts";
import type { HooksOf } from "../hook-table.ts";
import type { Payload } from "./claude-code.ts";

const openFiles: readonly ToolName[] = ["Read", "Edit", "Write", "MultiEdit", "NotebookEdit"];

const runCommands: readonly ToolName[] = ["Bash", "PowerShell"];

/** What is answered at Stop is for the user only: context there would force another model turn. */
export const hooks = {
  SessionStart: { does: "answer", waitMs: 2_000, startMs: 4_000, timeoutSeconds: 10 },
  UserPromptSubmit: { does: "answer", waitMs: 250, startMs: 1_000, timeoutSeconds: 5 },
  PreToolUse: { does: "ask", waitMs: 200, startMs: 500, timeoutSeconds: 5, tools: ["Agent", "Task"] },
  // One process for each tool use: the hook that captures an opened file also brings what is known about it.
  PostToolUse: [
    { does: "ask", waitMs: 200, startMs: 500, timeoutSeconds: 10, tools: openFiles },
    // Tests before a pipe fail without failing the command. The client delivers the answer with its next request.
    { does: "ask", waitMs: 200, startMs: 500, timeoutSeconds: 10, isAsync: true, tools: runCommands },
    { does: "capture", timeoutSeconds: 10, isAsync: true, exceptTools: [...openFiles, ...runCommands] },
  ],
  PostToolUseFailure: [
    { does: "ask", waitMs: 500, startMs: 1_000, timeoutSeconds: 10, tools: runCommands },
    { does: "capture", timeoutSeconds: 10, isAsync: true, exceptTools: runCommands },
  ],
  Stop: { does: "wake", waitMs: 200, startMs: 500, timeoutSeconds: 10 },
  SubagentStart: { does: "ask", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 5 },
  SubagentStop: { does: "capture", timeoutSeconds: 10 },
  PreCompact: { does: "answer", waitMs: 1_000, startMs: 2_000, timeoutSeconds: 10 },
  PostCompact: { does: "capture", timeoutSeconds: 10 },
  SessionEnd: { does: "wake", timeoutSeconds: 10 },
} as const satisfies HooksOf<Payload["hook_event_name"]>;
