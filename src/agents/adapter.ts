// The interface of a host's adapter, and what the payloads and answers of hosts have in common. For the adapters; pure.

import type { z } from "zod";
import { TellbackError } from "../protocol/errors.ts";
import type { HookAnswer, HookEvent } from "../protocol/hook.ts";
import type { HookTable } from "./hook-table.ts";

/** What a hook knows besides its payload. */
export interface HookContext {
  projectDir: string | undefined;
  at: string;
  /** Where the host's payload does not name the event. */
  eventName?: string | undefined;
}

export interface Adapter {
  host: string;
  hooks: HookTable;
  /** The event in a hook's payload; null when tellback has no use for it or no person and no agent is behind it. */
  fromHook(received: unknown, seen: HookContext): HookEvent | null;
  /** The name of the event, where the payload has it in another field than `hook_event_name`. */
  eventNameOf?(received: unknown): string | undefined;
  /** The exact stdout for the host. */
  toHost(eventName: string, answer: HookAnswer): string;
}

/** A payload parsed by its schema; null if the schema does not include its event. */
export function readPayload<Schema extends z.ZodDiscriminatedUnion>(
  schema: Schema,
  received: unknown,
): z.infer<Schema> | null {
  const name = eventName(received);
  const parsed = schema.safeParse(received);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (issues.some(({ code, path }) => code === "invalid_union" && path[0] === "hook_event_name")) return null;
  const problems = issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new TellbackError("invalid_input", `${name} payload: ${problems.join("; ")}`);
}

interface SharedFields {
  session_id: string;
  cwd?: string | undefined;
  agent_id?: string | undefined;
  agent_type?: string | undefined;
}

/** The fields that every event has. */
export function aboutOf(host: string, got: SharedFields, seen: HookContext) {
  return {
    host,
    sessionId: got.session_id,
    projectDir: seen.projectDir || got.cwd || "",
    cwd: got.cwd || seen.projectDir || "",
    at: seen.at,
    ...(got.agent_id !== undefined && { agent: { id: got.agent_id, type: got.agent_type ?? "" } }),
  };
}

/** The name of the event, after a check that this is a payload. */
function eventName(received: unknown): string {
  if (typeof received !== "object" || received === null || Array.isArray(received)) {
    throw new TellbackError("invalid_input", "hook payload: expected a JSON object");
  }
  const { session_id: session, hook_event_name: name } = received as Record<string, unknown>;
  if (typeof name !== "string" || name === "") {
    throw new TellbackError("invalid_input", "hook payload: hook_event_name is missing");
  }
  if (typeof session !== "string" || session === "") {
    throw new TellbackError("invalid_input", `${name} payload: session_id is missing`);
  }
  return name;
}

/** Context for the model and a line for the user, in the form that all hosts so far accept. */
export function contextJson(eventName: string, context: string, notice: string | undefined): string {
  const injected = context !== "" && {
    hookSpecificOutput: { hookEventName: eventName, additionalContext: context.toWellFormed() },
  };
  const said = notice && { systemMessage: notice };
  return injected || said ? JSON.stringify({ ...injected, ...said }) : "";
}

/** The tool call does not run; the model gets the reason. */
export function denialJson(eventName: string, reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: eventName,
      permissionDecision: "deny",
      permissionDecisionReason: reason.toWellFormed(),
    },
  });
}

/** The host's own name of the event in an envelope. */
export function eventNameIn(adapter: Adapter, received: unknown, named: string | undefined): string {
  const usual = (received as { hook_event_name?: unknown } | null)?.hook_event_name;
  return named ?? adapter.eventNameOf?.(received) ?? (typeof usual === "string" ? usual : "");
}
