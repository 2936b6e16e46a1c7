// Runs a command that the user typed in the chat, by the operation that does the same elsewhere.

import type { LiveConversation } from "../../context/chat-state.ts";
import { inertLines } from "../../context/quoted-data.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Chatting } from "./chatting.ts";
import { idsIn } from "./cites.ts";
import { type ChatCommand, chatCommands, type TypedCommand, typedArguments } from "./commands.ts";
import type { Draft } from "./draft.ts";
import { findMemories } from "./from-memory.ts";

const mostShown = 8_000;

export async function runCommand(
  chatting: Chatting,
  conversation: LiveConversation,
  typed: TypedCommand,
  draft: Draft,
): Promise<void> {
  if (typed.is === "unknown") return draft.note(`There is no command /${typed.name}.\n${helpText()}`, true);
  const { name, words } = typed;
  if (name === "help") return draft.note(helpText());
  if (words === "" && name !== "task") return draft.note(`Write more: ${usageOf(name)}`, true);
  if (name === "search") {
    const found = await findMemories(chatting, conversation, words);
    if (found.length === 0) return draft.note("Nothing was found.");
    return draft.add({ type: "memories", found });
  }
  const { tool, input, run } = callOf(chatting.call, conversation.folder, name, words);
  const id = `command-${draft.message.parts.length}`;
  const title = [`/${name}`, words].join(" ").trim();
  draft.add({ type: "tool", id, tool, title, input, state: "running", output: null, approval: null });
  try {
    const data = await run();
    for (const one of idsIn(data)) conversation.returned.add(one);
    draft.tool(id, { state: "done", output: inertLines(data, mostShown).join("\n") || "Nothing." });
  } catch (thrown) {
    const { message, hint } = TellbackError.from(thrown);
    draft.tool(id, { state: "failed", output: hint ? `${message}\n${hint}` : message });
  }
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function callOf(
  call: Chatting["call"],
  folder: string | undefined,
  name: Exclude<ChatCommand["name"], "help" | "search">,
  words: string,
): { tool: string; input: Json; run(): Promise<Record<string, unknown>> } {
  const [first = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(words)?.slice(1) ?? [];
  switch (name) {
    case "remember":
      return made("remember", { content: words }, (input) => call("agent.remember", { ...input, folder }));
    case "why":
      return made("why", { id: words }, (input) => call("why", input));
    case "functions":
      return made("search_functions", { query: words }, (input) => call("search_functions", input));
    case "run":
      return made("run_function", { name: first, args: typedArguments(rest) as Json[] }, (input) =>
        call("run_function", input),
      );
    case "test":
      return made("test_function", { name: first }, (input) => call("test_function", input));
    case "task":
      return made("task", words === "" ? {} : { task: words }, (input) =>
        call("agent.task", { ...input, action: "status", folder }),
      );
  }
}

function made<Input extends Json>(
  tool: string,
  input: Input,
  run: (input: Input) => Promise<Record<string, unknown>>,
) {
  return { tool, input, run: () => run(input) };
}

function helpText(): string {
  return chatCommands.map(({ usage, summary }) => `${usage}: ${summary}`).join("\n");
}

function usageOf(name: string): string {
  return chatCommands.find((one) => one.name === name)?.usage ?? `/${name}`;
}
