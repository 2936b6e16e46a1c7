// An embedding server on loopback that speaks the wires of OpenAI and Ollama: same text, same vector, and texts that share words are
// near each other. For tests that need vectors through the real code path, but not the real model's seconds.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export interface Embeddings {
  /** Settings that make tellback use this server, with a model of this many dimensions. */
  settings(model: string, dimensions: number): Record<string, string>;
  /** Every requested text, in order, by model. */
  asked: { model: string; input: string[] }[];
  /** From now on answers with an error, or with vectors again. */
  isDown: boolean;
  /** Matching requests wait while this returns true. */
  isHeld: (model: string, input: string[]) => boolean;
  /** How long each answer takes. */
  delayMs: number;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startEmbeddings(): Promise<Embeddings> {
  const dimensionsOf = new Map<string, number>();
  const embeddings: Embeddings = {
    settings(model, dimensions) {
      dimensionsOf.set(model, dimensions);
      return {
        TELLBACK_EMBED_PROVIDER: "openai",
        TELLBACK_EMBED_URL: url,
        TELLBACK_EMBED_MODEL: model,
        TELLBACK_EMBED_DIMENSIONS: String(dimensions),
      };
    },
    asked: [],
    isDown: false,
    isHeld: () => false,
    delayMs: 0,
    async [Symbol.asyncDispose]() {
      closed = true;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  let closed = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as {
      model: string;
      input: string[];
    };
    embeddings.asked.push({ model, input });
    await pause(embeddings.delayMs);
    while (embeddings.isHeld(model, input) && !closed) await pause(10);
    if (embeddings.isDown) {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"out of order"}');
      return;
    }
    const data = input.map((text, index) => ({
      index,
      embedding: vectorOf(text, dimensionsOf.get(model) ?? 8),
    }));
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ data, embeddings: data.map(({ embedding }) => embedding) }));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return embeddings;
}

/** Each word has a direction; a text has the mean direction of its words. */
function vectorOf(text: string, dimensions: number): number[] {
  const sum = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []) {
    const bytes = createHash("sha256").update(word).digest();
    for (let i = 0; i < dimensions; i++)
      sum[i] = (sum[i] ?? 0) + ((bytes[i % 32] ?? 0) - 127.5) * (i < 32 ? 1 : 0.5);
  }
  return sum;
}
