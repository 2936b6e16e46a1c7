// A scripted model on loopback: answers the Messages API as a test prescribes, and records the
// requests. For tests that run the real Claude Code client, or tellback's own model calls, without a network.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listenOnLoopback } from "./loopback.ts";
import { composeMessage, freshId, streamMessage, type Turn } from "./model-wire.ts";

export type { ToolCall, Turn } from "./model-wire.ts";

type MessagesBody = {
  model?: string;
  stream?: boolean;
  system?: unknown;
  messages?: { role: string; content: unknown }[];
  tools?: { name?: string }[];
  [field: string]: unknown;
};

/** One request as a route's predicate sees it. */
export type Ask = {
  body: MessagesBody;
  model: string;
  system: string;
  firstUser: string;
  lastUser: string;
  /** Everything the model could read: system prompt, then every message and tool result in order. */
  text: string;
  hasTools: boolean;
  toolNames: string[];
};

/** An answer, or how to make it from the request. */
export type Script = Turn | ((ask: Ask) => Turn);

/** Turns are used in order; a route with none left passes to the next one, unless it loops. */
export type Route = { name: string; when?: (ask: Ask) => boolean; turns: Script[]; loop?: boolean };

export type AskedRequest = Ask & { route: string; path: string; at: number };

export type Model = {
  url: string;
  requests: AskedRequest[];
  /** The requests one route answered. */
  askedOf(route: string): AskedRequest[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startModel(script: Route[] = []): Promise<Model> {
  const requests: AskedRequest[] = [];
  const choose = router(script);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const path = new URL(request.url ?? "/", "http://model").pathname;
    const raw = await readAll(request);
    const tokens = Math.ceil(raw.length / 4);
    if (path === "/v1/models") return reply(response, 200, { data: [], has_more: false });
    if (path === "/v1/messages/count_tokens") return reply(response, 200, { input_tokens: tokens });
    if (path === "/") return reply(response, 200, {});
    if (path !== "/v1/messages") return fail(response, 404, "not_found_error", `no such path ${path}`);

    const ask = understand(JSON.parse(raw) as MessagesBody);
    const { route, turn } = choose(ask);
    requests.push({ ...ask, route, path, at });
    if (turn.delayMs) await pause(turn.delayMs);
    if (turn.error) {
      return fail(
        response,
        turn.error.status,
        turn.error.type ?? "api_error",
        turn.error.message ?? "scripted",
      );
    }
    const message = composeMessage(turn, ask.model, tokens);
    if (!ask.body.stream) return reply(response, 200, message);
    response.writeHead(200, { "content-type": "text/event-stream", "request-id": freshId("req") });
    let pieces = 0;
    for (const event of streamMessage(message)) {
      if (turn.only && event.startsWith("event: content_block_delta") && pieces++ === turn.only.pieces) {
        if (turn.only.end === "break") response.destroy();
        return;
      }
      response.write(event);
      // Each piece on its own, as a model writes: a destroyed response would take those along that wait.
      if (turn.only) await pause(1);
    }
    response.end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else fail(response, 400, "invalid_request_error", String(error));
    });
  });
  return {
    ...(await listenOnLoopback(server)),
    requests,
    askedOf: (route) => requests.filter((request) => request.route === route),
  };
}

function router(script: Route[]): (ask: Ask) => { route: string; turn: Turn } {
  const used = new Map<Route, number>();
  return (ask) => {
    for (const route of script) {
      const count = used.get(route) ?? 0;
      const turn = route.turns[route.loop ? count % route.turns.length : count];
      if (!turn || (route.when && !route.when(ask))) continue;
      used.set(route, count + 1);
      return { route: route.name, turn: typeof turn === "function" ? turn(ask) : turn };
    }
    return builtIn(ask);
  };
}

/** The client's own requests: a compaction summary, a title. And a polite end of any script. */
function builtIn(ask: Ask): { route: string; turn: Turn } {
  if (asksForCompaction(ask)) {
    const text =
      "<analysis>\nWhat happened so far.\n</analysis>\n<summary>\nStand-in summary of the session.\n</summary>";
    return { route: "compaction", turn: { text } };
  }
  if (!ask.hasTools) return { route: "title", turn: { text: '{"title":"A stand-in title","ok":true}' } };
  return { route: "end", turn: { text: "Done." } };
}

export function asksForCompaction(ask: Ask): boolean {
  return /summary of (the|this|our) conversation/i.test(ask.lastUser);
}

function understand(body: MessagesBody): Ask {
  const messages = body.messages ?? [];
  const users = messages.filter((message) => message.role === "user");
  const toolNames = (body.tools ?? []).flatMap((tool) => (tool.name ? [tool.name] : []));
  const system = plainText(body.system);
  return {
    body,
    model: body.model ?? "",
    system,
    firstUser: plainText(users[0]?.content),
    lastUser: plainText(users.at(-1)?.content),
    text: [system, ...messages.map((message) => plainText(message.content))].join("\n"),
    hasTools: toolNames.length > 0,
    toolNames,
  };
}

/** The text of a content field: a string, or blocks (text, and tool results, which nest). */
function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: { type?: string; text?: string; content?: unknown }) =>
      block.type === "tool_result" ? plainText(block.content) : (block.text ?? ""),
    )
    .join("\n");
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function reply(response: ServerResponse, status: number, payload: object): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": freshId("req") });
  response.end(JSON.stringify(payload));
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  reply(response, status, { type: "error", error: { type, message } });
}
