// The price of a token, per model. The user's prices.json in TELLBACK_HOME overrides the built-in table.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { describeIssues } from "../protocol/complaint.ts";
import { TellbackError } from "../protocol/errors.ts";
import type { Usage } from "./llm/llm.ts";

const dollars = z.number().min(0);
/** US dollars per million tokens. */
const price = z.strictObject({ input: dollars, output: dollars, cacheRead: dollars.optional() });
export type Price = z.infer<typeof price>;

/** By the prefix of a model's name, or of `provider/model`; the longest match counts. */
export type Prices = Readonly<Record<string, Price>>;

/** Anthropic's list prices as Claude Code 2.1.325 (November 2026) calculates them. */
export const builtInPrices: Prices = {
  "claude-haiku-5-5": { input: 0.1, output: 0.5, cacheRead: 0.01 },
  "claude-haiku-4-5": { input: 1, output: 5, cacheRead: 0.1 },
  "claude-sonnet-5-5": { input: 2, output: 10, cacheRead: 0.1 },
  "claude-sonnet-5": { input: 2, output: 10, cacheRead: 0.2 },
  "claude-sonnet-4": { input: 3, output: 15, cacheRead: 0.3 },
  "claude-opus-5-5": { input: 4, output: 20, cacheRead: 0.2 },
  "claude-opus-5": { input: 5, output: 25, cacheRead: 0.5 },
  "claude-opus-4-5": { input: 5, output: 25, cacheRead: 0.5 },
  "claude-opus-4-6": { input: 5, output: 25, cacheRead: 0.5 },
  "claude-opus-4-7": { input: 5, output: 25, cacheRead: 0.5 },
  "claude-opus-4-8": { input: 5, output: 25, cacheRead: 0.5 },
  "claude-fable-5": { input: 10, output: 50, cacheRead: 1 },
  "claude-fable-5-2": { input: 8, output: 40, cacheRead: 0.2 },
  // Aliases of the newest model: the most expensive of its family.
  haiku: { input: 1, output: 5, cacheRead: 0.1 },
  sonnet: { input: 3, output: 15, cacheRead: 0.3 },
  opus: { input: 5, output: 25, cacheRead: 0.5 },
};

/** Too high for nearly every model, so that a cap also holds if the price is unknown. */
export const unknownPrice: Price = { input: 15, output: 75 };
const free: Price = { input: 0, output: 0 };

export function pricesPath(home: string): string {
  return join(home, "prices.json");
}

export function loadPrices(home: string): Prices {
  const path = pricesPath(home);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return builtInPrices;
    throw unreadable(path, error);
  }
  try {
    return { ...builtInPrices, ...z.record(z.string(), price).parse(JSON.parse(text)) };
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): TellbackError {
  const why = cause instanceof z.ZodError ? describeIssues(cause) : (cause as Error).message;
  return new TellbackError("invalid_input", `${path} is invalid: ${why}`, {
    hint: 'Write dollars per million tokens: { "some-model": { "input": 0.25, "output": 2 } }',
    cause,
  });
}

export function priceOf(
  prices: Prices,
  model: { provider: string; model: string; isLocal: boolean },
): Price & { isKnown: boolean } {
  const full = `${model.provider}/${model.model}`;
  const [name] = Object.keys(prices)
    .filter((key) => model.model.startsWith(key) || full.startsWith(key))
    .sort((a, b) => b.length - a.length);
  const listed = name === undefined ? undefined : prices[name];
  if (listed) return { ...listed, isKnown: true };
  return model.isLocal ? { ...free, isKnown: true } : { ...unknownPrice, isKnown: false };
}

/** Billionths of a dollar, rounded up. The provider's own figure overrides the table. */
export function costOf(rate: Price, usage: Usage): number {
  if (usage.usd !== undefined) return Math.ceil(usage.usd * 1e9);
  const cached = usage.cacheRead ?? 0;
  const millionths =
    usage.input * rate.input + cached * (rate.cacheRead ?? rate.input) + usage.output * rate.output;
  return Math.ceil(millionths * 1e3);
}
