// A scripted model with OpenAI's chat completions on loopback, for hosts that use them: answers those requests that offer
// tools in order, everything else (a title, a summary) with a neutral word, and records the requests.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "./loopback.ts";

export type Item = { call: string; args: object } | { say: string };

export interface CompletionsModel {
  url: string;
  /** The bodies of the requests that the script answered. */
  asked: string[];
  /** The bodies of all others. */
  aside: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A request that contains a key of `agents` is answered by that script: sub-agents run beside the main one. */
export async function startCompletionsModel(
  script: readonly Item[],
  agents: Record<string, readonly Item[]> = {},
): Promise<CompletionsModel> {
  const asked: string[] = [];
  const aside: string[] = [];
  const next = new Map<string, number>();
  let calls = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data: [{ id: "stand-in", object: "model" }] }));
      return;
    }
    const { stream, tools, messages } = JSON.parse(body) as {
      stream?: boolean;
      tools?: unknown[];
      messages: { role: string; content: unknown }[];
    };
    const first = JSON.stringify(messages.find(({ role }) => role === "user") ?? "");
    const agent = Object.keys(agents).find((word) => first.includes(word));
    const isScripted = tools !== undefined && tools.length > 0;
    (isScripted ? asked : aside).push(body);
    const name = agent ?? "";
    const at = next.get(name) ?? 0;
    if (isScripted) next.set(name, at + 1);
    const lines = agent === undefined ? script : agents[agent];
    const item = (isScripted && lines?.[at]) || { say: "Done." };
    const id = `call_${++calls}`;
    if (stream) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const chunk of chunksOf(item, id)) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end("data: [DONE]\n\n");
    } else {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(wholeOf(item, id)));
    }
  });
  return { ...(await listenOnLoopback(server)), asked, aside };
}

const about = { created: 1_790_000_000, model: "stand-in" };
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function callOf(item: Extract<Item, { call: string }>, id: string) {
  return { id, type: "function", function: { name: item.call, arguments: JSON.stringify(item.args) } };
}

function chunksOf(item: Item, id: string): object[] {
  const chunk = (delta: object, finish: string | null, more: object = {}) => ({
    ...{ id: `chat_${id}`, object: "chat.completion.chunk", ...about },
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
  if ("say" in item)
    return [chunk({ role: "assistant", content: item.say }, null), chunk({}, "stop", { usage })];
  const tool_calls = [{ index: 0, ...callOf(item, id) }];
  return [chunk({ role: "assistant", content: null, tool_calls }, null), chunk({}, "tool_calls", { usage })];
}

function wholeOf(item: Item, id: string): object {
  const message =
    "say" in item
      ? { role: "assistant", content: item.say }
      : { role: "assistant", content: null, tool_calls: [callOf(item, id)] };
  const finish_reason = "say" in item ? "stop" : "tool_calls";
  return {
    ...{ id: `chat_${id}`, object: "chat.completion", ...about, usage },
    choices: [{ index: 0, message, finish_reason }],
  };
}
