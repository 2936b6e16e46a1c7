// The chat: conversations of the user with a model that uses tellback's tools, or with the memory alone. What the page
// and the command line show, and the events of an answer while it is being made.

import { z } from "zod";
import { used } from "./spend.ts";

/** The host of the sessions that conversations are stored as. */
export const chatHost = "tellback-chat";

const memoryCard = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  at: z.string(),
});
export type MemoryCard = z.infer<typeof memoryCard>;

const toolState = z.enum(["running", "waiting", "done", "failed", "refused"]);

const toolPart = z.object({
  type: z.literal("tool"),
  id: z.string(),
  tool: z.string(),
  title: z.string().describe("the call in one line"),
  input: z.json().describe("what the model passed; null in a conversation of an earlier daemon"),
  state: toolState,
  output: z.string().nullable().describe("what it answered, as text"),
  approval: z.string().nullable().describe("the id to approve or refuse it with, while it is waiting"),
});
export type ToolPart = z.infer<typeof toolPart>;

/** A part of a message, in the order in which it came. */
const chatPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  toolPart,
  z.object({ type: z.literal("memories"), found: z.array(memoryCard) }),
  /** tellback's own words. */
  z.object({ type: z.literal("note"), text: z.string(), isProblem: z.boolean() }),
]);
export type ChatPart = z.infer<typeof chatPart>;

const messageState = z.enum(["answering", "waiting", "done", "stopped", "failed"]);

export const chatMessage = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  at: z.string(),
  parts: z.array(chatPart),
  state: messageState.describe("waiting: for the user's approval"),
  by: z.string().describe("who wrote it: you, memory, or the model"),
  cost: z.object({ usd: z.number(), input: z.number().int(), output: z.number().int() }),
  cites: z
    .array(z.object({ as: z.string(), id: z.string() }))
    .describe("ids in the text that a tool of this conversation returned; no others become links"),
  replaces: z.string().nullable().describe("the earlier answer to the same question"),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** What answers: a model with tools, a model that gives one answer, or the memory alone. */
export const answerer = z.object({
  model: z.string().nullable(),
  hasTools: z.boolean(),
  note: z.string().describe("what this means for the user"),
});
export type Answerer = z.infer<typeof answerer>;

export const conversation = z.object({
  id: z.string(),
  title: z.string(),
  project: z.string().describe("name of its project; empty: all projects"),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  state: z.enum(["idle", "answering", "waiting"]),
});
export type Conversation = z.infer<typeof conversation>;

export const spentToday = used.describe("of all model calls of today, against the cap");

/** One line of a streamed answer; the last is the operation's own output, or its error. */
export const chatEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message"), message: chatMessage }).describe("a message begins"),
  z.object({ type: z.literal("text"), message: z.string(), text: z.string() }).describe("more of its text"),
  z
    .object({ type: z.literal("part"), message: z.string(), index: z.number().int(), part: chatPart })
    .describe("a part is new, or has changed"),
]);
export type ChatEvent = z.infer<typeof chatEvent>;
