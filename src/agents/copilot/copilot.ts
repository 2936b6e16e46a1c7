// The Copilot CLI adapter. Its payloads do not name the event, which the installed hook says, and a sub-agent's events
// have the agent's id as their session. The reply is in the session's own file only. Pure.

import { adapterFor, type ReportedUse, renamed, type ToolNames, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

const events: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  userPromptSubmitted: "UserPromptSubmit",
  postToolUse: "PostToolUse",
  postToolUseFailure: "PostToolUseFailure",
  agentStop: "Stop",
  subagentStart: "SubagentStart",
  subagentStop: "SubagentStop",
  sessionEnd: "SessionEnd",
};

const sources: Readonly<Record<string, string>> = { new: "startup", startup: "startup", resume: "resume" };

export const adapter = adapterFor({ host: "copilot", hooks, plain, useOf, answer: answerOf });

function plain(got: Record<string, unknown>, eventName: string): Record<string, unknown> | null {
  const name = Object.hasOwn(events, eventName) ? events[eventName] : undefined;
  const isAgents = typeof got.parentAgentId === "string" && typeof got.agentId === "string";
  const session_id = isAgents ? got.parentAgentId : got.sessionId;
  // A payload of an unknown event still needs to be one; what an agent's stop says comes with subagentStop.
  if (eventName !== "" && name === undefined) return null;
  if (name === "Stop" && isAgents) return null;
  const { error } = got;
  return {
    ...{ session_id, cwd: got.cwd, hook_event_name: name, prompt: got.prompt },
    ...(typeof got.timestamp === "number" && { timestamp: new Date(got.timestamp).toISOString() }),
    ...(isAgents && { agent_id: got.agentId, agent_type: got.agentType }),
    ...{ source: sources[String(got.source)], reason: got.reason },
    ...{ tool_name: got.toolName, tool_input: got.toolArgs, tool_response: got.toolResult },
    error: typeof error === "object" && error !== null && "message" in error ? error.message : error,
    ...(name === "Stop" && { transcript_path: got.transcriptPath }),
    ...(name === "SubagentStop" && { last_assistant_message: got.response }),
  };
}

const tools: ToolNames = {
  bash: { tool: "Bash" },
  powershell: { tool: "PowerShell" },
  create: { tool: "Write", renamed: { path: "file_path", file_text: "content" } },
  edit: { tool: "Edit", renamed: { path: "file_path", old_str: "old_string", new_str: "new_string" } },
  view: { tool: "Read", renamed: { path: "file_path" } },
  grep: { tool: "Grep" },
  glob: { tool: "Glob" },
  task: { tool: "Agent", renamed: { agent_type: "subagent_type" } },
  web_fetch: { tool: "WebFetch" },
  update_todo: { tool: "TodoWrite" },
  ask_user: { tool: "AskUserQuestion" },
};

export function useOf({ tool: name, input: given, output, failed }: ReportedUse): UsualUse {
  const { tool, input } = renamed(tools, name, given);
  const { textResultForLlm, resultType } = (output ?? {}) as Record<string, unknown>;
  const text = typeof textResultForLlm === "string" ? textResultForLlm : output;
  const hasFailed = failed || (typeof resultType === "string" && /fail|error|denied/.test(resultType));
  if (tool === "Bash" && typeof text === "string") return { tool, input, ...outcomeOf(text, hasFailed) };
  return { tool, input, output: text, status: hasFailed ? "failed" : "ok" };
}

/** A command's report ends with a line about how it ended. */
function outcomeOf(report: string, failed: boolean): Pick<UsualUse, "output" | "status"> {
  const end = /\n?<shellId: \S+ completed with exit code (\d+)>\s*$/.exec(report);
  const stdout = end ? report.slice(0, end.index) : report;
  if (!failed && (end === null || end[1] === "0")) return { output: { stdout }, status: "ok" };
  return { output: `Exit code ${end?.[1] ?? "unknown"}\n${stdout}`, status: "failed" };
}

function answerOf(_: string, context: string): string {
  return context === "" ? "" : JSON.stringify({ additionalContext: context });
}
