// A scripted model with the Responses API on loopback, for hosts that use it: answers in order, and records
// the requests.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "./loopback.ts";

export type Item =
  | { call: string; namespace?: string; args: object }
  /** A tool that accepts plain text, not JSON. */
  | { call: string; text: string }
  | { say: string };

export interface ResponsesModel {
  url: string;
  /** The bodies of all requests. */
  asked: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Like a model, it calls only the offered tools; until then it does `meanwhile`. */
export async function startResponsesModel(script: readonly Item[], meanwhile: Item): Promise<ResponsesModel> {
  const asked: string[] = [];
  let next = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "POST" || !request.url?.endsWith("/responses")) {
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    asked.push(body);
    const id = `resp_${asked.length}`;
    const wanted = script[next] ?? { say: "Done." };
    const { tools } = JSON.parse(body) as { tools: unknown };
    const isOffered = "say" in wanted || JSON.stringify(tools).includes(`"name":"${wanted.call}"`);
    if (isOffered) next++;
    const item = outputOf(isOffered ? wanted : meanwhile, asked.length);
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const events = [
      { type: "response.created", response: { id } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id, output: [item], usage } },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  return { ...(await listenOnLoopback(server)), asked };
}

function outputOf(item: Item, n: number): object {
  if ("say" in item) {
    const content = [{ type: "output_text", text: item.say, annotations: [] }];
    return { type: "message", id: `msg_${n}`, role: "assistant", status: "completed", content };
  }
  if ("text" in item)
    return {
      type: "custom_tool_call",
      id: `ctc_${n}`,
      call_id: `call_${n}`,
      name: item.call,
      input: item.text,
    };
  const { call: name, namespace, args } = item;
  const called = { name, ...(namespace && { namespace }), arguments: JSON.stringify(args) };
  return { type: "function_call", id: `fc_${n}`, call_id: `call_${n}`, ...called };
}
