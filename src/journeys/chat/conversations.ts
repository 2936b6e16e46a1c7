// Conversations: those in use are in memory, the others are read back from the session that they were stored as.

import { randomUUID } from "node:crypto";
import type { LiveConversation } from "../../context/chat-state.ts";
import type { Memory } from "../../memory/memory.ts";
import { costsOf } from "../../models/spend.ts";
import { type ChatMessage, type Conversation, chatHost } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Session } from "../../protocol/sessions.ts";
import { type WholeObservation, wholeObservations } from "../../rooms/observations/room.ts";
import { projectOf, projectScope } from "../../rooms/projects/room.ts";
import { getSession, isSession, listSessions } from "../../rooms/sessions/room.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Chatting } from "./chatting.ts";
import { withoutLinks } from "./cites.ts";
import { memoriesFor } from "./from-memory.ts";
import { textOf, toolNameOf } from "./keep.ts";

export const free = { usd: 0, input: 0, output: 0 };

export function newConversation(folder: string | undefined): LiveConversation {
  return {
    id: randomUUID(),
    folder,
    startedAt: new Date().toISOString(),
    messages: [],
    history: [],
    answerFrom: 0,
    returned: new Set(),
    approvals: new Map(),
    answer: null,
  };
}

type OpenChat = Pick<Chatting, "memory" | "call" | "search">;

/** The conversation with this id, from memory or from the store. */
export async function openConversation(chatting: OpenChat, typed: string): Promise<LiveConversation> {
  const { memory } = chatting;
  const live = memory.chat.get(typed);
  // A deleted session takes its conversation with it.
  if (live && (live.messages.length === 0 || live.answer || (await isSession(memory.db, live.id)))) {
    memory.chat.keep(live);
    return live;
  }
  memory.chat.drop(typed);
  const id = await resolveId(memory.db, "sessions", typed);
  const known = memory.chat.get(id);
  if (known) return known;
  const session = await getSession(memory.db, id);
  if (session.host !== chatHost) {
    throw new TellbackError("invalid_input", `the session ${id} is not a conversation of the chat`, {
      hint: "`tellback chat list` lists the conversations.",
    });
  }
  const read = await readConversation(chatting, session);
  memory.chat.keep(read);
  return read;
}

async function readConversation(chatting: OpenChat, session: Session): Promise<LiveConversation> {
  const { memory } = chatting;
  const { root } = await projectOf(memory.db, session.id);
  const folder = root === memory.paths.home ? undefined : root;
  const empty = { ...newConversation(folder), id: session.id, startedAt: session.startedAt };
  const messages = await withMemories(
    chatting,
    empty,
    messagesOf(await wholeObservations(memory.db, session.id)),
  );
  for (const { id } of messages.flatMap(({ cites }) => cites)) empty.returned.add(id);
  const costs = await costsOf(memory.db, callKeyOf(session.id));
  for (const message of messages) {
    const own = costs.filter(({ callKey }) => callKey.startsWith(callKeyOf(session.id, message.id)));
    for (const { usd, input, output, model } of own) {
      const { cost } = message;
      message.cost = { usd: cost.usd + usd, input: cost.input + input, output: cost.output + output };
      message.by = model;
    }
  }
  const replaced = new Set(messages.flatMap(({ replaces }) => replaces ?? []));
  const kept = messages.filter(({ id }) => !replaced.has(id));
  const history = kept.map(({ role, parts }) => ({ role, content: textOf(parts) || "(nothing)" }));
  const answerFrom = history.findLastIndex(({ role }) => role === "user") + 1;
  return { ...empty, messages, history, answerFrom };
}

/** Older questions stay without an answer: each is a search. */
const maxAskedAgain = 20;

