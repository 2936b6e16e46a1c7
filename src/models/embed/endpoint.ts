// Embeddings over HTTP: an OpenAI-compatible endpoint, or Ollama. For users who run a larger model.

import { z } from "zod";
import { TellbackError } from "../../protocol/errors.ts";
import { addPrefix, type Embedder, type Prefixes, toUnitVector } from "./embedder.ts";
import { postJson } from "./post-json.ts";

export interface EndpointOptions {
  wire: "openai" | "ollama";
  url: string;
  model: string;
  dimensions: number;
  /** The model's own vector is longer and may be cut to `dimensions` (Matryoshka). */
  shorten?: boolean | undefined;
  apiKey?: string | undefined;
  prefixes?: Prefixes | undefined;
  timeoutMs?: number | undefined;
  attempts?: number | undefined;
}

const openAiReply = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});
const ollamaReply = z.object({ embeddings: z.array(z.array(z.number())) });

// OpenAI accepts 8,192 tokens per text, and in some scripts a character is more than a token.
const maxCharacters = 6_000;
const maxBatch = 64;
const maxBatchCharacters = 100_000;

export function openEndpoint(options: EndpointOptions): Embedder {
  const { wire, model, dimensions } = options;
  const closing = new AbortController();
  const target = endpointUrl(wire, options.url);

  async function embedBatch(input: string[]): Promise<Float32Array[]> {
    const shorten = options.shorten ? { dimensions } : {};
    const body =
      wire === "openai"
        ? { model, input, encoding_format: "float", ...shorten }
        : { model, input, truncate: true, ...shorten };
    const reply = await postJson(target, body, {
      apiKey: options.apiKey,
      timeoutMs: options.timeoutMs ?? 30_000,
      attempts: options.attempts ?? 4,
      signal: closing.signal,
    });
    const vectors = wire === "openai" ? readOpenAi(reply) : readOllama(reply);
    if (vectors.length !== input.length) {
      throw badReply(`it returned ${vectors.length} vectors for ${input.length} texts`);
    }
    return vectors.map((vector) => {
      // Servers that do not know the parameter send the whole vector, which is then cut here.
      if (options.shorten ? vector.length < dimensions : vector.length !== dimensions) {
        throw new TellbackError(
          "invalid_input",
          `${model} returns ${vector.length} dimensions, but embed.dimensions is ${dimensions}`,
          { hint: `Run \`tellback config set embed.dimensions ${vector.length}\`.` },
        );
      }
      return toUnitVector(vector, dimensions);
    });
  }

  function badReply(detail: string, cause?: unknown): TellbackError {
    return new TellbackError("unavailable", `${target.host} sent an invalid ${wire} answer: ${detail}`, {
      hint: "Check embed.provider and embed.url: `tellback config --explain`",
      cause,
    });
  }

  function readOpenAi(reply: unknown): number[][] {
    const parsed = openAiReply.safeParse(reply);
    if (!parsed.success) throw badReply("it has no list of embeddings", parsed.error);
    return parsed.data.data.sort((a, b) => a.index - b.index).map((each) => each.embedding);
  }

  function readOllama(reply: unknown): number[][] {
    const parsed = ollamaReply.safeParse(reply);
    if (!parsed.success) throw badReply("it has no list of embeddings", parsed.error);
    return parsed.data.embeddings;
  }

  return {
    id: `${wire}:${model}/${dimensions}`,
    dimensions,
    async embed(texts, purpose, subject) {
      const ready = texts.map((text) => {
        const whole = addPrefix(options.prefixes, text.slice(0, maxCharacters), purpose, subject);
        return whole.toWellFormed() || " "; // OpenAI refuses the empty text
      });
      const vectors: Float32Array[] = [];
      for (const batch of inBatches(ready)) vectors.push(...(await embedBatch(batch)));
      return vectors;
    },
    async close() {
      closing.abort();
    },
  };
}

/** Texts in order, split where a batch would be too large for one request. */
function inBatches(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < maxBatch && characters + text.length <= maxBatchCharacters) {
      last.push(text);
      characters += text.length;
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}

/** Accepts a base URL (`https://host`, `https://host/v1`) or the full URL. */
export function endpointUrl(wire: "openai" | "ollama", base: string): URL {
  const url = URL.parse(base);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new TellbackError("invalid_input", `invalid embed.url "${base}": it must be an http or https URL`, {
      hint: "Example: `tellback config set embed.url http://127.0.0.1:11434`",
    });
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (wire === "openai" && !path.endsWith("/embeddings")) url.pathname = `${path || "/v1"}/embeddings`;
  if (wire === "ollama" && !path.endsWith("/api/embed")) url.pathname = `${path}/api/embed`;
  return url;
}
