// Converts a recorded chat of Gemini CLI to HookEvents, for the import. A chat is one JSON object; newer clients append
// lines instead: what the session is, its messages (a later line with the same id replaces an earlier one), and changes.
// Pure.

import type { HookEvent } from "../../protocol/hook.ts";
import type { ReadStats } from "../transcript-events.ts";
import { host, promptWords } from "./gemini.ts";
import { readToolUse } from "./tools.ts";

export interface Chat {
  sessionId: string;
  projectHash: string;
  startTime: string;
  directories: string[];
  isSubagent: boolean;
  /** The session that started a sub-agent. */
  parent: string | undefined;
  messages: Message[];
  broken: number;
}

type Message = Record<string, unknown>;

/** Null if it is no chat. */
export function readChat(
  texts: readonly unknown[],
  { broken = 0, parent }: { broken?: number; parent?: string | undefined } = {},
): Chat | null {
  const about: Record<string, unknown> = {};
  const messages = new Map<string, Message>();
  const add = (given: unknown): void => {
    for (const one of Array.isArray(given) ? given.map(asRecord) : [])
      messages.set(textIn(one.id) || `${messages.size}`, one);
  };
  for (const value of texts) {
    const record = asRecord(value);
    const changes = asRecord(record.$set);
    if (textIn(record.type) !== "") messages.set(textIn(record.id) || `${messages.size}`, record);
    else Object.assign(about, record, changes);
    add(record.messages);
    add(changes.messages);
  }
  const sessionId = textIn(about.sessionId);
  if (sessionId === "") return null;
  return {
    sessionId,
    projectHash: textIn(about.projectHash),
    startTime: textIn(about.startTime),
    directories: Array.isArray(about.directories) ? about.directories.map(textIn).filter(Boolean) : [],
    isSubagent: about.kind === "subagent" || parent !== undefined,
    parent,
    messages: [...messages.values()],
    broken,
  };
}

/** What a sub-agent does belongs to the session that started it. */
export function sessionOf({ sessionId, parent }: Chat): string {
  return parent ?? sessionId;
}

const ignored: ReadonlySet<string> = new Set(["info", "error", "warning"]);

export function eventsOf(
  chat: Chat,
  projectDir: string,
): { events: { uuid: string; event: HookEvent }[]; stats: ReadStats } {
  const events: { uuid: string; event: HookEvent }[] = [];
  const stats: ReadStats = { records: chat.messages.length, broken: chat.broken, unknown: {} };
  let promptId: string | undefined;
  let at = chat.startTime;
  for (const message of chat.messages) {
    const uuid = textIn(message.id);
    at = timeIn(message.timestamp) ?? at;
    const agent = chat.isSubagent ? { agent: { id: chat.sessionId, type: "gemini" } } : {};
    const about = () => ({
      ...{ host, sessionId: sessionOf(chat), projectDir, cwd: projectDir, at },
      ...(promptId !== undefined && { promptId }),
      ...agent,
    });
    const text = partText(message.content);
    if (message.type === "user") {
      const words = promptWords(text);
      // An answer to a tool is a user's message for the model.
      if (words === "" || chat.isSubagent || words.startsWith("<session_context>")) continue;
      promptId = uuid;
      events.push({ uuid, event: { ...about(), type: "prompt", text: words } });
    } else if (message.type === "gemini") {
      if (text !== "") events.push({ uuid, event: { ...about(), type: "reply", messageId: uuid, text } });
      for (const call of Array.isArray(message.toolCalls) ? message.toolCalls.map(asRecord) : []) {
        const time = timeIn(call.timestamp) ?? at;
        const id = textIn(call.id);
        events.push({
          uuid: `${uuid}:${id}`,
          event: { ...about(), at: time, type: "tool", toolUseId: id, ...used(call) },
        });
      }
    } else if (!ignored.has(textIn(message.type))) {
      const named = textIn(message.type) || "no type";
      stats.unknown[named] = (stats.unknown[named] ?? 0) + 1;
    }
  }
  return { events, stats };
}

function used(call: Record<string, unknown>) {
  const mcp = /^mcp_([^_]+)_(.+)$/s.exec(textIn(call.name));
  const read = readToolUse({
    tool_name: textIn(call.name) || "unknown",
    tool_input: call.args,
    tool_response: { llmContent: resultText(call.result), returnDisplay: call.resultDisplay },
    mcp_context: mcp ? { server_name: mcp[1] ?? "", tool_name: mcp[2] ?? "" } : undefined,
  });
  if (call.status === "cancelled") return { ...read, status: "interrupted" as const };
  return call.status === "error" ? { ...read, status: "failed" as const } : read;
}

/** A tool's answer for the model: a text, or what the function returned. */
function resultText(result: unknown): string {
  const parts = Array.isArray(result) ? result : [result];
  const texts = parts.map((part) => {
    const returned = asRecord(asRecord(asRecord(part).functionResponse).response);
    return partText(part) || textIn(returned.output) || textIn(returned.error);
  });
  return texts.filter((text) => text !== "").join("\n");
}

function partText(content: unknown): string {
  if (typeof content === "string") return content.trim();
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => (typeof part === "string" ? part : textIn(asRecord(part).text)));
  return texts
    .filter((text) => text !== "")
    .join("\n")
    .trim();
}

function timeIn(value: unknown): string | undefined {
  const time = textIn(value);
  return Number.isNaN(Date.parse(time)) ? undefined : time;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
