// The Codex adapter: its hooks send nearly the same as Claude Code's, with other tools and without a transcript that
// tellback reads. For the hook door and the daemon; pure.

import { z } from "zod";
import type { HookAnswer, HookEvent } from "../../protocol/hook.ts";
import { aboutOf, contextJson, type HookContext, readPayload } from "../adapter.ts";
import { answeringHook } from "../hook-table.ts";
import { hooks } from "./hooks.ts";
import { readPatch } from "./patch.ts";

export const host = "codex";
export { hooks };

/** Codex counts four bytes as a token, and moves text over 2,500 tokens to a file. */
const contextLimit = 10_000;

const common = {
  session_id: z.string().min(1),
  cwd: z.string().catch(""),
  turn_id: z.string().optional().catch(undefined),
  agent_id: z.string().min(1).optional().catch(undefined),
  agent_type: z.string().optional().catch(undefined),
};
const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ ...common, hook_event_name: z.literal(name), ...shape });

const payload = z.discriminatedUnion("hook_event_name", [
  event("SessionStart", {
    source: z.enum(["startup", "resume", "clear", "compact", "fork"]).catch("startup"),
  }),
  event("SessionEnd", { reason: z.string().catch("other") }),
  event("UserPromptSubmit", { prompt: z.string() }),
  event("PostToolUse", {
    tool_name: z.string().min(1),
    tool_use_id: z.string().min(1),
    tool_input: z.unknown().optional(),
    tool_response: z.unknown().optional(),
  }),
  event("Stop", { last_assistant_message: z.string().nullish().catch(undefined) }),
]);
export type Payload = z.infer<typeof payload>;

export function fromHook(received: unknown, seen: HookContext): HookEvent | null {
  const got = readPayload(payload, received);
  return got && toEvent(got, seen);
}

function toEvent(got: Payload, seen: HookContext): HookEvent | null {
  const about = {
    ...aboutOf(host, got, seen),
    ...(got.turn_id !== undefined && { promptId: got.turn_id }),
  };
  switch (got.hook_event_name) {
    case "SessionStart":
      return { ...about, type: "session-start", source: got.source };
    case "SessionEnd":
      return { ...about, type: "session-end", reason: got.reason };
    case "UserPromptSubmit": {
      const text = got.prompt.trim();
      return text === "" ? null : { ...about, type: "prompt", text };
    }
    case "PostToolUse": {
      // A command's exit code is not in the payload, and a patch that did not apply is not reported at all.
      const used = { tool: got.tool_name, input: got.tool_input ?? null };
      const named = got.tool_name === "apply_patch" ? readPatch(got.tool_input) : used;
      const output = got.tool_response ?? null;
      return { ...about, type: "tool", toolUseId: got.tool_use_id, ...named, output, status: "ok" };
    }
    case "Stop": {
      const text = got.last_assistant_message?.trim() ?? "";
      if (text === "" || !got.turn_id) return { ...about, type: "turn-end" };
      return { ...about, type: "reply", messageId: got.turn_id, text };
    }
  }
}

export function toHost(eventName: string, answer: HookAnswer): string {
  if (answer === null || !answeringHook(hooks, eventName)) return "";
  const fits = Buffer.byteLength(answer.context) <= contextLimit;
  return contextJson(eventName, fits ? answer.context : "", answer.notice);
}
