// Waits for the store while other programs write to it. SQLite gives the lock to any of the waiting programs, so with
// many writers one may wait longer than the store's own timeout.

import { setTimeout as pause } from "node:timers/promises";
import { TellbackError } from "../protocol/errors.ts";

const maxWaitMs = 60_000;
const sqliteBusy = 5;

export async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + maxWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await pause(10 + Math.random() * 90);
    }
  }
}

function isBusy(error: unknown): boolean {
  const cause = error instanceof TellbackError ? error.cause : error;
  return (((cause as { errcode?: number } | null)?.errcode ?? 0) & 0xff) === sqliteBusy;
}
