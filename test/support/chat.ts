// A chat over the real HTTP door, with a scripted model on loopback or without one.

import { onTestFinished } from "vitest";
import { type HandlerContext, noReindex } from "../../src/areas/context.ts";
import type { InputOf, OperationName, OutputOf } from "../../src/areas/contracts.ts";
import { createApp } from "../../src/doors/http/app.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { ChatEvent, ChatMessage, ToolPart } from "../../src/protocol/chat.ts";
import { type Model, type Script, startModel } from "./model-stand-in.ts";

const token = "t".repeat(64);
export const projectFolder = "/nowhere/a-project";

export interface Chat {
  memory: Memory;
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>;
  /** The body of a request as it is, and its status. */
  post(name: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The events of an answer and its end. `onEvent` runs for each as it comes. */
  stream(
    name: OperationName,
    input: unknown,
    onEvent?: (event: ChatEvent) => void | Promise<void>,
  ): Promise<{ events: ChatEvent[]; output: OutputOf<"chat.send"> }>;
}

export async function chatOn(env: Record<string, string>): Promise<Chat> {
  const memory = await openMemory({ env: { TELLBACK_EMBED_PROVIDER: "off", ...env } });
  onTestFinished(() => memory.close());
  const context = {
    memory,
    imports: new Map(),
    reindexes: { run: noReindex },
    maps: new Map(),
    daemonState: () => {
      throw new Error("no daemon runs here");
    },
    stop: () => {},
    onRequest: () => {},
    log: () => {},
  } as unknown as HandlerContext;
  const app = createApp(context, { token, hosts: ["tellback"] });

  const post: Chat["post"] = async (name, body, headers = {}) =>
    app.request(`/v1/${name}`, {
      method: "POST",
      headers: {
        host: "tellback",
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });

  return {
    memory,
    post,
    async call(name, input) {
      const answer = await post(name, input);
      const body = (await answer.json()) as OutputOf<typeof name> & { error?: { message: string } };
      if (answer.status !== 200) throw new Error(`${answer.status}: ${body.error?.message}`);
      return body;
    },
    async stream(name, input, onEvent) {
      const answer = await post(name, input, { accept: "application/x-ndjson" });
      const events: ChatEvent[] = [];
      for await (const line of linesOf(answer)) {
        const event = JSON.parse(line);
        if (event.type === "end") return { events, output: event.output };
        if (event.error) throw new Error(event.error.message);
        events.push(event);
        await onEvent?.(event);
      }
      throw new Error("the stream has no end");
    },
  };
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = "";
  if (!response.body) return;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** The settings of a chat with a model that answers in this order. */
export async function scripted(turns: Script[]): Promise<{ model: Model; env: Record<string, string> }> {
  const model = await startModel([{ name: "chat", turns }]);
  onTestFinished(() => model.close());
  return {
    model,
    env: {
      TELLBACK_LLM_PROVIDER: "anthropic",
      TELLBACK_LLM_SUMMARY_MODEL: "claude-haiku-4-5",
      TELLBACK_LLM_URL: `${model.url}/v1`,
      TELLBACK_LLM_API_KEY: "key-of-the-test",
    },
  };
}

/** A session of an agent in the project, which a question about the parser finds. */
export async function somethingHappened(memory: Memory): Promise<void> {
  const at = { host: "claude-code", sessionId: "session-one", projectDir: projectFolder, cwd: projectFolder };
  await capture(memory, [
    {
      ...at,
      at: "2026-01-01T10:00:00.000Z",
      type: "prompt",
      text: "Why does the parser fail?",
      promptId: "p",
    },
    {
      ...{ ...at, at: "2026-01-01T10:01:00.000Z", type: "reply", messageId: "m" },
      text: "The parser fails because src/parser.ts reads past the last token.",
    },
  ]);
}

export function textOf({ parts }: ChatMessage): string {
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}

export function notesOf({ parts }: ChatMessage): string {
  return parts.flatMap((part) => (part.type === "note" ? part.text : [])).join("\n");
}

export function toolsOf({ parts }: ChatMessage): ToolPart[] {
  return parts.filter((part): part is ToolPart => part.type === "tool");
}

export function foundIn({ parts }: ChatMessage) {
  return parts.flatMap((part) => (part.type === "memories" ? part.found : []));
}
