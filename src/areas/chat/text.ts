// Renders conversations of the chat as text.

import type { ChatMessage, ChatPart } from "../../protocol/chat.ts";
import { shortId } from "../../protocol/ids.ts";
import type { OutputOf } from "../contracts.ts";
import { bad, bold, columns, dim, fitted, warn, when } from "../text/output.ts";
import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

export const texts = {
  "chat.start": ({ conversation, answerer }) => `${conversation}\n${dim(answerer.note)}`,
  "chat.list": ({ conversations }) =>
    conversations.length === 0
      ? "No conversations yet. `tellback chat TEXT` starts one."
      : columns(
          conversations.map(({ id, lastSeenAt, project, title, state }) => [
            shortId(id),
            dim(when(lastSeenAt)),
            project || "all projects",
            (state === "idle" ? "" : `${warn(state)} `) + fitted(title, 50),
          ]),
        ),
  "chat.show": ({ messages, answerer }) => [...messages.map(messageText), dim(answerer.note)].join("\n\n"),
  "chat.send": answerText,
  "chat.approve": answerText,
  "chat.regenerate": answerText,
  "chat.follow": answerText,
  "chat.stop": ({ stopped }) => (stopped ? "Stopped; what came is kept." : "No answer is being made."),
} satisfies TextsOf<typeof operations>;

function answerText({ conversation, message, spentToday }: OutputOf<"chat.send">): string {
  const cost =
    message.cost.usd > 0
      ? `${dollars(message.cost.usd)} · today ${dollars(spentToday.usd)} of ${dollars(spentToday.capUsd)} · `
      : "";
  const more = `${cost}to continue: \`tellback chat --conversation ${shortId(conversation)} TEXT\``;
  return `${partsText(message)}\n\n${dim(more)}`;
}

function messageText(message: ChatMessage): string {
  const who = message.role === "user" ? "You" : message.by;
  const state = message.state === "done" ? "" : ` ${warn(message.state)}`;
  return `${bold(who)} ${dim(when(message.at))}${state}\n${partsText(message)}`;
}

function partsText({ parts }: ChatMessage): string {
  return parts.map(partText).join("\n");
}

function partText(part: ChatPart): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "note":
      return part.isProblem ? warn(part.text) : dim(part.text);
    case "memories":
      return columns(part.found.map(({ id, at, title }) => [shortId(id), dim(when(at)), fitted(title, 45)]));
    case "tool": {
      const state = part.state === "failed" ? bad(part.state) : part.state === "done" ? "" : warn(part.state);
      const how = part.approval === null ? "" : dim(`\`tellback chat approve ${part.approval} --yes\``);
      const head = [`${dim("→")} ${part.title}`, state, how].filter((text) => text !== "").join("  ");
      return part.output === null ? head : `${head}\n${indented(part.output)}`;
    }
  }
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

function dollars(usd: number): string {
  return `$${usd.toFixed(usd !== 0 && usd < 0.1 ? 4 : 2)}`;
}
