// Counts a streamed answer against the spending cap: before each request its maximum cost is reserved, afterwards what
// was paid is booked, also if the stream was stopped or broke off. For the chat, as middleware of its model.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Middleware,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { TellbackError } from "../../protocol/errors.ts";
import { costOf, loadPrices, type Price, priceOf } from "../prices.ts";
import { capsOf, release, reserve, settle } from "../spend.ts";
import { maxBytes, type Usage } from "./llm.ts";
import type { SpendContext } from "./metered.ts";

/** The cap does not allow the next request. */
export class CapReached extends Error {
  readonly cap: "day" | "month";
  readonly until: string;

  constructor(cap: "day" | "month", until: string) {
    super(`the spending cap of the ${cap} is reached`);
    this.cap = cap;
    this.until = until;
  }
}

export interface MeterOptions {
  context: SpendContext;
  model: { provider: string; model: string; isLocal: boolean };
  purpose: string;
  /** A key for each request: one more attempt of the same request is booked separately. */
  callKey(): string;
  /** Called for each request with what it cost, in dollars. */
  onCost(cost: { usd: number; input: number; output: number }): void;
}

/** Far beyond what `maxOutputTokens` allows: a server that sends more does not keep to it. */
const maxAnswerBytes = 1024 * 1024;

/** What a provider adds to a request. */
const addedTokens = 1_000;

export function metered({
  context,
  model,
  purpose,
  callKey,
  onCost,
}: MeterOptions): LanguageModelV4Middleware {
  const { db, config, paths } = context;
  return {
    specificationVersion: "v4",
    async wrapStream({ doStream, params }) {
      const price = priceOf(loadPrices(paths.home), model);
      const max = maxTokens(params);
      const reserved = await reserve(
        db,
        { ...model, purpose, callKey: callKey(), cost: costOf(price, max) },
        capsOf(config),
      );
      if (reserved.status === "capped") throw new CapReached(reserved.cap, reserved.until);
      const bill = openBill(price, max);
      const book = once(async () => {
        const { input, output, cost } = bill.total();
        await settle(db, reserved.id, { model: model.model, input, output, cost });
        onCost({ usd: cost / 1e9, input, output });
      });
      try {
        const answer = await doStream();
        return { ...answer, stream: billed(answer.stream, bill.see, book) };
      } catch (thrown) {
        // Refused, or never sent: only a request that was given up on its way may have been paid for.
        if (params.abortSignal?.aborted) await book();
        else await release(db, reserved.id);
        throw thrown;
      }
    },
  };
}

/** The same parts; books when they end, break off or are no longer read. */
function billed(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  see: (part: LanguageModelV4StreamPart) => void,
  book: () => Promise<void>,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let bytes = 0;
  return new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          await book();
          controller.close();
          return;
        }
        bytes += bytesOf(value);
        if (bytes > maxAnswerBytes) {
          void reader.cancel().catch(() => {});
          throw new TellbackError("too_large", `the model's answer is longer than ${maxAnswerBytes} bytes`, {
            hint: "Check llm.url and llm.model: the server ignores the limit that it was given.",
          });
        }
        see(value);
        // The next step reserves: what this one cost must be known by then.
        if (value.type === "finish") await book();
        controller.enqueue(value);
      } catch (thrown) {
        await book();
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      await reader.cancel(reason).catch(() => {});
      await book();
    },
  });
}

function bytesOf(part: LanguageModelV4StreamPart): number {
  if (part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-delta")
    return Buffer.byteLength(part.delta);
  return 0;
}

/** No tokenizer makes more tokens of a text than it has bytes. */
function maxTokens({ prompt, tools, maxOutputTokens }: LanguageModelV4CallOptions): Usage {
  const bytes = Buffer.byteLength(JSON.stringify([prompt, tools ?? []]));
  if (bytes > maxBytes) {
    throw new TellbackError(
      "too_large",
      `the conversation has ${bytes} bytes; a model gets at most ${maxBytes}`,
      {
        hint: "Start a new conversation.",
      },
    );
  }
  return { input: bytes + addedTokens, output: maxOutputTokens ?? 0 };
}

/**
 * What a request cost so far. A stream that ended early does not say: its input then counts as the provider announced it,
 * or at its maximum; its output at the bytes that came, which are never fewer than its tokens.
 */
function openBill(price: Price, max: Usage) {
  let input: Usage | undefined;
  let final: Usage | undefined;
  let bytes = 0;
  return {
    see(part: LanguageModelV4StreamPart): void {
      bytes += bytesOf(part);
      if (part.type === "custom") input ??= announced(part.providerMetadata);
      if (part.type !== "finish") return;
      const { inputTokens, outputTokens } = part.usage;
      if (inputTokens.total === undefined || outputTokens.total === undefined) return;
      const cacheRead = inputTokens.cacheRead ?? 0;
      final = { input: inputTokens.total - cacheRead, output: outputTokens.total, cacheRead };
    },
    total() {
      const usage = final ?? { ...(input ?? { input: max.input }), output: Math.min(bytes, max.output) };
      const all = usage.input + (usage.cacheRead ?? 0);
      return { input: all, output: usage.output, cost: costOf(price, usage) };
    },
  };
}

/** Anthropic's API says at the start of its stream how many tokens it has read. */
function announced(metadata: unknown): Usage | undefined {
  const usage = (metadata as { anthropic?: { usage?: Record<string, unknown> } } | undefined)?.anthropic
    ?.usage;
  if (typeof usage?.input_tokens !== "number") return undefined;
  const written = Number(usage.cache_creation_input_tokens ?? 0);
  return {
    input: usage.input_tokens + written,
    output: 0,
    cacheRead: Number(usage.cache_read_input_tokens ?? 0),
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
