// chat: a question of the user → an answer, by a model with tellback's tools, or from the memory alone. The messages, what
// the model has read, and the approvals live here: a client sends a question, or yes or no, and nothing else.

import { randomUUID } from "node:crypto";
import type { LiveConversation, RunningAnswer } from "../../context/chat-state.ts";
import type { Memory } from "../../memory/memory.ts";
import { type ChatModel, chatModelOf, type StreamingModel } from "../../models/llm/chat-model.ts";
import { llmSettings } from "../../models/llm/open.ts";
import type { Answerer, ChatMessage, ToolPart } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Chatting } from "./chatting.ts";
import { typedCommand } from "./commands.ts";
import { callKeyOf, free, newConversation, openConversation } from "./conversations.ts";
import { type Draft, write } from "./draft.ts";
import { answerFromMemory } from "./from-memory.ts";
import { closed } from "./history.ts";
import { citesOf, keepAnswer, keepQuestion, textOf } from "./keep.ts";
import { runCommand } from "./run-command.ts";
import { answerWhole } from "./whole-answer.ts";

export function startConversation(memory: Memory, folder: string | undefined): LiveConversation {
  const conversation = newConversation(folder);
  memory.chat.keep(conversation);
  return conversation;
}

export async function ask(
  chatting: Chatting,
  asked: { conversation?: string | undefined; text: string; folder?: string | undefined },
): Promise<{ conversation: LiveConversation; answer: RunningAnswer }> {
  const { memory } = chatting;
  const conversation =
    asked.conversation === undefined
      ? startConversation(memory, asked.folder)
      : await openConversation(chatting, asked.conversation);
  refuseWhileAnswering(conversation);
  giveUpWaiting(conversation);
  const question = messageOf("user", "you");
  question.parts.push({ type: "text", text: asked.text });
  question.state = "done";
  await keepQuestion(memory, conversation, question);
  conversation.messages.push(question);
  conversation.history.push({ role: "user", content: asked.text });
  conversation.answerFrom = conversation.history.length;
  return { conversation, answer: beginAnswer(chatting, conversation, null) };
}

/** Both answers are kept; the model no longer sees the first. */
export async function regenerate(
  chatting: Chatting,
  id: string,
): Promise<{ conversation: LiveConversation; answer: RunningAnswer }> {
  const conversation = await openConversation(chatting, id);
  refuseWhileAnswering(conversation);
  const last = conversation.messages.at(-1);
  if (last?.role !== "assistant") throw new TellbackError("conflict", "there is no answer to make again");
  giveUpWaiting(conversation);
  conversation.history.length = conversation.answerFrom;
  return { conversation, answer: beginAnswer(chatting, conversation, last.id) };
}

/** The user's word about a tool that waits. The answer goes on when nothing waits any more. */
export async function decide(
  chatting: Chatting,
  { approval, yes }: { approval: string; yes: boolean },
): Promise<{ conversation: LiveConversation; answer: RunningAnswer | null }> {
  const conversation = chatting.memory.chat.waitingFor(approval);
  const waiting = conversation?.approvals.get(approval);
  const message = conversation?.messages.at(-1);
  if (!conversation || !waiting || waiting.yes !== null || !message) {
    throw new TellbackError("not_found", `no approval ${approval} is waiting`, {
      hint: "It was answered already, or the daemon was restarted: ask again.",
    });
  }
  waiting.yes = yes;
  toolIn(message, waiting.toolCallId).approval = null;
  const decisions = [...conversation.approvals];
  if (decisions.some(([, one]) => one.yes === null)) return { conversation, answer: null };
  conversation.approvals.clear();
  conversation.history.push({
    role: "tool",
    content: decisions.map(([approvalId, one]) => ({
      type: "tool-approval-response",
      approvalId,
      approved: one.yes === true,
    })),
  });
  for (const [, one] of decisions) toolIn(message, one.toolCallId).state = one.yes ? "running" : "refused";
  message.state = "answering";
  const decided = decisions.map(([, { toolCallId }]) => toolCallId);
  return { conversation, answer: goOn(chatting, conversation, message, decided) };
}

/** True if something was stopped. */
export async function stopAnswer(
  chatting: Pick<Chatting, "memory" | "call" | "search">,
  id: string,
): Promise<boolean> {
  const conversation = await openConversation(chatting, id);
  if (conversation.answer) {
    const { answer } = conversation;
    answer.stop();
    await answer.ended;
    return true;
  }
  return giveUpWaiting(conversation);
}

function refuseWhileAnswering({ answer, id }: LiveConversation): void {
  if (!answer) return;
  throw new TellbackError("conflict", "the last question is still being answered", {
    hint: `Wait for it, or stop it: \`tellback chat stop ${id}\``,
  });
}

/** What the user has not approved when the conversation goes on, is not run. */
function giveUpWaiting(conversation: LiveConversation): boolean {
  if (conversation.approvals.size === 0) return false;
  const message = conversation.messages.at(-1);
  for (const { toolCallId } of conversation.approvals.values())
    if (message) Object.assign(toolIn(message, toolCallId), { state: "refused", approval: null });
  if (message) message.state = "stopped";
  conversation.approvals.clear();
  conversation.history = closed(conversation.history as never);
  return true;
}

function toolIn({ parts }: ChatMessage, id: string): ToolPart {
  const part = parts.find((one) => one.type === "tool" && one.id === id);
  if (part?.type !== "tool") throw new TellbackError("internal", `no tool ${id} in the message`);
  return part;
}

