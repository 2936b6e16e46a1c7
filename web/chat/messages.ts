// What an event of a streamed answer does to the messages on the screen. Pure.

import type { ChatEvent, ChatMessage, ToolPart } from "../../src/protocol/chat.ts";

export type Messages = readonly ChatMessage[];

export function withEvent(messages: Messages, event: ChatEvent): Messages {
  if (event.type === "message") return withMessage(messages, event.message);
  return messages.map((message) => {
    if (message.id !== event.message) return message;
    const parts = [...message.parts];
    if (event.type === "part") {
      parts[event.index] = event.part;
      return { ...message, parts };
    }
    const last = parts.at(-1);
    if (last?.type === "text") parts[parts.length - 1] = { type: "text", text: last.text + event.text };
    else parts.push({ type: "text", text: event.text });
    return { ...message, parts };
  });
}

/** New at the end, or instead of what was known of it. */
export function withMessage(messages: Messages, message: ChatMessage): Messages {
  const isKnown = messages.some(({ id }) => id === message.id);
  return isKnown ? messages.map((one) => (one.id === message.id ? message : one)) : [...messages, message];
}

/** The user's own words, shown before the daemon has them. */
export function asked(text: string): ChatMessage {
  return {
    ...{ id: `asked-${Date.now()}`, role: "user", at: new Date().toISOString(), state: "done", by: "you" },
    ...{ parts: [{ type: "text", text }], cites: [], replaces: null },
    cost: { usd: 0, input: 0, output: 0 },
  };
}

export function waitingIn(messages: Messages): ToolPart[] {
  const parts = messages.at(-1)?.parts ?? [];
  return parts.filter((part): part is ToolPart => part.type === "tool" && part.approval !== null);
}

/** Answers that a later one replaces. */
export function replacedIn(messages: Messages): ReadonlySet<string> {
  return new Set(messages.flatMap(({ replaces }) => replaces ?? []));
}

/** Enough digits to distinguish a cheap answer from a free one. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 4 : 2)}`;
}
