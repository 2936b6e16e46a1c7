// What the model of a conversation has read and written. It must always be complete: a provider refuses a history in
// which a tool call has no result. Pure.

import type { ModelMessage, ToolResultPart } from "ai";

/** What a tool call without a result gets instead. */
export type ResultOf = (toolCallId: string) => string | undefined;

/** The history with a result for each tool call, and without requests that nobody will answer. */
export function closed(
  history: readonly ModelMessage[],
  resultOf: ResultOf = () => undefined,
): ModelMessage[] {
  const answered = new Set(
    history.flatMap((message) =>
      message.role === "tool"
        ? message.content.flatMap((part) => (part.type === "tool-result" ? part.toolCallId : []))
        : [],
    ),
  );
  return history.flatMap((message): ModelMessage[] => {
    if (message.role === "tool") {
      const content = message.content.filter((part) => part.type === "tool-result");
      return content.length === 0 ? [] : [{ ...message, content }];
    }
    if (message.role !== "assistant" || typeof message.content === "string") return [message];
    const content = message.content.filter((part) => part.type !== "tool-approval-request");
    if (content.length === 0) return [];
    const missing = content.flatMap((part): ToolResultPart[] => {
      if (part.type !== "tool-call" || answered.has(part.toolCallId)) return [];
      const { toolCallId, toolName } = part;
      const value = resultOf(toolCallId) ?? "The user did not approve it: it was not run.";
      return [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }];
    });
    const assistant = { ...message, content };
    return missing.length === 0 ? [assistant] : [assistant, { role: "tool", content: missing }];
  });
}

/** The newest exchanges that fit, each with its question. */
export function fitted(history: readonly ModelMessage[], maxBytes: number): ModelMessage[] {
  const starts = history.flatMap(({ role }, index) => (role === "user" ? index : []));
  const first = starts.find((start) => Buffer.byteLength(JSON.stringify(history.slice(start))) <= maxBytes);
  return history.slice(first ?? starts.at(-1) ?? 0);
}