function messageOf(role: ChatMessage["role"], by: string): ChatMessage {
  const at = new Date().toISOString();
  return {
    ...{ id: randomUUID(), role, at, by, parts: [], state: "answering", cost: { ...free } },
    ...{ cites: [], replaces: null },
  };
}

function beginAnswer(
  chatting: Chatting,
  conversation: LiveConversation,
  replaces: string | null,
): RunningAnswer {
  const message = { ...messageOf("assistant", "memory"), replaces };
  conversation.messages.push(message);
  return goOn(chatting, conversation, message);
}

function goOn(
  chatting: Chatting,
  conversation: LiveConversation,
  message: ChatMessage,
  decided: readonly string[] = [],
): RunningAnswer {
  const { memory } = chatting;
  const question = conversation.messages.findLast(({ role }) => role === "user");
  const text = textOf(question?.parts ?? []);
  const from = message.parts.length;
  const work = async (draft: Draft) => {
    await answerTo(chatting, conversation, text, draft);
    if (message.state === "answering") message.state = draft.signal.aborted ? "stopped" : "done";
  };
  const answer = write(message, work, async () => {
    message.cites = citesOf(message, conversation.returned);
    try {
      await keepAnswer(memory, conversation, { message, from, decided, questionId: question?.id ?? "" });
    } finally {
      conversation.answer = null;
    }
  });
  conversation.answer = answer;
  memory.chat.keep(conversation);
  return answer;
}

async function answerTo(
  chatting: Chatting,
  conversation: LiveConversation,
  question: string,
  draft: Draft,
): Promise<void> {
  const { memory } = chatting;
  const typed = typedCommand(question);
  if (typed) {
    await runCommand(chatting, conversation, typed, draft);
    return noteInHistory(conversation, draft);
  }
  const model = configuredModel(memory);
  switch (model.kind) {
    case "streaming":
      return answerWithTools(chatting, model, conversation, question, draft);
    case "whole answers":
      draft.message.by = nameOf(model);
      try {
        const key = `${callKeyOf(conversation.id, draft.message.id)}1`;
        await answerWhole(chatting, model.llm, conversation, question, draft, key);
      } finally {
        await model.llm.close();
      }
      return noteInHistory(conversation, draft);
    case "unusable": {
      const { message, hint } = model.error;
      const text = `The model cannot be used: ${message}. ${hint ?? ""}`.trim();
      await answerFromMemory(chatting, conversation, question, draft, { text, isProblem: true });
      return noteInHistory(conversation, draft);
    }
    case "none":
      await answerFromMemory(chatting, conversation, question, draft, { text: noModel, isProblem: false });
      return noteInHistory(conversation, draft);
  }
}

const noModel = "No model is set.";

async function answerWithTools(
  chatting: Chatting,
  model: StreamingModel,
  conversation: LiveConversation,
  question: string,
  draft: Draft,
): Promise<void> {
  const { message } = draft;
  message.by = nameOf(model);
  const { runToolLoop } = await import("./tool-loop.ts");
  const prefix = callKeyOf(conversation.id, message.id);
  const callKey = () => `${prefix}${randomUUID()}`;
  const tools = [...chatting.tools, ...(await chatting.ownTools(conversation.folder))];
  const end = await runToolLoop({ ...chatting, tools, model, conversation, draft, callKey });
  switch (end.is) {
    case "done":
      message.state = "done";
      return;
    case "waiting":
      message.state = "waiting";
      return;
    case "stopped":
      message.state = "stopped";
      return;
    case "capped": {
      message.state = "failed";
      const text = `The spending cap of the ${end.cap} is reached; a model answers again from ${end.until.slice(0, 16).replace("T", " ")} UTC (\`tellback config set spend.dailyUsd …\` raises it).`;
      return answerFromMemory(chatting, conversation, question, draft, { text, isProblem: true });
    }
    case "failed": {
      message.state = "failed";
      const { message: why, hint } = end.error;
      const text = `The model gave no ${message.parts.some(({ type }) => type === "text") ? "whole " : ""}answer: ${why}. ${hint ?? ""}`;
      return answerFromMemory(chatting, conversation, question, draft, {
        text: text.trim(),
        isProblem: true,
      });
    }
  }
}

/** For an answer that no tool loop has written. */
function noteInHistory(conversation: LiveConversation, { message }: Draft): void {
  conversation.history.push({ role: "assistant", content: textOf(message.parts) || "(nothing)" });
}

function configuredModel(memory: Memory): ChatModel {
  return chatModelOf(llmSettings(memory.config, memory.paths));
}

function nameOf(model: Extract<ChatModel, { kind: "streaming" | "whole answers" }>): string {
  const { provider, model: name } = model.kind === "streaming" ? model : model.llm;
  return `${provider}/${name}`;
}

/** What answers here, in the user's words. */
export function answererOf(memory: Memory): Answerer {
  const model = configuredModel(memory);
  switch (model.kind) {
    case "streaming":
      return { model: nameOf(model), hasTools: true, note: "Tools that write wait for your approval." };
    case "whole answers":
      return {
        model: nameOf(model),
        hasTools: false,
        note: "Claude Code gives one answer from the memories that fit: it cannot stream or use tools here.",
      };
    case "unusable":
      return { model: null, hasTools: false, note: `The model cannot be used: ${model.error.message}` };
    case "none":
      return {
        model: null,
        hasTools: false,
        note: `${noModel} Questions are answered with the memories that fit them; \`tellback config set llm.provider …\` sets one.`,
      };
  }
}
