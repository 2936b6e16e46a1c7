// prepare: a redacted event → everything that capture stores for it, as far as it can be known without the store. Most
// of the work of a capture is here, so that an import can do it in other threads. The same for every way in.

import { hash } from "node:crypto";
import { statementsIn } from "../../../libs/language/statement-model.ts";
import { shorten } from "../../../libs/shorten/index.ts";
import { type Command, commandsIn } from "../../agents/commands/scan.ts";
import { countTokens } from "../../context/tokens.ts";
import type { HookEvent, HookEventOf } from "../../protocol/hook.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { offline } from "../../protocol/observations.ts";
import {
  type PreparedObservation,
  prepareObservation,
  wholeTextBeyond,
} from "../../rooms/observations/room.ts";
import type { DialectName } from "../../store/dialect.ts";
import { excerptOf } from "../compression/excerpt.ts";
import { type Touch, touchOf } from "./touch.ts";
import { jsonBytes } from "./unread.ts";

export type ObservationEvent = HookEventOf<"tool"> | HookEventOf<"prompt"> | HookEventOf<"reply">;

/** What every event has, without what was said or done. */
export type EventHead = Pick<
  HookEvent,
  "type" | "host" | "sessionId" | "projectDir" | "cwd" | "at" | "agent" | "promptId" | "transcriptPath"
>;

export interface PreparedEvent {
  head: EventHead & { type: ObservationEvent["type"] };
  tool: string | null;
  observation: PreparedObservation;
  /** What was said beyond the detail. */
  said: string | null;
  stated: Statements | null;
  /** A reply with commands. */
  reply: { messageId: string; text: string; commands: Command[] } | null;
  touch: Touch | null;
  /** What the agent wrote, to see whether it used what it was given; empty if nothing was given. */
  words: string;
  /** For a model that will describe it better. */
  excerpt: string | null;
}

export interface Preparing {
  dialect: DialectName;
  /** A model will describe what is captured. */
  hasModel: boolean;
  /** The sessions into which something was injected; null if any may be. */
  injected: ReadonlySet<string> | null;
  /** From a history that the user imports, not from a session of now. */
  isImported: boolean;
}

/** Shorter text is shortened by rules as well as by a model. */
const worthAModel = 400;

/** `leftOut`: how many bytes of it are not in the event. */
export function prepare(event: ObservationEvent, preparing: Preparing, leftOut = 0): PreparedEvent {
  const { files, symbols, ...lengths } = shorten(event, event.projectDir);
  const seen = {
    ...lengths,
    files,
    symbols,
    sessionId: event.sessionId,
    hostKey: hostKeyOf(event),
    kind: event.type,
    tool: event.type === "tool" ? event.tool : null,
    status: event.type === "tool" ? event.status : ("ok" as const),
    agent: event.agent ?? null,
    promptId: event.promptId ?? null,
    branch: event.branch ?? null,
    happenedAt: event.at,
    rawBytes: jsonBytes(event) + leftOut,
    tokens: countTokens(lengths.title + lengths.summary + lengths.detail),
    durationMs: event.type === "tool" && event.durationMs !== undefined ? Math.round(event.durationMs) : null,
    provider: offline,
  };
  const excerpt = preparing.hasModel ? excerptOf(event) : "";
  const isAgents = event.type !== "prompt" && (preparing.injected?.has(event.sessionId) ?? true);
  return {
    head: headOf(event),
    tool: seen.tool,
    observation: prepareObservation(seen, preparing.dialect),
    said: event.type === "tool" ? null : wholeTextBeyond(lengths.detail, event.text),
    // Of a session that is over, reflect learns them.
    stated: event.type === "prompt" && !preparing.isImported ? statementsOf(event) : null,
    // Commands of a history were written for another time, perhaps for another program: they are text.
    reply: event.type === "reply" && !preparing.isImported ? replyOf(event) : null,
    touch: event.type === "tool" ? touchOf(event, files, preparing.isImported) : null,
    words: isAgents ? wordsWritten(event) : "",
    excerpt: excerpt.length < worthAModel ? null : excerpt,
  };
}

/** A sub-agent's last message is its result. The transcript contains it too, under the same key. */
export function findingsOf({ reply, ...event }: HookEventOf<"agent-end">): HookEventOf<"reply"> | null {
  if (reply.trim() === "" || !event.agent) return null;
  return { ...event, type: "reply", messageId: event.agent.id, text: reply.trim() };
}

function headOf<Event extends HookEvent>(event: Event): EventHead & { type: Event["type"] } {
  const { type, host, sessionId, projectDir, cwd, at, agent, promptId, transcriptPath } = event;
  return { type, host, sessionId, projectDir, cwd, at, agent, promptId, transcriptPath };
}

function replyOf({ messageId, text }: HookEventOf<"reply">): PreparedEvent["reply"] {
  const commands = commandsIn(text);
  return commands.length === 0 ? null : { messageId, text, commands };
}

/**
 * Equal for the same event from the hook and from the transcript. The tool's id alone would be enough for the real
 * host, but the ids of a scripted model may repeat within a session: the prompt or the sub-agent distinguishes them.
 */
function hostKeyOf(event: ObservationEvent): string {
  const within = event.agent?.id ?? event.promptId ?? "";
  switch (event.type) {
    case "tool":
      return `tool:${event.toolUseId}@${within}`;
    case "prompt":
      return `prompt:${within}:${hashOf(event.text)}`;
    case "reply":
      // The hook at the end of a sub-agent has the text of its last message, but no message id.
      return event.agent ? `reply:${event.agent.id}:${hashOf(event.text)}` : `reply:${event.messageId}`;
  }
}

function hashOf(text: string): string {
  return hash("sha256", text.trim()).slice(0, 12);
}

/** The host writes its own messages and commands as if the user had typed them. */
const NOT_TYPED = /^\s*(?:<[a-z][\w-]*>|\[Request interrupted|Caveat: The messages below)/;
const maxStatements = 20;

type Statements = Pick<JobPayload<"statements">, "stated">;

/** What a prompt states, or may state; null if that is nothing. Pure. */
function statementsOf({ agent, text }: HookEventOf<"prompt">): Statements | null {
  if (agent || NOT_TYPED.test(text)) return null;
  const stated = statementsIn(text, "user");
  return stated.length === 0 ? null : { stated: stated.slice(-maxStatements) };
}

const maxWordsLength = 20_000;

/** Only what the agent wrote counts: a tool's output may name anything. */
function wordsWritten(event: HookEventOf<"tool"> | HookEventOf<"reply">): string {
  const said = event.type === "reply" ? event.text : JSON.stringify(event.input ?? "");
  return said.slice(0, maxWordsLength);
}
