// How journeys ask a model: the maximum cost is reserved first, the actual cost is booked afterwards. Expected outcomes
// (no money left, no answer) are values; the caller then uses its offline result.

import type { Paths } from "../../config/paths.ts";
import type { Config } from "../../config/schema.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Db } from "../../store/schema.ts";
import { costOf, loadPrices, type Price, priceOf } from "../prices.ts";
import { capsOf, release, reserve, settle } from "../spend.ts";
import { maxTokens } from "./compose.ts";
import { type Llm, type LlmRequest, maxRequests, type Usage } from "./llm.ts";

export type ModelAnswer<T> =
  | { status: "answered"; value: T; provider: string; model: string; usage: Usage; usd: number }
  | { status: "capped"; cap: "day" | "month"; until: string }
  | { status: "unavailable"; reason: string; hint?: string | undefined };

/** A Memory is one. */
export interface SpendContext {
  db: Db;
  config: Config;
  paths: Pick<Paths, "home">;
}

/**
 * `callKey`: what the call is about, the same each time a job asks. Not inside a transaction: the call is slow.
 * Throws only what the caller cannot handle: the store is unavailable, or the signal was aborted (`interrupted`).
 */
export async function ask<T>(
  { db, config, paths }: SpendContext,
  llm: Llm,
  purpose: string,
  callKey: string,
  request: LlmRequest<T>,
): Promise<ModelAnswer<T>> {
  let price: Price;
  let maxCost: number;
  try {
    price = priceOf(loadPrices(paths.home), llm);
    maxCost = maxCostOf(llm, price, request);
  } catch (error) {
    return unavailable(error);
  }
  const { provider, model } = llm;
  const call = { provider, model, purpose, callKey, cost: maxCost };
  const reservation = await reserve(db, call, capsOf(config));
  if (reservation.status === "capped") return reservation;

  const bill = openBill(price, Math.ceil(maxCost / maxRequests));
  const onCost = (usage: Usage | "unknown") => {
    bill.add(usage);
    request.onCost?.(usage);
  };
  const budgetUsd = bill.maxOfOne / 1e9;
  const outcome = await llm.complete({ ...request, budgetUsd, onCost }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  const answer = "answer" in outcome ? outcome.answer : null;
  if (bill.isEmpty()) await release(db, reservation.id);
  else await settle(db, reservation.id, { model: answer?.model ?? model, ...bill.total() });
  if ("error" in outcome) return unavailable(outcome.error);
  const usd = bill.total().cost / 1e9;
  return { status: "answered", provider, usd, ...outcome.answer };
}

/** Claude Code stops only after it exceeds its budget, by up to one request. */
function maxCostOf<T>(llm: Llm, price: Price, request: LlmRequest<T>): number {
  const { input, output } = maxTokens(request);
  const rate = { input: price.input, output: price.output };
  const cost = costOf(rate, { input: input + maxRequests * llm.addedTokens, output });
  return llm.provider === "claude-cli" ? Math.ceil(cost * 1.5) : cost;
}

/** The cost of one call's requests so far; a request of unknown cost counts with its share of the maximum. */
function openBill(price: Price, maxOfOne: number) {
  let [input, output, cost] = [0, 0, 0];
  let isEmpty = true;
  return {
    maxOfOne,
    add(usage: Usage | "unknown") {
      isEmpty = false;
      if (usage === "unknown") {
        cost += maxOfOne;
        return;
      }
      input += usage.input + (usage.cacheRead ?? 0);
      output += usage.output;
      cost += costOf(price, usage);
    },
    isEmpty: () => isEmpty,
    total: () => ({ input, output, cost }),
  };
}

function unavailable(error: unknown): { status: "unavailable"; reason: string; hint?: string | undefined } {
  if (!(error instanceof TellbackError) || !expected.has(error.code)) throw error;
  return { status: "unavailable", reason: error.message, hint: error.hint };
}

const expected: ReadonlySet<string> = new Set(["unavailable", "invalid_input", "too_large"]);
