// Operations on the chat. Its tools are the operations themselves, called the way every door calls them.

import type { LiveConversation, RunningAnswer } from "../../context/chat-state.ts";
import {
  answererOf,
  ask,
  decide,
  regenerate,
  startConversation,
  stopAnswer,
} from "../../journeys/chat/chat.ts";
import type { Chatting } from "../../journeys/chat/chatting.ts";
import { chatCommands } from "../../journeys/chat/commands.ts";
import {
  describeConversation,
  listConversations,
  openConversation,
} from "../../journeys/chat/conversations.ts";
import { searchMemory } from "../../journeys/search/search.ts";
import type { Memory } from "../../memory/memory.ts";
import { capsOf, spentToday } from "../../models/spend.ts";
import type { ChatMessage } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { tools } from "../agent-tools.ts";
import type { HandlerContext, HandlersOf } from "../context.ts";
import type { Call } from "../contracts.ts";
import { asTool, readyTools } from "../own-tools.ts";
import { perform } from "../perform.ts";
import type { operations } from "./contract.ts";

export const handlers = {
  async "chat.start"({ memory }, { folder }) {
    const { id } = startConversation(memory, folder);
    return {
      conversation: id,
      answerer: answererOf(memory),
      spentToday: await spent(memory),
      commands: chatCommands.map(({ usage, summary }) => ({ usage, summary })),
    };
  },
  async "chat.list"({ memory }, asked) {
    return { conversations: await listConversations(memory, asked) };
  },
  async "chat.show"(context, { conversation: id }) {
    const { memory } = context;
    const live = await openConversation(chatting(context), id);
    return {
      conversation: await describeConversation(memory, live),
      messages: structuredClone(live.messages),
      answerer: answererOf(memory),
      spentToday: await spent(memory),
    };
  },
  async "chat.send"(context, asked) {
    const { conversation, answer } = await ask(chatting(context), asked);
    return followed(context, conversation, answer);
  },
  async "chat.approve"(context, decision) {
    const { conversation, answer } = await decide(chatting(context), decision);
    if (answer) return followed(context, conversation, answer);
    return answered(context.memory, conversation, conversation.messages.at(-1));
  },
  async "chat.regenerate"(context, { conversation: id }) {
    const { conversation, answer } = await regenerate(chatting(context), id);
    return followed(context, conversation, answer);
  },
  async "chat.follow"(context, { conversation: id }) {
    const conversation = await openConversation(chatting(context), id);
    if (conversation.answer) return followed(context, conversation, conversation.answer);
    return answered(context.memory, conversation, conversation.messages.at(-1));
  },
  async "chat.stop"(context, { conversation }) {
    return { stopped: await stopAnswer(chatting(context), conversation) };
  },
} satisfies HandlersOf<typeof operations>;

function chatting(context: HandlerContext): Chatting {
  const { memory } = context;
  const call: Call = (name, input) => perform({ ...context, emit: undefined }, name, input);
  return {
    ...{ memory, call, tools, search: (input) => searchMemory(memory, input) },
    ownTools: async (folder) => (await readyTools(call, folder)).map(asTool),
  };
}

/** The answer when it is complete; until then its events, for a caller that watches. */
async function followed(
  { memory, emit }: HandlerContext,
  conversation: LiveConversation,
  answer: RunningAnswer,
) {
  if (emit) answer.follow(emit);
  await answer.ended;
  return answered(memory, conversation, answer.message);
}

async function answered(memory: Memory, { id }: LiveConversation, message: ChatMessage | undefined) {
  if (!message) throw new TellbackError("not_found", "the conversation has no answer yet");
  return { conversation: id, message: structuredClone(message), spentToday: await spent(memory) };
}

function spent({ db, config }: Memory) {
  return spentToday(db, capsOf(config));
}
