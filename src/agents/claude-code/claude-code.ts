// The Claude Code adapter: converts its hook payloads to HookEvents, and tellback's answers to its stdout.
// For the hook door and the daemon; pure.

import { z } from "zod";
import type { HookAnswer, HookEvent } from "../../protocol/hook.ts";
import { aboutOf, contextJson, denialJson, type HookContext, readPayload } from "../adapter.ts";
import { answeringHook, isForUser } from "../hook-table.ts";
import { hooks } from "./hooks.ts";
import { promptWords, summaryWords, wasInterrupted } from "./own-words.ts";

export const host = "claude-code";
export { hooks };

/** Events whose answer is plain text: what it says is added to the instructions of the client's own summariser. */
const plainAnswers: ReadonlySet<string> = new Set<keyof typeof hooks>(["PreCompact"]);

/** Context over this many UTF-16 units is put in a file by the client; the model gets a 2 kB preview. */
const contextLimit = 10_000;

const text = z.string().catch("");
const common = {
  session_id: z.string().min(1),
  cwd: z.string().optional().catch(undefined),
  transcript_path: z.string().optional().catch(undefined),
  prompt_id: z.string().optional().catch(undefined),
  agent_id: z.string().min(1).optional().catch(undefined),
  agent_type: z.string().optional().catch(undefined),
};
const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ ...common, hook_event_name: z.literal(name), ...shape });

const toolCall = {
  tool_name: z.string().min(1),
  tool_use_id: z.string().min(1),
  tool_input: z.unknown().optional(),
  duration_ms: z.number().optional().catch(undefined),
};

const payload = z.discriminatedUnion("hook_event_name", [
  event("SessionStart", {
    source: z.enum(["startup", "resume", "clear", "compact", "fork"]).catch("startup"),
    model: z.string().max(200).optional().catch(undefined),
  }),
  event("SessionEnd", { reason: z.string().catch("other") }),
  event("UserPromptSubmit", { prompt: z.string() }),
  event("PreToolUse", { ...toolCall }),
  event("PostToolUse", { ...toolCall, tool_response: z.unknown().optional() }),
  event("PostToolUseFailure", {
    ...toolCall,
    error: z.unknown().optional(),
    is_interrupt: z.boolean().catch(false),
  }),
  event("Stop", { last_assistant_message: z.string().optional().catch(undefined) }),
  event("StopFailure", {}),
  event("SubagentStart", {}),
  event("SubagentStop", {
    agent_transcript_path: z.string().optional().catch(undefined),
    last_assistant_message: text,
  }),
  event("PreCompact", {
    trigger: z.string().catch("unknown"),
    custom_instructions: z.string().optional().catch(undefined),
  }),
  event("PostCompact", { trigger: z.string().catch("unknown"), compact_summary: text }),
]);
export type Payload = z.infer<typeof payload>;

/** The event in a hook's payload; null if tellback does not use it or neither a user nor an agent caused it. */
export function fromHook(received: unknown, seen: HookContext): HookEvent | null {
  if (isOfCursor(received)) return null;
  const got = readPayload(payload, received);
  return got && toEvent(got, seen);
}

/** Cursor can run these hooks too. It has hooks of its own (agents/cursor), and nothing is captured twice. */
function isOfCursor(received: unknown): boolean {
  return typeof received === "object" && received !== null && "cursor_version" in received;
}

function toEvent(got: Payload, seen: HookContext): HookEvent | null {
  const about = {
    ...aboutOf(host, got, seen),
    ...(got.transcript_path !== undefined && { transcriptPath: got.transcript_path }),
    ...(got.prompt_id !== undefined && { promptId: got.prompt_id }),
  };
  switch (got.hook_event_name) {
    case "SessionStart":
      return {
        ...{ ...about, type: "session-start", source: got.source },
        ...(got.model !== undefined && { model: got.model }),
      };
    case "SessionEnd":
      return { ...about, type: "session-end", reason: got.reason };
    case "UserPromptSubmit": {
      const words = promptWords(got.prompt);
      return words === null ? null : { ...about, type: "prompt", text: words };
    }
    case "PreToolUse":
      return { ...about, type: "tool-start", tool: got.tool_name, input: got.tool_input ?? null };
    case "PostToolUse": {
      const status = wasInterrupted(got.tool_response) ? "interrupted" : "ok";
      return { ...about, ...calledTool(got), output: got.tool_response ?? null, status };
    }
    case "PostToolUseFailure": {
      const status = got.is_interrupt || wasInterrupted(got.error) ? "interrupted" : "failed";
      return { ...about, ...calledTool(got), output: got.error ?? null, status };
    }
    case "Stop": {
      const reply = got.last_assistant_message;
      return { ...about, type: "turn-end", ...(reply && { reply }) };
    }
    case "StopFailure":
      return { ...about, type: "turn-end" };
    case "SubagentStart":
      return got.agent_type ? { ...about, type: "agent-start" } : null;
    case "SubagentStop": {
      // Compaction runs as an agent without a type, whose transcript never exists.
      if (!got.agent_type) return null;
      const path = got.agent_transcript_path;
      return {
        ...about,
        type: "agent-end",
        ...(path !== undefined && { agentTranscriptPath: path }),
        reply: got.last_assistant_message,
      };
    }
    case "PreCompact": {
      const instructions = got.custom_instructions;
      return {
        ...about,
        type: "compact-before",
        trigger: got.trigger,
        ...(instructions && { instructions }),
      };
    }
    case "PostCompact":
      return {
        ...about,
        type: "compact-after",
        trigger: got.trigger,
        summary: summaryWords(got.compact_summary),
      };
  }
}

function calledTool(got: Extract<Payload, { tool_use_id: string }>) {
  return {
    type: "tool" as const,
    toolUseId: got.tool_use_id,
    tool: got.tool_name,
    input: got.tool_input ?? null,
    ...(got.duration_ms !== undefined && { durationMs: got.duration_ms }),
  };
}

/**
 * The exact stdout for the client. Empty above the client's limit: the client would show the model a cut preview and a
 * path, and the composer, whose budget is below the limit, must have failed.
 */
export function toHost(eventName: string, answer: HookAnswer): string {
  const hook = answeringHook(hooks, eventName);
  if (answer === null || !hook) return "";
  if (answer.deny !== undefined) return denialJson(eventName, answer.deny);
  const context = answer.context.length <= contextLimit && !isForUser(hook) ? answer.context : "";
  return plainAnswers.has(eventName)
    ? context.toWellFormed()
    : contextJson(eventName, context, answer.notice);
}
