// tellback chat: a question to the memory in the terminal. A tool that writes asks here before it runs.

import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { ask } from "../../client/ask.ts";
import { pathsOf } from "../../config/paths.ts";
import type { ToolPart } from "../../protocol/chat.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { OutputOf } from "../contracts.ts";
import { dim, say, sayJson } from "../text/output.ts";
import { texts as chatTexts } from "./text.ts";

type Options = Record<string, unknown>;
type Answer = OutputOf<"chat.send">;

export async function chat(words: string[], options: Options): Promise<void> {
  const conversation = typeof options.conversation === "string" ? options.conversation : undefined;
  const folder = options.allProjects === true ? undefined : process.cwd();
  const text = words.join(" ").trim();
  if (text !== "") {
    const answer = await settled(await send(text, conversation, folder), options);
    if (options.json) sayJson(answer);
    return;
  }
  if (!isatty(0) || !isatty(1)) {
    throw new TellbackError("invalid_input", "a question is missing", {
      hint: "Ask one: `tellback chat what did we decide?`",
    });
  }
  await converse(conversation, folder, options);
}

function send(text: string, conversation: string | undefined, folder: string | undefined): Promise<Answer> {
  return ask(pathsOf(), "chat.send", { text, conversation, folder });
}

/** Question after question, until an empty line. */
async function converse(first: string | undefined, folder: string | undefined, options: Options) {
  say(dim("Ask, or type a command such as /help. An empty line ends."));
  for (let conversation = first; ; ) {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const text = (await lines.question("> ")).trim();
    lines.close();
    if (text === "") return;
    const answer = await settled(await send(text, conversation, folder), options);
    conversation = answer.conversation;
  }
}

/** Shows the answer and asks about each tool that waits; without a terminal it says how to approve. */
async function settled(answer: Answer, options: Options): Promise<Answer> {
  if (!options.json) say(chatTexts["chat.send"](answer));
  const waiting = answer.message.parts.filter((part): part is ToolPart => part.type === "tool");
  const next = waiting.find(({ approval }) => approval !== null);
  if (!next?.approval || options.json || !isatty(0) || !isatty(1)) return answer;
  const { confirm, isCancel } = await import("@clack/prompts");
  const agreed = await confirm({ message: `Run ${next.title}?`, initialValue: false });
  const decision = { approval: next.approval, yes: !isCancel(agreed) && agreed };
  return settled(await ask(pathsOf(), "chat.approve", decision), options);
}
