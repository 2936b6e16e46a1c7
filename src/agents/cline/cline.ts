// The Cline CLI adapter. An installed executable has the event's name, which the payload has not. A prompt is in the
// session's own file only, when the client runs without a terminal. Pure.

import { homedir } from "node:os";
import { join } from "node:path";
import { adapterFor, type ReportedUse, renamed, type ToolNames, type UsualUse } from "../like-claude.ts";
import { hooks } from "./hooks.ts";

const events: Readonly<Record<string, string>> = {
  TaskStart: "SessionStart",
  PostToolUse: "PostToolUse",
  TaskComplete: "Stop",
};

export const adapter = adapterFor({
  host: "cline",
  hooks,
  plain,
  useOf,
  answer: (_, context) =>
    context === "" ? "" : JSON.stringify({ cancel: false, contextModification: context }),
});

function plain(got: Record<string, unknown>, eventName: string): Record<string, unknown> | null {
  const { rootSessionId } = (got.sessionContext ?? {}) as Record<string, unknown>;
  const session_id = rootSessionId ?? got.taskId;
  const [cwd] = Array.isArray(got.workspaceRoots) ? got.workspaceRoots : [];
  const isAgents = typeof got.parent_agent_id === "string";
  // What is known of the project is asked for at the first tool of a turn: the host takes no context before.
  const isFirst = eventName === "PreToolUse" && got.iteration === 1 && !isAgents;
  const name = isFirst ? "SessionStart" : Object.hasOwn(events, eventName) ? events[eventName] : undefined;
  if (eventName !== "" && name === undefined) return null;
  if (isAgents && name === "SessionStart") return null;
  const used = (got.tool_result ?? {}) as Record<string, unknown>;
  const { outputText } = (got.turn ?? {}) as Record<string, unknown>;
  const isStop = name === "Stop";
  return {
    ...{ session_id, cwd, timestamp: got.timestamp },
    hook_event_name: isStop && isAgents ? "SubagentStop" : name,
    ...(isAgents && { agent_id: got.agent_id, agent_type: "agent" }),
    ...{ tool_name: used.name, tool_use_id: used.id, tool_input: used.input, tool_response: used },
    duration_ms: used.durationMs,
    last_assistant_message: outputText,
    ...(isStop && { transcript_path: fileOf(session_id) }),
  };
}

function fileOf(session: unknown): string | undefined {
  const id = typeof session === "string" && /^[\w.-]+$/.test(session) ? session : undefined;
  return id && join(homedir(), ".cline/data/sessions", id, `${id}.messages.json`);
}

const tools: ToolNames = {
  read_files: { tool: "Read" },
  search_codebase: { tool: "Grep" },
  run_commands: { tool: "Bash" },
  fetch_web_content: { tool: "WebFetch" },
  spawn_agent: { tool: "Agent", renamed: { task: "prompt" } },
  ask_question: { tool: "AskUserQuestion" },
};

interface Part {
  result?: unknown;
  error?: unknown;
  success?: unknown;
}

export function useOf({ tool: name, input: given, output: reported, failed }: ReportedUse): UsualUse {
  const { output, error } = (reported ?? {}) as Record<string, unknown>;
  const parts: Part[] = Array.isArray(output) ? output : [];
  const text = parts.length > 0 ? parts.map(({ result }) => String(result ?? "")).join("\n") : output;
  const hasFailed = failed || error !== undefined || parts.some(({ success }) => success === false);
  const status = hasFailed ? "failed" : "ok";
  const input = (given ?? {}) as Record<string, unknown>;
  if (name === "editor") return { ...editOf(input), output: hasFailed ? reasonOf(output) : text, status };
  if (name === "run_commands") {
    const command = [input.commands].flat().map(String).join(" && ");
    const stdout = String(text ?? "").replace(/\[Command exited with code \d+\]\n?/g, "");
    const codes = parts.map(({ error: why }) => /exited with code (\d+)/.exec(String(why))?.[1]);
    const failure = `Exit code ${codes.find((one) => one !== undefined) ?? "unknown"}\n${stdout}`;
    return { tool: "Bash", input: { command }, output: hasFailed ? failure : { stdout }, status };
  }
  if (name === "read_files") {
    const [first] = Array.isArray(input.files) ? (input.files as { path?: unknown }[]) : [];
    return { tool: "Read", input: { file_path: first?.path }, output: text, status };
  }
  return { ...renamed(tools, name, given), output: text, status };
}

function editOf({ path, old_text, new_text }: Record<string, unknown>): Pick<UsualUse, "tool" | "input"> {
  if (typeof old_text === "string" && old_text !== "")
    return { tool: "Edit", input: { file_path: path, old_string: old_text, new_string: new_text } };
  return { tool: "Write", input: { file_path: path, content: new_text } };
}

function reasonOf(output: unknown): unknown {
  return (output as { error?: unknown } | null)?.error ?? output;
}
