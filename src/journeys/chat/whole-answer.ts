// One answer of a model that cannot stream or use tools (Claude Code run headless): the memories that fit the question
// are looked up first and given to it.

import { z } from "zod";
import type { LiveConversation } from "../../context/chat-state.ts";
import { inertLines } from "../../context/quoted-data.ts";
import type { Llm } from "../../models/llm/llm.ts";
import { ask } from "../../models/llm/metered.ts";
import type { Chatting } from "./chatting.ts";
import type { Draft } from "./draft.ts";
import { answerFromMemory, memoriesFor } from "./from-memory.ts";
import { textOf } from "./keep.ts";

const system = `You answer a question about the memory of the user's coding agents. The data holds the memories that \
were found, one a line, each with its id. Answer from them alone, briefly, in markdown, in the user's language; name \
your sources by their ids in square brackets. If they do not answer the question, say so.`;

const earlierMessages = 6;
const maxEarlier = 1_500;

export async function answerWhole(
  chatting: Pick<Chatting, "memory" | "call" | "search">,
  llm: Llm,
  conversation: LiveConversation,
  question: string,
  draft: Draft,
  callKey: string,
): Promise<void> {
  const found = await memoriesFor(chatting, conversation, question);
  if (found.length > 0) draft.add({ type: "memories", found });
  const asked = await ask(chatting.memory, llm, "chat", callKey, {
    system,
    prompt: [...earlier(conversation), `The question: ${question}`].join("\n\n"),
    data: inertLines({ found }).join("\n") || "Nothing was found.",
    schema: z.object({ answer: z.string() }),
    maxTokens: 2_000,
    signal: draft.signal,
  });
  if (asked.status === "answered") {
    const { usd, usage } = asked;
    draft.message.cost = { usd, input: usage.input + (usage.cacheRead ?? 0), output: usage.output };
    draft.text(asked.value.answer);
    draft.note("Claude Code gives one answer from these memories: it cannot use tools here.");
    return;
  }
  const text =
    asked.status === "capped"
      ? `The spending cap of the ${asked.cap} is reached; a model answers again from ${asked.until.slice(0, 16)} UTC.`
      : `The model gave no answer: ${asked.reason}.`;
  draft.message.state = "failed";
  if (found.length > 0) draft.note(`${text} These are your memories.`, true);
  else await answerFromMemory(chatting, conversation, question, draft, { text, isProblem: true });
}

function earlier({ messages }: LiveConversation): string[] {
  return messages
    .slice(0, -2)
    .slice(-earlierMessages)
    .map(({ role, parts }) => `${role === "user" ? "The user asked" : "You answered"}: ${textOf(parts)}`)
    .map((text) => text.slice(0, maxEarlier).toWellFormed());
}
