// HookEvent: what a host agent did, in one form for all hosts. Adapters in agents/ create it, journeys read it.

import { z } from "zod";
import type { Inert } from "./inert.ts";

const seen = {
  host: z.string().describe("the agent program, e.g. claude-code"),
  sessionId: z.string().min(1),
  /** Root of the code base the session belongs to; unlike cwd it does not follow a `cd`. */
  projectDir: z.string(),
  cwd: z.string(),
  at: z.string().describe("ISO time at which it happened"),
  transcriptPath: z.string().optional(),
  promptId: z.string().optional(),
  /** Set when a sub-agent did it. */
  agent: z.object({ id: z.string(), type: z.string() }).optional(),
  branch: z.string().optional(),
};

const toolStatus = z.enum(["ok", "failed", "interrupted"]);

export const hookEvent = z.discriminatedUnion("type", [
  z.object({
    ...seen,
    type: z.literal("session-start"),
    source: z.enum(["startup", "resume", "clear", "compact", "fork"]),
    /** The name of the model, where the host says it. */
    model: z.string().optional(),
  }),
  z.object({ ...seen, type: z.literal("session-end"), reason: z.string() }),
  z.object({ ...seen, type: z.literal("prompt"), text: z.string() }),
  z.object({ ...seen, type: z.literal("tool-start"), tool: z.string(), input: z.unknown() }),
  z.object({
    ...seen,
    type: z.literal("tool"),
    toolUseId: z.string(),
    tool: z.string(),
    input: z.unknown(),
    /** The tool's own structured answer, or its error text when it failed. */
    output: z.unknown(),
    status: toolStatus,
    durationMs: z.number().optional(),
  }),
  z.object({ ...seen, type: z.literal("reply"), messageId: z.string(), text: z.string() }),
  z.object({
    ...seen,
    type: z.literal("turn-end"),
    /** The last thing the agent said; the transcript may not have it yet. */
    reply: z.string().optional(),
  }),
  z.object({ ...seen, type: z.literal("agent-start") }),
  z.object({
    ...seen,
    type: z.literal("agent-end"),
    agentTranscriptPath: z.string().optional(),
    reply: z.string(),
  }),
  z.object({
    ...seen,
    type: z.literal("compact-before"),
    trigger: z.string(),
    instructions: z.string().optional(),
  }),
  z.object({
    ...seen,
    type: z.literal("compact-after"),
    trigger: z.string(),
    summary: z.string(),
    /** Known from the transcript, not from the hook. */
    messageId: z.string().optional(),
    tokensBefore: z.number().int().optional(),
    tokensAfter: z.number().int().optional(),
  }),
]);

export type HookEvent = z.infer<typeof hookEvent>;
export type HookEventOf<T extends HookEvent["type"]> = Extract<HookEvent, { type: T }>;
export type ToolUse = HookEventOf<"tool">;

/** What tellback answers to a host's hook: context for the model, a line that only the user sees, a refusal, or nothing. */
export type HookAnswer = {
  context: Inert;
  notice?: Inert | undefined;
  /** Why the tool call must not run. */
  deny?: Inert | undefined;
} | null;
