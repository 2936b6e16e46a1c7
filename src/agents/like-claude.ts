// The adapter of hosts whose hooks send what Claude Code's send, or what can be put in the same fields: the events with
// their names, `session_id`, `cwd`, `prompt`, `tool_name` and so on. What differs is a translation of the payload, of the
// tools, and of the answer. Pure.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { HookAnswer, HookEvent, ToolUse } from "../protocol/hook.ts";
import { type Adapter, aboutOf, contextJson, type HookContext, readPayload } from "./adapter.ts";
import { answeringHook, type HooksOf, type HookTable, isForUser } from "./hook-table.ts";

const text = z.string().catch("");
const maybe = z.string().optional().catch(undefined);
const common = {
  session_id: z.string().min(1),
  cwd: text,
  timestamp: maybe,
  /** Of a turn. */
  prompt_id: maybe,
  agent_id: z.string().min(1).optional().catch(undefined),
  agent_type: maybe,
};
const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ ...common, hook_event_name: z.literal(name), ...shape });

const toolCall = {
  tool_name: z.string().min(1),
  tool_use_id: maybe,
  tool_input: z.unknown().optional(),
  duration_ms: z.number().optional().catch(undefined),
};

const payload = z.discriminatedUnion("hook_event_name", [
  event("SessionStart", {
    source: z.enum(["startup", "resume", "clear", "compact", "fork"]).catch("startup"),
  }),
  event("SessionEnd", { reason: z.string().catch("other") }),
  event("UserPromptSubmit", { prompt: text }),
  event("PostToolUse", { ...toolCall, tool_response: z.unknown().optional() }),
  event("PostToolUseFailure", {
    ...toolCall,
    error: z.unknown().optional(),
    is_interrupt: z.boolean().catch(false),
  }),
  event("Stop", { last_assistant_message: text, message_id: maybe, transcript_path: maybe }),
  event("SubagentStart", {}),
  event("SubagentStop", { last_assistant_message: text }),
  event("PreCompact", { trigger: z.string().catch("unknown") }),
  event("PostCompact", { trigger: z.string().catch("unknown"), compact_summary: text, message_id: maybe }),
]);
type Payload = z.infer<typeof payload>;

export type LikeClaude = HooksOf<Payload["hook_event_name"]>;

/** A tool use as the host reports it; `failed` if the host said so. */
export interface ReportedUse {
  tool: string;
  input: unknown;
  output: unknown;
  failed: boolean;
}
export type UsualUse = Pick<ToolUse, "tool" | "input" | "output" | "status">;

export interface Dialect {
  host: string;
  hooks: HookTable;
  /** The payload in Claude Code's fields; null for an event that tellback has no use for. */
  plain?(received: Record<string, unknown>, eventName: string): Record<string, unknown> | null;
  /** The tool with the name and the fields that HookEvent uses. */
  useOf?(used: ReportedUse): UsualUse;
  /** Context over this many UTF-16 units is left out. */
  contextLimit?: number;
  /** The host's form of an answer. */
  answer?(eventName: string, context: string, notice: string | undefined): string;
}

const usualLimit = 10_000;

export function adapterFor(dialect: Dialect): Adapter {
  const { host, hooks, plain, answer = contextJson, contextLimit = usualLimit } = dialect;
  return {
    host,
    hooks,
    fromHook(received, seen) {
      const isPlain = plain === undefined || !isRecord(received);
      const given = isPlain ? received : plain(received, seen.eventName ?? "");
      if (!isPlain && given === null) return null;
      const got = readPayload(payload, given);
      return got && toEvent(got, seen, dialect);
    },
    toHost(eventName: string, said: HookAnswer): string {
      const hook = answeringHook(hooks, eventName);
      if (said === null || !hook) return "";
      const context = said.context.length <= contextLimit && !isForUser(hook) ? said.context : "";
      return answer(eventName, context.toWellFormed(), said.notice);
    },
  };
}

function toEvent(got: Payload, seen: HookContext, { host, useOf = asNamed }: Dialect): HookEvent | null {
  const about = {
    ...aboutOf(host, got, seen),
    ...(got.prompt_id !== undefined && { promptId: got.prompt_id }),
  };
  const time = got.timestamp || seen.at;
  switch (got.hook_event_name) {
    case "SessionStart":
      return { ...about, type: "session-start", source: got.source };
    case "SessionEnd":
      return { ...about, type: "session-end", reason: got.reason };
    case "UserPromptSubmit": {
      const words = got.prompt.trim();
      // What a sub-agent is asked stands in the tool use that started it.
      if (words === "" || got.agent_id !== undefined) return null;
      return { ...about, type: "prompt", promptId: got.prompt_id ?? time, text: words };
    }
    case "PostToolUse":
    case "PostToolUseFailure": {
      const failed = got.hook_event_name === "PostToolUseFailure";
      const output = failed ? got.error : got.tool_response;
      const used = useOf({
        tool: got.tool_name,
        input: got.tool_input ?? null,
        output: output ?? null,
        failed,
      });
      const status = failed && got.is_interrupt ? "interrupted" : used.status;
      const toolUseId = got.tool_use_id || `${time} ${hashOf([got.tool_name, got.tool_input])}`;
      const took = got.duration_ms !== undefined && { durationMs: got.duration_ms };
      return { ...about, type: "tool", toolUseId, ...used, status, ...took };
    }
    case "Stop": {
      const words = got.last_assistant_message.trim();
      const path = got.transcript_path !== undefined && { transcriptPath: got.transcript_path };
      // What the transcript brings has the ids of the transcript.
      if (words === "" || path)
        return { ...about, type: "turn-end", ...path, ...(words !== "" && { reply: words }) };
      const messageId = got.message_id ?? `${got.prompt_id ?? time} ${hashOf(words)}`;
      return { ...about, type: "reply", messageId, text: words };
    }
    case "SubagentStart":
      return { ...about, type: "agent-start" };
    case "SubagentStop":
      return { ...about, type: "agent-end", reply: got.last_assistant_message };
    case "PreCompact":
      return { ...about, type: "compact-before", trigger: got.trigger };
    case "PostCompact":
      return {
        ...{ ...about, type: "compact-after", trigger: got.trigger, summary: got.compact_summary },
        ...(got.message_id !== undefined && { messageId: got.message_id }),
      };
  }
}

function asNamed({ tool, input, output, failed }: ReportedUse): UsualUse {
  return { tool, input, output, status: failed ? "failed" : "ok" };
}

/** The names of a host's tools, and of their arguments where they differ. */
export type ToolNames = Readonly<
  Record<string, { tool: string; renamed?: Readonly<Record<string, string>> }>
>;

export function renamed(names: ToolNames, tool: string, input: unknown): { tool: string; input: unknown } {
  const known = Object.hasOwn(names, tool) ? names[tool] : undefined;
  if (!known) return { tool, input };
  if (!known.renamed || !isRecord(input)) return { tool: known.tool, input };
  const fields = Object.entries(input).map(([key, value]) => [known.renamed?.[key] ?? key, value]);
  return { tool: known.tool, input: Object.fromEntries(fields) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}
