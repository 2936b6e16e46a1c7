// Runs a command that the user typed in the chat, by the operation that does the same elsewhere.

import type { LiveConversation } from "../../context/chat-state.ts";
import { inertLines } from "../../context/quoted-data.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Chatting } from "./chatting.ts";
import { idsIn } from "./cites.ts";
import { type ChatCommand, chatCommands, type TypedCommand, typedArguments } from "./commands.ts";
import type { Draft } from "./draft.ts";
import { findMemories } from "./from-memory.ts";

const maxShown = 8_000;

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
  const { tool, input, run } = callOf(chatting, conversation.folder, name, words);
  const id = `command-${draft.message.parts.length}`;
  const title = [`/${name}`, words].join(" ").trim();
  draft.add({ type: "tool", id, tool, title, input, state: "running", output: null, approval: null });
  try {
    const data = await run();
    for (const one of idsIn(data)) conversation.returned.add(one);
    draft.tool(id, { state: "done", output: inertLines(data, maxShown).join("\n") || "Nothing." });
  } catch (thrown) {
    const { message, hint } = TellbackError.from(thrown);
    draft.tool(id, { state: "failed", output: hint ? `${message}\n${hint}` : message });
  }
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function callOf(
  { call, tools }: Pick<Chatting, "call" | "tools">,
  folder: string | undefined,
  name: Exclude<ChatCommand["name"], "help" | "search">,
  words: string,
): { tool: string; input: Json; run(): Promise<Record<string, unknown>> } {
  const [first = "", rest = ""] = /^(\S+)\s*([\s\S]*)$/.exec(words)?.slice(1) ?? [];
  const byTool = (tool: string, input: { [key: string]: Json }) => ({
    ...{ tool, input },
    async run() {
      const found = tools.find((one) => one.name === tool);
      if (!found) throw new TellbackError("internal", `there is no tool ${tool}`);
      return found.run(call, input, { folder, session: async () => undefined });
    },
  });
  switch (name) {
    case "remember":
      return byTool("remember", { content: words });
    case "why":
      return { tool: "why", input: { id: words }, run: () => call("why", { id: words }) };
    case "functions":
      return byTool("search_functions", { query: words });
    case "run":
      return byTool("run_function", { name: first, args: typedArguments(rest) as Json[] });
    case "test":
      return byTool("test_function", { name: first });
    case "task":
      return byTool("task", words === "" ? {} : { task: words });
  }
}

function helpText(): string {
  return chatCommands.map(({ usage, summary }) => `${usage}: ${summary}`).join("\n");
}

function usageOf(name: string): string {
  return chatCommands.find((one) => one.name === name)?.usage ?? `/${name}`;
}
