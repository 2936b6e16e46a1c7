// Parses one line of a Claude Code transcript as a record, for the collector in transcript.ts. Describes only what
// tellback reads; the kind of a line is its top-level `type`, never a role somewhere inside it.

import { z } from "zod";
import { parseBoundedText } from "../bounded-json.ts";

const seen = {
  uuid: z.string().min(1),
  timestamp: z.string().refine((time) => !Number.isNaN(Date.parse(time)), "not a time"),
  sessionId: z.string().optional().catch(undefined),
  cwd: z.string().optional().catch(undefined),
  gitBranch: z.string().optional().catch(undefined),
  isSidechain: z.boolean().catch(false),
  agentId: z.string().optional().catch(undefined),
};

const text = z.object({ type: z.literal("text"), text: z.string() });
const toolUse = z.object({
  type: z.literal("tool_use"),
  id: z.string().min(1),
  name: z.string().min(1),
  input: z.unknown().optional(),
});
const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string().min(1),
  content: z.unknown().optional(),
  is_error: z.boolean().catch(false),
});
const other = z.object({ type: z.string() }).transform(() => ({ type: "other" as const }));
const content = z
  .union([z.string(), z.array(z.union([z.discriminatedUnion("type", [text, toolUse, toolResult]), other]))])
  .transform((given) => (typeof given === "string" ? [{ type: "text" as const, text: given }] : given));

const user = z.object({
  ...seen,
  type: z.literal("user"),
  promptId: z.string().optional().catch(undefined),
  isMeta: z.boolean().catch(false),
  isCompactSummary: z.boolean().catch(false),
  promptSource: z.string().optional().catch(undefined),
  origin: z.object({ kind: z.string() }).optional().catch(undefined),
  toolUseResult: z.unknown().optional(),
  message: z.object({ content }),
});
const assistant = z.object({
  ...seen,
  type: z.literal("assistant"),
  attributionAgent: z.string().optional().catch(undefined),
  isApiErrorMessage: z.boolean().catch(false),
  message: z.object({ model: z.string().catch(""), content }),
});
const boundary = z.object({
  ...seen,
  type: z.literal("system"),
  subtype: z.literal("compact_boundary"),
  compactMetadata: z
    .object({
      trigger: z.string().catch("unknown"),
      preTokens: z.number().int().optional().catch(undefined),
      postTokens: z.number().int().optional().catch(undefined),
    })
    .catch({ trigger: "unknown" }),
});

const kind = z.object({ type: z.string(), subtype: z.string().optional().catch(undefined) });

export type UserRecord = z.infer<typeof user>;
export type AssistantRecord = z.infer<typeof assistant>;
export type BoundaryRecord = z.infer<typeof boundary>;
export type TranscriptRecord = UserRecord | AssistantRecord | BoundaryRecord;

/** Types of 2.1.325 that tellback does not use: bookkeeping, and context that hooks injected. */
const ignoredTypes: ReadonlySet<string> = new Set([
  ...["system", "attachment", "summary", "progress", "mode", "permission-mode", "custom-title", "ai-title"],
  ...["api-request", "api-request-shape", "api-request-blob", "queue-operation", "last-prompt", "tools-used"],
  ...["cost-state", "atis-latch", "file-history-snapshot", "tag", "agent-name", "pr-link"],
]);

export type Reading =
  | { kind: "record"; record: TranscriptRecord }
  | { kind: "passed-over" }
  | { kind: "unknown"; type: string }
  | { kind: "broken"; reason: string };

export function readRecord(line: string): Reading {
  // A crash can leave a block of NUL before the next record.
  const parsed = parseBoundedText(line.replace(/^\0+/, ""));
  if (!parsed.ok) return { kind: "broken", reason: parsed.reason };
  const type = kind.safeParse(parsed.value);
  if (!type.success) return { kind: "broken", reason: "a record without a type" };
  const schema = schemaOf(type.data.type, type.data.subtype);
  if (schema === null) {
    return ignoredTypes.has(type.data.type)
      ? { kind: "passed-over" }
      : { kind: "unknown", type: type.data.type };
  }
  const record = schema.safeParse(parsed.value);
  if (record.success) return { kind: "record", record: record.data };
  const [issue] = record.error.issues;
  return { kind: "broken", reason: `${type.data.type}: ${issue?.path.join(".")}: ${issue?.message}` };
}

function schemaOf(type: string, subtype: string | undefined) {
  if (type === "user") return user;
  if (type === "assistant") return assistant;
  return type === "system" && subtype === "compact_boundary" ? boundary : null;
}
