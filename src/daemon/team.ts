// Exchanges with the team's server in the background: often while somebody works, rarely at rest, and more rarely the longer
// the server cannot be reached. Nothing waits for it.

import type { HandlerContext } from "../areas/context.ts";
import { exchange } from "../journeys/team/exchange.ts";
import { closeLink } from "../journeys/team/link.ts";
import type { Activity } from "./activity.ts";

const tickMs = 500;
const activeForMs = 2 * 60_000;
const activeEveryMs = 2_000;
const restEveryMs = 60_000;
const maxWaitMs = 5 * 60_000;

export interface TeamExchange {
  stop(): Promise<void>;
}

export function startTeamExchange({ memory, log }: HandlerContext, activity: Activity): TeamExchange {
  let isStopping = false;
  let running: Promise<void> | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let jitter = 1;

  const timer = setInterval(() => {
    if (running || performance.now() - endedAt < waitMs() * jitter) return;
    running = run().finally(() => {
      running = null;
      endedAt = performance.now();
      // Many machines should not ask at the same moment.
      jitter = 0.8 + Math.random() * 0.4;
    });
  }, tickMs);

  function waitMs(): number {
    if (failures > 0) return Math.min(maxWaitMs, activeEveryMs * 2 ** failures);
    return activity.quietMs() < activeForMs ? activeEveryMs : restEveryMs;
  }

  async function run(): Promise<void> {
    memory.refreshSettings();
    try {
      const { status } = await exchange(memory, () => !isStopping);
      failures = status === "unreachable" || status === "refused" ? failures + 1 : 0;
    } catch (error) {
      failures++;
      log(error);
    }
  }

  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      // A query that hangs ends with its connection.
      await closeLink(memory);
      await running;
    },
  };
}
