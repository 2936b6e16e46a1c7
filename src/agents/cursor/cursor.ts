// The Cursor adapter, by its documentation. It can run Claude Code's hooks too: those leave Cursor's payloads to this one.
// Pure.

import { adapterFor, type ReportedUse, renamed, type ToolNames, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

const events: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  beforeSubmitPrompt: "UserPromptSubmit",
  postToolUse: "PostToolUse",
  postToolUseFailure: "PostToolUseFailure",
  afterAgentResponse: "Stop",
  subagentStop: "SubagentStop",
  preCompact: "PreCompact",
  sessionEnd: "SessionEnd",
};

export const adapter = adapterFor({
  host: "cursor",
  hooks,
  plain,
  useOf,
  answer: (_, context) => (context === "" ? "" : JSON.stringify({ additional_context: context })),
});

function plain(got: Record<string, unknown>): Record<string, unknown> {
  const name = typeof got.hook_event_name === "string" ? got.hook_event_name : "";
  const [root] = Array.isArray(got.workspace_roots) ? got.workspace_roots : [];
  return {
    ...got,
    // A name that Cursor does not have is no event of it.
    hook_event_name: Object.hasOwn(events, name) ? events[name] : name && `cursor ${name}`,
    session_id: got.conversation_id ?? got.session_id,
    prompt_id: got.generation_id,
    cwd: root ?? got.cwd,
    tool_response: got.tool_output,
    error: got.error_message,
    duration_ms: got.duration,
    last_assistant_message: got.text ?? got.summary,
    ...(name === "subagentStop" && {
      agent_id: got.subagent_id ?? "subagent",
      agent_type: got.subagent_type,
    }),
    transcript_path: undefined,
  };
}

const path = { path: "file_path" };
const tools: ToolNames = {
  Shell: { tool: "Bash" },
  Read: { tool: "Read", renamed: path },
  Write: { tool: "Write", renamed: { ...path, contents: "content" } },
  Delete: { tool: "Delete" },
  Task: { tool: "Agent" },
};

function useOf({ tool: name, input: given, output, failed }: ReportedUse): UsualUse {
  const { tool, input } = renamed(tools, name, given);
  const answer = typeof output === "string" ? parsed(output) : output;
  if (failed) return { tool, input, output: answer, status: "failed" };
  if (tool !== "Bash") return { tool, input, output: answer, status: "ok" };
  const { exitCode, stdout, output: text } = (answer ?? {}) as Record<string, unknown>;
  const said = String(stdout ?? text ?? (typeof answer === "string" ? answer : ""));
  if (typeof exitCode === "number" && exitCode !== 0)
    return { tool, input, output: `Exit code ${exitCode}\n${said}`, status: "failed" };
  return { tool, input, output: { stdout: said }, status: "ok" };
}

/** A tool's answer is JSON in a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
