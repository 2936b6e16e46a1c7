// Prompts for clients that offer them to their users; where the plugin is installed its slash commands do the same.

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

export const prompts = [
  {
    name: "recall",
    description: "What is remembered about a topic",
    arguments: [{ name: "topic", description: "in words", required: true }],
  },
  { name: "catch_up", description: "Where the last session left off" },
];

export function getPrompt(name: string, args: Record<string, string>) {
  if (name === "recall") {
    const topic = args.topic?.trim();
    if (!topic) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "recall needs a topic");
    return asked(
      `Search engram's memory (search_memory, then get for what matters) for: ${topic}\n` +
        "Tell me what is known, with the ids it comes from, and what is not.",
    );
  }
  if (name === "catch_up") {
    return asked(
      "Use list_sessions and get_summary of engram's memory to tell me in a few lines what the last session in this " +
        "project did, what it decided and what is left open.",
    );
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no prompt ${name}`);
}

function asked(text: string) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
