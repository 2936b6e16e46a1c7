// How journeys ask a model: with the money counted, and with what can go wrong as a value. Passed in, so that a journey
// knows neither keys nor providers.

import type { z } from "zod";

export interface ModelRequest<T> {
  system: string;
  prompt: string;
  data?: string | undefined;
  schema: z.ZodType<T>;
  maxTokens: number;
  signal?: AbortSignal | undefined;
  onCost?: (() => void) | undefined;
}

export type ModelAnswer<T> =
  | {
      status: "answered";
      value: T;
      provider: string;
      model: string;
      usage: { input: number; output: number; cacheRead?: number | undefined };
      usd: number;
    }
  | { status: "capped"; cap: "day" | "month"; until: string }
  | { status: "unavailable"; reason: string };

export type AskModel = <T>(
  purpose: string,
  callKey: string,
  request: ModelRequest<T>,
) => Promise<ModelAnswer<T>>;
