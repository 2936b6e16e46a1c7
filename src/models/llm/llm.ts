// The contract of every language model: a question in, an answer of the asked-for shape out. For journeys, which ask
// through metered.ts, and for whoever adds another provider.

import type { z } from "zod";

export interface Llm {
  readonly provider: string;
  readonly model: string;
  /** Runs on the user's own machine or network: costs nothing unless prices.json says so. */
  readonly isLocal: boolean;
  /** Most tokens that the provider adds to a request by itself. */
  readonly addedTokens: number;
  /**
   * Asks at most twice, the second time because the first answer was lost or malformed. Throws an EngramError when
   * there is no answer: `unavailable`, or `interrupted` by the signal or close().
   */
  complete<T>(request: LlmRequest<T>): Promise<LlmAnswer<T>>;
  /** Ends calls under way. */
  close(): Promise<void>;
}

export interface LlmRequest<T> {
  /** What to do. */
  system: string;
  prompt: string;
  /** Text that somebody else wrote. It is fenced off, and the model is told that nothing in it is an instruction. */
  data?: string | undefined;
  schema: z.ZodType<T>;
  maxTokens: number;
  /** The most that one request can cost. A provider that asks again by itself must not go on beyond it. */
  budgetUsd?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Told of each request that costs: its usage, or that nobody can say (no answer came, or half of one). */
  onCost?: ((usage: Usage | "unknown") => void) | undefined;
}

export interface LlmAnswer<T> {
  value: T;
  /** Of both requests, where there were two. */
  usage: Usage;
  /** As the provider names it; an alias becomes the model that answered. */
  model: string;
}

export interface Usage {
  /** Tokens that did not come from the provider's cache. */
  input: number;
  output: number;
  cacheRead?: number | undefined;
  /** Dollars, where the provider says so. */
  usd?: number | undefined;
}

/** Requests of one `complete` that may be billed. */
export const mostRequests = 2;
/** More than this is not sent: it keeps a request below the sizes for which providers take higher prices. */
export const mostBytes = 200_000;

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: (a.cacheRead ?? 0) + (b.cacheRead ?? 0),
    ...(a.usd === undefined && b.usd === undefined ? {} : { usd: (a.usd ?? 0) + (b.usd ?? 0) }),
  };
}
