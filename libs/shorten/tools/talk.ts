// The user's prompt and the agent's reply: the first sentence as title, then the informative ones.

import { cut, oneLine } from "../../language/index.ts";
import type { Draft } from "../draft.ts";
import type { Message } from "../event.ts";
import { digest, firstSentence } from "../text/prose.ts";
import { withoutTags } from "../text/tags.ts";
import { CAPS, joined } from "../text/text.ts";

export function shortenPrompt(event: Message): Draft {
  const text = event.text.trim();
  if (text.startsWith("<task-notification>")) return notification(text);
  const words = withoutCommandTags(text);
  return talk("Asked", withoutTags(words) || words);
}

export function shortenReply(event: Message): Draft {
  const text = event.text.trim();
  return talk("Replied", withoutTags(text) || text);
}

function talk(verb: string, text: string): Draft {
  return {
    title: joined([verb, firstSentence(text, CAPS.title - verb.length - 2)], ": "),
    summary: digest(text, CAPS.summary - 10).replaceAll("\n", " ") || `${verb} nothing`,
    detail: digest(text, CAPS.detail - 20) || `${verb} nothing`,
    files: [],
    symbols: [],
  };
}

/** The host reports finished background work as if the user had typed it. */
function notification(text: string): Draft {
  const summary = oneLine(tagged(text, "summary"), 60) || "Background work ended";
  const result = tagged(text, "result");
  return {
    title: cut(joined([summary, firstSentence(result, 60)], ": "), CAPS.title),
    summary: joined([summary, digest(result, 220).replaceAll("\n", " ")], ": "),
    detail: joined([summary, digest(result, 1000)], "\n"),
    files: [],
    symbols: [],
  };
}

/** `<command-name>/fix</command-name>…<command-args>login</command-args>` is how the host writes a slash command. */
function withoutCommandTags(text: string): string {
  const name = tagged(text, "command-name");
  return name === "" ? text : joined([name, tagged(text, "command-args")], " ");
}

function tagged(text: string, tag: string): string {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return "";
  const from = start + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, from);
  return text.slice(from, end < 0 ? undefined : end).trim();
}
