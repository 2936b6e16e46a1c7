// Stores a conversation, once: through capture, as a session of host `tellback-chat`, so that it is read, summarised and
// forgotten like any other. It is found only by those who ask for conversations, and teaches nothing. Only what the user and the model wrote is stored, and what tools were asked: memory does not
// remember its own answers.

import type { LiveConversation } from "../../context/chat-state.ts";
import { capture } from "../../memory/capture/capture.ts";
import type { Memory } from "../../memory/memory.ts";
import { type ChatMessage, type ChatPart, chatHost, type ToolPart } from "../../protocol/chat.ts";
import { citesIn, withLinks } from "./cites.ts";

/** The name under which capture knows that a tool is tellback's own. */
const ownTool = "mcp__tellback__";

export async function keepQuestion(memory: Memory, conversation: LiveConversation, message: ChatMessage) {
  const text = textOf(message.parts);
  await capture(memory, [
    { ...seen(memory, conversation, message), type: "prompt", text, promptId: message.id },
  ]);
}

/**
 * The part of an answer from `from` on, with the tools that the user has decided about before: what comes before and
 * after an approval is stored separately.
 */
export async function keepAnswer(
  memory: Memory,
  conversation: LiveConversation,
  {
    message,
    from,
    decided,
    questionId,
  }: { message: ChatMessage; from: number; decided: readonly string[]; questionId: string },
): Promise<void> {
  const parts = message.parts.slice(from);
  const at = { ...seen(memory, conversation, message), at: new Date().toISOString(), promptId: questionId };
  const tools = message.parts.flatMap((part, index) =>
    part.type === "tool" && part.state !== "waiting" && (index >= from || decided.includes(part.id))
      ? [{ part, index }]
      : [],
  );
  const text = withLinks(writtenIn(parts), message.cites);
  await capture(memory, [
    ...tools.map(({ part, index }) => ({
      ...at,
      type: "tool" as const,
      toolUseId: `${message.id}.${index}`,
      tool: ownTool + part.tool,
      input: part.input,
      output: "",
      status: statusOf(part),
    })),
    ...(text === "" ? [] : [{ ...at, type: "reply" as const, messageId: `${message.id}.${from}`, text }]),
  ]);
}

function statusOf({ state }: ToolPart): "ok" | "failed" | "interrupted" {
  return state === "done" ? "ok" : state === "failed" ? "failed" : "interrupted";
}

export function toolNameOf(stored: string): string {
  return stored.startsWith(ownTool) ? stored.slice(ownTool.length) : stored;
}

function seen({ paths }: Memory, { id, folder }: LiveConversation, { at }: ChatMessage) {
  // Everything belongs to a project: a conversation about all of them belongs to tellback's own folder.
  const projectDir = folder ?? paths.home;
  return { host: chatHost, sessionId: id, projectDir, cwd: projectDir, at };
}

/** What its author wrote. */
function writtenIn(parts: readonly ChatPart[]): string {
  return parts
    .flatMap((part) => (part.type === "text" ? part.text.trim() : []))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** A message as the model reads it again: of memories only which. */
export function textOf(parts: readonly ChatPart[]): string {
  return parts
    .flatMap((part) => {
      if (part.type === "text") return part.text.trim();
      if (part.type === "note") return part.text;
      if (part.type === "memories") return part.found.map(({ id }) => `- ${id}`).join("\n");
      return [];
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

export function citesOf(message: ChatMessage, returned: ReadonlySet<string>): ChatMessage["cites"] {
  return citesIn(textOf(message.parts), returned);
}
