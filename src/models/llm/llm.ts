// The contract of every language model: a question in, an answer of the requested form out. For journeys, which ask
// through metered.ts, and for new providers.

import type { z } from "zod";

export interface Llm {
  readonly provider: string;
  readonly model: string;
  /** Runs on the user's own machine or network: free unless prices.json sets a price. */
  readonly isLocal: boolean;
  /** Maximum number of tokens that the provider adds to a request. */
  readonly addedTokens: number;
  /**
   * Asks at most twice, the second time if the first answer was lost or malformed. Throws a TellbackError if
   * there is no answer: `unavailable`, or `interrupted` by the signal or close().
   */
  complete<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
  /** Ends running calls. */
  close(): Promise<void>;
}

export interface LlmRequest<T> {
  /** The instructions. */
  system: string;
  prompt: string;
  /** Text that others wrote. It is fenced off, and the instructions say that nothing in it is an instruction. */
  data?: string | undefined;
  schema: z.ZodType<T>;
  maxTokens: number;
  /** The maximum cost of one request. A provider that retries on its own must not exceed it. */
  budgetUsd?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called for each billed request with its usage, or null if it is unknown (no answer, or half of one). */
  onCost?: ((usage: Usage | "unknown") => void) | undefined;
}

export interface LlmAnswer<T> {
  value: T;
  /** Of both requests, if there were two. */
  usage: Usage;
  /** As the provider names it; an alias becomes the model that answered. */
  model: string;
}

export interface Usage {
  /** Tokens that did not come from the provider's cache. */
  input: number;
  output: number;
  cacheRead?: number | undefined;
  /** Dollars, if the provider reports them. */
  usd?: number | undefined;
}

/** Requests of one `complete` that may be billed. */
export const maxRequests = 2;
/** Larger requests are not sent: this stays below the sizes for which providers charge higher prices. */
export const maxBytes = 200_000;

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: (a.cacheRead ?? 0) + (b.cacheRead ?? 0),
    ...(a.usd === undefined && b.usd === undefined ? {} : { usd: (a.usd ?? 0) + (b.usd ?? 0) }),
  };
}
