// Prompts for clients that offer them to users; with the plugin installed, its slash commands do the same.

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

export const prompts = [
  {
    name: "recall",
    description: "What memory holds about a topic",
    arguments: [{ name: "topic", description: "in words", required: true }],
  },
  { name: "catch_up", description: "Where the last session left off" },
];

export function getPrompt(name: string, args: Record<string, string>) {
  if (name === "recall") {
    const topic = args.topic?.trim();
    if (!topic) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "the prompt recall needs a topic");
    return asked(
      `Search tellback's memory (search_memory, then get for what matters) for: ${topic}\n` +
        "Report what is known, with the source ids, and what is not.",
    );
  }
  if (name === "catch_up") {
    return asked(
      "Use search_memory (without a query: the last sessions) and get_summary of tellback's memory to summarise in a few lines what the last session in this " +
        "project did, what it decided and what is left open.",
    );
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown prompt "${name}"`);
}

function asked(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
