// How long to wait before retrying a busy server. For all HTTP clients in models/.

import { setTimeout as sleep } from "node:timers/promises";

const firstWaitMs = 250;

/** Doubles with each attempt (1, 2, …), with a random part so that many clients do not retry at once. */
export function backOffMs(attempt: number): number {
  return firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
}

/** A retry-after header: seconds or a date, as HTTP allows; anything else is ignored. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Rejects if the signal is aborted meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
