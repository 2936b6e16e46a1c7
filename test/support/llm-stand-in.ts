// Servers on loopback with Anthropic's Messages API and OpenAI's chat completions, as JSON and as a stream,
// that fail the ways real ones do. For tests of tellback's own model calls; model-stand-in.ts is for those of the client.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { listenOnLoopback } from "./loopback.ts";
import { composeMessage, streamMessage } from "./model-wire.ts";

export type Wire = "anthropic" | "openai";

/** The reaction to one request. */
export type Reply =
  | { text: string; stop?: "end" | "length" | "refusal"; usage?: { input: number; output: number } | null }
  | { status: number; headers?: Record<string, string>; body?: string | object }
  /** A complete answer, of which only this share is sent before the connection breaks. */
  | { cut: number; text: string }
  | { hang: true };

interface Seen {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire, for tests to look into
  body: any;
  /** Everything the model could read. */
  text: string;
  at: number;
}

export interface StandIn {
  url: string;
  seen: Seen[];
}

/** Replies are used in order, the last one repeatedly. Ends with the test. */
export async function startLlm(wire: Wire, replies: readonly Reply[]): Promise<StandIn> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? "/", "http://model").pathname;
    if (path !== (wire === "anthropic" ? "/v1/messages" : "/v1/chat/completions")) {
      response.writeHead(404).end(JSON.stringify({ error: { type: "not_found", message: path } }));
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString());
    seen.push({ path, headers: request.headers, body, text: readable(body), at: performance.now() });
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    if (reply) meet(wire, response, body, reply);
  });
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, seen };
}

function meet(
  wire: Wire,
  response: ServerResponse,
  body: { model: string; stream?: boolean },
  reply: Reply,
): void {
  if ("hang" in reply) return;
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    const error = reply.body ?? {
      type: "error",
      error: { type: "api_error", message: `scripted ${reply.status}` },
    };
    response.end(typeof error === "string" ? error : JSON.stringify(error));
    return;
  }
  const answer =
    wire === "anthropic" ? anthropicMessage(body.model, reply) : openAiCompletion(body.model, reply);
  const whole = body.stream
    ? [
        ...(wire === "anthropic" ? streamMessage(answer as never) : streamCompletion(answer as Completion)),
      ].join("")
    : JSON.stringify(answer);
  response.writeHead(200, { "content-type": body.stream ? "text/event-stream" : "application/json" });
  if (!("cut" in reply)) {
    response.end(whole);
    return;
  }
  response.write(whole.slice(0, Math.floor(whole.length * reply.cut)), () => response.destroy());
}

type Answer = Extract<Reply, { text: string }>;

function anthropicMessage(model: string, reply: Answer) {
  const usage = "usage" in reply && reply.usage ? reply.usage : { input: 100, output: 20 };
  const message = composeMessage({ text: reply.text }, model, usage.input);
  const stops = { end: "end_turn", length: "max_tokens", refusal: "refusal" };
  return {
    ...message,
    content: reply.text === "" ? [] : message.content,
    stop_reason: stops[("stop" in reply && reply.stop) || "end"],
    usage: { ...message.usage, output_tokens: usage.output },
  };
}

type Completion = ReturnType<typeof openAiCompletion>;

function openAiCompletion(model: string, reply: Answer) {
  const usage = "usage" in reply && reply.usage !== undefined ? reply.usage : { input: 100, output: 20 };
  const stop = ("stop" in reply && reply.stop) || "end";
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_770_000_000,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: stop === "refusal" ? null : reply.text,
          refusal: stop === "refusal" ? reply.text : null,
        },
        finish_reason: stop === "length" ? "length" : "stop",
      },
    ],
    ...(usage
      ? {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }
      : {}),
  };
}

function* streamCompletion(whole: Completion): Generator<string> {
  const { id, created, model } = whole;
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ id, created, model, object: "chat.completion.chunk", ...rest })}\n\n`;
  const text = whole.choices[0]?.message.content ?? "";
  yield chunk({ choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] });
  for (let at = 0; at < text.length; at += 20) {
    yield chunk({
      choices: [{ index: 0, delta: { content: text.slice(at, at + 20) }, finish_reason: null }],
    });
  }
  yield chunk({ choices: [{ index: 0, delta: {}, finish_reason: whole.choices[0]?.finish_reason }] });
  if ("usage" in whole) yield chunk({ choices: [], usage: whole.usage });
  yield "data: [DONE]\n\n";
}

function readable(body: { system?: unknown; messages?: { content: unknown }[] }): string {
  const textOf = (content: unknown): string =>
    typeof content === "string"
      ? content
      : Array.isArray(content)
        ? content.map((part: { text?: string }) => part.text ?? "").join("\n")
        : "";
  return [textOf(body.system), ...(body.messages ?? []).map((message) => textOf(message.content))].join("\n");
}
