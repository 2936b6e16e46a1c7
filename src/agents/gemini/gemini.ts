// The Gemini CLI adapter: converts its hook payloads to HookEvents, and tellback's answers to its stdout. For the hook
// door and the daemon; pure.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { HookAnswer, HookEvent } from "../../protocol/hook.ts";
import { aboutOf, contextJson, type HookContext, readPayload } from "../adapter.ts";
import { answeringHook } from "../hook-table.ts";
import { hooks } from "./hooks.ts";
import { readToolUse } from "./tools.ts";

export const host = "gemini";
export { hooks };

const contextLimit = 10_000;

const common = {
  session_id: z.string().min(1),
  cwd: z.string().catch(""),
  /** The host gives no ids to turns and tool uses; the time and the content together identify them. */
  timestamp: z.string().catch(""),
};
const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ ...common, hook_event_name: z.literal(name), ...shape });

/** PreCompress is not among them: it comes before every request, whether history is compressed or not. */
const payload = z.discriminatedUnion("hook_event_name", [
  event("SessionStart", { source: z.enum(["startup", "resume", "clear"]).catch("startup") }),
  event("SessionEnd", { reason: z.string().catch("other") }),
  event("BeforeAgent", { prompt: z.string() }),
  event("AfterTool", {
    tool_name: z.string().min(1),
    tool_input: z.unknown().optional(),
    tool_response: z.unknown().optional(),
    mcp_context: z.object({ server_name: z.string(), tool_name: z.string() }).optional().catch(undefined),
  }),
  event("AfterAgent", { prompt_response: z.string().catch("") }),
]);
export type Payload = z.infer<typeof payload>;

export function fromHook(received: unknown, seen: HookContext): HookEvent | null {
  const got = readPayload(payload, received);
  return got && toEvent(got, seen);
}

function toEvent(got: Payload, seen: HookContext): HookEvent | null {
  const about = aboutOf(host, got, seen);
  const time = got.timestamp || seen.at;
  switch (got.hook_event_name) {
    case "SessionStart":
      return { ...about, type: "session-start", source: got.source };
    case "SessionEnd":
      return { ...about, type: "session-end", reason: got.reason };
    case "BeforeAgent": {
      const text = promptWords(got.prompt);
      return text === "" ? null : { ...about, type: "prompt", promptId: time, text };
    }
    case "AfterTool": {
      const toolUseId = `${time} ${hashOf([got.tool_name, got.tool_input])}`;
      return { ...about, type: "tool", toolUseId, ...readToolUse(got) };
    }
    case "AfterAgent": {
      const text = got.prompt_response.trim();
      return text === ""
        ? { ...about, type: "turn-end" }
        : { ...about, type: "reply", messageId: time, text };
    }
  }
}

/** Without a terminal the client puts tellback's context from the start before the prompt, and adds files after it. */
export function promptWords(prompt: string): string {
  const [words = ""] = prompt.split("\n--- Content from referenced files ---");
  return words.replace(/^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)+/, "").trim();
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}

export function toHost(eventName: string, answer: HookAnswer): string {
  if (answer === null || !answeringHook(hooks, eventName)) return "";
  const context = answer.context.length <= contextLimit ? answer.context : "";
  return contextJson(eventName, context, answer.notice);
}
