// Operations on the chat. Those that answer can be streamed: over HTTP with `accept: application/x-ndjson`.

import { z } from "zod";
import { answerer, chatEvent, chatMessage, conversation, spentToday } from "../../protocol/chat.ts";
import { allProjects, folder, limit, type Operation, operation } from "../operation.ts";

const id = z.string().min(1).max(100).describe("id of the conversation");
const answered = z.object({
  conversation: z.string(),
  message: chatMessage.describe("the answer"),
  spentToday,
});

export const operations = {
  "chat.start": operation(
    "Start a conversation; it is stored with its first message",
    "nothing",
    z.object({ folder }),
    z.object({
      conversation: z.string(),
      answerer,
      spentToday,
      commands: z.array(z.object({ usage: z.string(), summary: z.string() })),
    }),
    [],
    { cli: { within: "chat" } },
  ),
  "chat.list": operation(
    "List conversations, newest first",
    "nothing",
    z.object({ limit: limit(20), folder, allProjects }),
    z.object({ conversations: z.array(conversation) }),
  ),
  "chat.show": operation(
    "Show a conversation",
    "nothing",
    z.object({ conversation: id }),
    z.object({ conversation, messages: z.array(chatMessage), answerer, spentToday }),
    ["conversation"],
  ),
  "chat.send": streamed(
    "Ask in a conversation, and get the answer",
    z.object({
      text: z.string().trim().min(1).max(20_000).describe("the question, or a command such as /search"),
      conversation: id.optional().describe("default: a new one"),
      folder,
    }),
    ["text"],
    "memory",
    { cli: { within: "chat" } },
  ),
  "chat.approve": streamed(
    "Approve or refuse a tool that writes; the answer then goes on",
    z.object({
      approval: z.string().min(1).max(100).describe("id of the approval that is waiting"),
      yes: z.boolean().default(false).describe("run it (default: refuse it)"),
    }),
    ["approval"],
  ),
  "chat.regenerate": streamed(
    "Answer the last question again; both answers are kept",
    z.object({ conversation: id }),
    ["conversation"],
  ),
  "chat.follow": streamed(
    "Follow the answer that is being made, from its beginning",
    z.object({ conversation: id }),
    ["conversation"],
    "nothing",
    { cli: { within: "chat" } },
  ),
  "chat.stop": operation(
    "Stop the answer that is being made; what came stays",
    "memory",
    z.object({ conversation: id }),
    z.object({ stopped: z.boolean() }),
    ["conversation"],
  ),
} as const;

function streamed<Input extends z.ZodObject>(
  summary: string,
  input: Input,
  positional: readonly (keyof Input["shape"] & string)[],
  changes: "memory" | "nothing" = "memory",
  more: Pick<Operation, "cli"> = {},
) {
  return { ...operation(summary, changes, input, answered, positional, more), streams: chatEvent };
}
