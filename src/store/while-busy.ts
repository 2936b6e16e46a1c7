// Repeats the opening of a store while another program holds it. SQLite waits for most locks by itself, but not for its
// turn to switch a new file to a write-ahead log, or to recover one: then it fails at once.

import { setTimeout } from "node:timers/promises";
import { isBusy } from "./failure.ts";
import { busyTimeoutMs } from "./sqlite.ts";

const pauseMs = 20;

export async function whileBusy<T>(work: () => Promise<T>, maxMs = busyTimeoutMs): Promise<T> {
  const until = performance.now() + maxMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      // Programs that began together must not try again together.
      await setTimeout(pauseMs * (1 + Math.random()));
    }
  }
}
