// The Messages API as bytes: turns one scripted answer into a JSON message or a stream of events.
// Only model-stand-in.ts needs it.

import { randomUUID } from "node:crypto";

export type ToolCall = { name: string; input?: Record<string, unknown>; id?: string };

export type Turn = {
  text?: string | string[];
  thinking?: string;
  tools?: ToolCall[];
  delayMs?: number;
  /** A streamed answer sends only this many pieces; then the connection breaks, or stays open and silent. */
  only?: { pieces: number; end: "break" | "silence" };
  usage?: Record<string, number>;
  error?: { status: number; type?: string; message?: string };
};

type Block =
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> };

export type Message = {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: Block[];
  stop_reason: "tool_use" | "end_turn";
  stop_sequence: null;
  usage: Record<string, number>;
};

/** Ids are random: transcripts of several runs land in one memory and must never collide there. */
export function freshId(prefix: "msg" | "toolu" | "req"): string {
  return `${prefix}_01${randomUUID().replaceAll("-", "").slice(0, 22)}`;
}

export function composeMessage(turn: Turn, model: string, inputTokens: number): Message {
  const tools = turn.tools ?? [];
  const content: Block[] = [
    ...(turn.thinking ? [{ type: "thinking" as const, thinking: turn.thinking, signature: "c2lnbmVk" }] : []),
    ...[turn.text ?? []].flat().map((text) => ({ type: "text" as const, text })),
    ...tools.map((tool) => ({
      type: "tool_use" as const,
      id: tool.id ?? freshId("toolu"),
      name: tool.name,
      input: tool.input ?? {},
    })),
  ];
  if (content.length === 0) content.push({ type: "text", text: "Done." });
  return {
    id: freshId("msg"),
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: inputTokens,
      output_tokens: Math.ceil(JSON.stringify(content).length / 4),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      ...turn.usage,
    },
  };
}

/** The same message as server-sent events, each content block cut into several deltas. */
export function* streamMessage(message: Message): Generator<string> {
  const opening = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...message.usage, output_tokens: 1 },
  };
  yield event("message_start", { message: opening });
  yield event("ping", {});
  for (const [index, block] of message.content.entries()) {
    yield event("content_block_start", { index, content_block: emptied(block) });
    for (const delta of deltas(block)) yield event("content_block_delta", { index, delta });
    yield event("content_block_stop", { index });
  }
  yield event("message_delta", {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: message.usage,
  });
  yield event("message_stop", {});
}

function emptied(block: Block): Block {
  if (block.type === "thinking") return { ...block, thinking: "", signature: "" };
  if (block.type === "text") return { ...block, text: "" };
  return { ...block, input: {} };
}

function* deltas(block: Block): Generator<object> {
  if (block.type === "thinking") {
    for (const piece of pieces(block.thinking)) yield { type: "thinking_delta", thinking: piece };
    yield { type: "signature_delta", signature: block.signature };
  } else if (block.type === "text") {
    for (const piece of pieces(block.text)) yield { type: "text_delta", text: piece };
  } else {
    for (const piece of pieces(JSON.stringify(block.input))) {
      yield { type: "input_json_delta", partial_json: piece };
    }
  }
}

/** Small pieces on purpose, cut by code point: a client that joins them wrongly should fail here. */
function* pieces(text: string, size = 60): Generator<string> {
  const points = [...text];
  for (let at = 0; at < points.length; at += size) yield points.slice(at, at + size).join("");
}

function event(type: string, payload: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`;
}
