// A scripted model with Gemini's API on loopback, for Gemini CLI: answers in order, and records the
// requests. Side questions of the client (which model, who speaks next) get a neutral answer.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "./loopback.ts";

export type Item = { call: string; args: object } | { say: string };

export interface GeminiModel {
  url: string;
  /** The bodies of the requests that the script answered. */
  asked: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startGeminiModel(script: readonly Item[]): Promise<GeminiModel> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = new URL(request.url ?? "/", "http://model").pathname;
    if (path.endsWith(":streamGenerateContent")) {
      const item = script[asked.push(body) - 1] ?? { say: "Done." };
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify(answerOf(item))}\n\n`);
      return;
    }
    const known = path.endsWith(":generateContent") || path.endsWith(":countTokens");
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(known ? { ...answerOf({ say: "{}" }), totalTokens: 1 } : {}));
  });
  return { ...(await listenOnLoopback(server)), asked };
}

function answerOf(item: Item): object {
  const part = "say" in item ? { text: item.say } : { functionCall: { name: item.call, args: item.args } };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }], usageMetadata };
}
