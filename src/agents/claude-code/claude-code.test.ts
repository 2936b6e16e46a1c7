// A payload of a Claude Code hook becomes one event, or nothing if neither a user nor an agent did anything.

import { describe, expect, test } from "vitest";
import { TellbackError } from "../../protocol/errors.ts";
import { hookEvent } from "../../protocol/hook.ts";
import { fromHook } from "./claude-code.ts";

const seen = { projectDir: "/home/ada/shop", at: "2026-05-01T10:00:00.000Z" };
const payload = (name: string, more: object = {}) => ({
  session_id: "s1",
  transcript_path: "/home/ada/.claude/projects/-home-ada-shop/s1.jsonl",
  cwd: "/home/ada/shop/api",
  prompt_id: "p1",
  hook_event_name: name,
  ...more,
});
const bash = { tool_name: "Bash", tool_use_id: "toolu_1", tool_input: { command: "ls" }, duration_ms: 12 };
const agent = { agent_id: "a1", agent_type: "Explore" };

describe("a hook payload", () => {
  test.each([
    ["SessionStart", { source: "resume" }, { type: "session-start", source: "resume" }],
    ["SessionStart", { source: "teleport" }, { type: "session-start", source: "startup" }],
    ["SessionEnd", { reason: "clear" }, { type: "session-end", reason: "clear" }],
    ["UserPromptSubmit", { prompt: "fix the tests" }, { type: "prompt", text: "fix the tests" }],
    ["UserPromptSubmit", { prompt: "/memo:remember blue" }, { type: "prompt", text: "/memo:remember blue" }],
    [
      "PostToolUse",
      { ...bash, tool_response: { stdout: "a" } },
      { type: "tool", status: "ok", output: { stdout: "a" } },
    ],
    [
      "PostToolUse",
      { ...bash, tool_response: { interrupted: true } },
      { type: "tool", status: "interrupted" },
    ],
    ["PreToolUse", bash, { type: "tool-start", tool: "Bash", input: { command: "ls" } }],
    ["PostToolUse", { tool_name: "X", tool_use_id: "t" }, { type: "tool", input: null, output: null }],
    [
      "PostToolUseFailure",
      { ...bash, error: "Exit code 2" },
      { status: "failed", output: "Exit code 2", durationMs: 12 },
    ],
    ["PostToolUseFailure", { ...bash, error: "x", is_interrupt: true }, { status: "interrupted" }],
    ["Stop", { last_assistant_message: "done" }, { type: "turn-end" }],
    ["StopFailure", { error: "unknown" }, { type: "turn-end" }],
    ["SubagentStart", agent, { type: "agent-start", agent: { id: "a1", type: "Explore" } }],
    [
      "SubagentStop",
      { ...agent, agent_transcript_path: "/t.jsonl", last_assistant_message: "found" },
      { type: "agent-end", reply: "found", agentTranscriptPath: "/t.jsonl" },
    ],
    [
      "PreCompact",
      { trigger: "manual", custom_instructions: "auth" },
      { type: "compact-before", instructions: "auth" },
    ],
    [
      "PreCompact",
      { trigger: "auto", custom_instructions: null },
      { type: "compact-before", trigger: "auto" },
    ],
    [
      "PostCompact",
      { trigger: "auto", compact_summary: "<analysis>hm</analysis>\n<summary>\n1. All.\n</summary>" },
      { type: "compact-after", trigger: "auto", summary: "1. All." },
    ],
  ])("%s %j becomes an event", (name, more, expected) => {
    const event = fromHook(payload(name, more), seen);
    expect(event).toMatchObject({
      host: "claude-code",
      sessionId: "s1",
      projectDir: "/home/ada/shop",
      cwd: "/home/ada/shop/api",
      at: seen.at,
      promptId: "p1",
      ...expected,
    });
    expect(hookEvent.parse(event)).toEqual(event);
  });

  test.each([
    ["PostToolBatch", { tool_calls: [] }],
    ["Notification", {}],
    ["SubagentStop", { agent_id: "a2", agent_type: "", last_assistant_message: "<summary>" }],
    ["UserPromptSubmit", { prompt: "<task-notification>\n<task-id>a</task-id>" }],
    ["UserPromptSubmit", { prompt: "<local-command-stdout>Set model</local-command-stdout>" }],
    ["UserPromptSubmit", { prompt: "<command-name>/model</command-name>" }],
    ["UserPromptSubmit", { prompt: "<bash-input>ls</bash-input>" }],
    ["UserPromptSubmit", { prompt: "   " }],
  ])("%s %j gives no event", (name, more) => {
    expect(fromHook(payload(name, more), seen)).toBeNull();
  });

  test("keeps a prompt that mentions a tag", () => {
    const prompt = "why is <task-notification> sent twice?";
    expect(fromHook(payload("UserPromptSubmit", { prompt }), seen)).toMatchObject({ text: prompt });
  });

  test("names the agent that used a tool", () => {
    const event = fromHook(payload("PostToolUse", { ...bash, ...agent, tool_response: "x" }), seen);
    expect(event).toMatchObject({ agent: { id: "a1", type: "Explore" }, toolUseId: "toolu_1" });
  });

  test.each([
    [payload("PostToolUse", { tool_name: "Bash" }), "tool_use_id"],
    [payload("UserPromptSubmit", { prompt: 7 }), "prompt"],
  ])("%j is refused with a reason", (received, reason) => {
    expect(() => fromHook(received, seen)).toThrow(TellbackError);
    expect(() => fromHook(received, seen)).toThrow(reason);
  });
});
