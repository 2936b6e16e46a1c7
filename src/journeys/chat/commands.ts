// The commands that a user may type in the chat: they need no model, and typing one is approval enough. Pure.

import { jsonOr } from "../../protocol/json.ts";

export interface ChatCommand {
  name: "search" | "remember" | "why" | "functions" | "run" | "test" | "task" | "help";
  usage: string;
  summary: string;
}

export const chatCommands: readonly ChatCommand[] = [
  { name: "search", usage: "/search WORDS", summary: "search the memory" },
  { name: "remember", usage: "/remember TEXT", summary: "keep something for later sessions" },
  { name: "why", usage: "/why ID", summary: "where it comes from, and when it was injected" },
  { name: "functions", usage: "/functions WORDS", summary: "find saved functions" },
  { name: "run", usage: "/run NAME ARGUMENTS", summary: "run a saved function in the sandbox" },
  { name: "test", usage: "/test NAME", summary: "run the tests of a saved function" },
  { name: "task", usage: "/task [NAME]", summary: "where a task stands" },
  { name: "help", usage: "/help", summary: "list the commands" },
];

export type TypedCommand =
  | { is: "command"; name: ChatCommand["name"]; words: string }
  | { is: "unknown"; name: string };

/** Null for text that is no command; a path such as /etc/hosts is none. */
export function typedCommand(text: string): TypedCommand | null {
  const [, name, words = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined) return null;
  const known = chatCommands.find((one) => one.name === name);
  return known ? { is: "command", name: known.name, words: words.trim() } : { is: "unknown", name };
}

/** The arguments of `/run`: JSON values separated by commas, a JSON list, or one text as it is. */
export function typedArguments(text: string): unknown[] {
  if (text === "") return [];
  const list = /^\[[\s\S]*\]$/.test(text) ? jsonOr(text, undefined) : undefined;
  const values = list ?? jsonOr(`[${text}]`, undefined);
  return Array.isArray(values) ? values : [text];
}