/** An answer from the memory alone is not stored: what the memory says now takes its place. */
async function withMemories(
  chatting: OpenChat,
  conversation: LiveConversation,
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  const isUnanswered = (index: number) =>
    messages[index]?.role === "user" && messages[index + 1]?.role !== "assistant";
  const unanswered = messages.filter((_, index) => isUnanswered(index)).slice(-maxAskedAgain);
  const whole: ChatMessage[] = [];
  for (const message of messages) {
    whole.push(message);
    if (!unanswered.includes(message)) continue;
    const query = textOf(message.parts).replace(/^\/search\s+/, "");
    const found = await memoriesFor(chatting, conversation, query);
    const text = found.length === 0 ? "No memory fits the question." : "These are your memories now:";
    whole.push({
      ...message,
      ...{ id: `${message.id}-memories`, role: "assistant", by: "memory" },
      parts: [
        { type: "note", text, isProblem: false },
        ...(found.length > 0 ? [{ type: "memories" as const, found }] : []),
      ],
    });
  }
  return whole;
}

/** The key of a model call, or what the keys of a conversation or a message begin with. */
export function callKeyOf(conversation: string, message?: string): string {
  return message === undefined ? `chat:${conversation}:` : `chat:${conversation}:${message}:`;
}

/** What was said and done, as messages. The parts of an answer have the id of their message in their keys. */
function messagesOf(story: readonly WholeObservation[]): ChatMessage[] {
  const messages = new Map<string, ChatMessage & { answers: string }>();
  for (const row of story) {
    if (row.kind === "prompt") {
      messages.set(row.promptId, { ...asMessage(row.promptId, "user", row), answers: "" });
      continue;
    }
    const key = /^(?:reply|tool):([^@]*)/.exec(row.hostKey)?.[1] ?? "";
    const id = key.replace(/\.\d+$/, "");
    const message = messages.get(id) ?? {
      ...asMessage(id, "assistant", row),
      parts: [],
      answers: row.promptId,
    };
    messages.set(id, message);
    if (row.kind === "reply") {
      const { text, cites } = withoutLinks(row.said);
      message.parts.push({ type: "text", text });
      message.cites.push(...cites);
      continue;
    }
    message.parts.push({
      ...{ type: "tool", id: key, tool: toolNameOf(row.tool ?? ""), title: row.said, input: null },
      ...{ output: null, approval: null },
      state: row.status === "ok" ? "done" : row.status === "failed" ? "failed" : "refused",
    });
  }
  const last = new Map<string, string>();
  return [...messages.values()].map(({ answers, ...message }) => {
    if (message.role === "user") return message;
    const replaces = last.get(answers) ?? null;
    last.set(answers, message.id);
    return { ...message, replaces };
  });
}

function asMessage(
  id: string,
  role: ChatMessage["role"],
  { said: text, happenedAt: at }: WholeObservation,
): ChatMessage {
  const by = role === "user" ? "you" : "memory";
  const parts: ChatMessage["parts"] = [{ type: "text", text }];
  return { id, role, at, parts, state: "done", by, cost: { ...free }, cites: [], replaces: null };
}

export async function listConversations(
  memory: Memory,
  { limit, ...asked }: { limit: number; folder?: string | undefined; allProjects: boolean },
): Promise<Conversation[]> {
  const projects = await projectScope(memory.db, asked);
  const sessions = await listSessions(memory.db, { projects, host: chatHost, limit });
  return Promise.all(sessions.map((session) => asConversation(memory, session)));
}

async function asConversation(memory: Memory, session: Session): Promise<Conversation> {
  const { id, name, firstPrompt, startedAt, lastSeenAt } = session;
  const { root } = await projectOf(memory.db, id);
  const project = root === memory.paths.home ? "" : session.project;
  const title = name ?? firstPrompt ?? "";
  return { id, title, project, startedAt, lastSeenAt, state: stateOf(memory.chat.get(id)) };
}

export async function describeConversation(memory: Memory, live: LiveConversation): Promise<Conversation> {
  if (live.messages.length > 0) return asConversation(memory, await getSession(memory.db, live.id));
  const { id, startedAt } = live;
  return { id, title: "", project: "", startedAt, lastSeenAt: startedAt, state: "idle" };
}

function stateOf(live: LiveConversation | undefined): Conversation["state"] {
  if (live?.answer) return "answering";
  return live && live.approvals.size > 0 ? "waiting" : "idle";
}
