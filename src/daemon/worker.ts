// The daemon's slow hands: one takes in the inbox as files arrive, the others run jobs, a lane each.

import { watch } from "node:fs";
import { hostname } from "node:os";
import { ensurePrivateFolder } from "../config/private-files.ts";
import type { HandlerContext } from "../doors/http/handlers/context.ts";
import { enqueueEmbedding } from "../journeys/embed.ts";
import { releaseJobsOf } from "../store/jobs.ts";
import { lanes } from "./job-handlers.ts";
import { housekeeping } from "./keep-house.ts";
import { startLane } from "./lane.ts";
import { takeIn } from "./take-in.ts";

export interface Worker {
  isBusy(): boolean;
  /** Ends after the work under way. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
/** Hooks come in bursts: a short pause makes one transaction of many. */
const gatherMs = 15;

export function startWorker(context: HandlerContext, onWork: () => void): Worker {
  const { memory } = context;
  const name = `${hostname()}:${process.pid}`;
  const keepHouse = housekeeping(memory);
  let stopping = false;
  let busy = false;
  let again = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  ensurePrivateFolder(memory.paths.inbox);
  const watcher = watch(memory.paths.inbox, () => wake(gatherMs));
  watcher.on("error", () => {}); // The poll below still sees what the watcher misses.
  const poll = setInterval(() => wake(0), pollMs);
  wake(0);

  const [firstLane = {}, ...otherLanes] = lanes;
  const elsewhere = otherLanes.flatMap((handlers) => Object.keys(handlers));
  const runningLanes = [
    startLane(context, name, { otherThan: elsewhere }, firstLane, onWork),
    ...otherLanes.map((lane) => startLane(context, name, { kinds: Object.keys(lane) }, lane, onWork)),
  ];

  function wake(afterMs: number): void {
    if (stopping || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (busy) {
        again = true;
        return;
      }
      running = takeAll();
    }, afterMs);
  }

  async function takeAll(): Promise<void> {
    busy = true;
    do {
      again = false;
      try {
        if ((await takeIn(memory)) > 0) onWork();
        await keepHouse();
      } catch (error) {
        // Disk full, database gone: what came in stays in the inbox, and the next round tries again.
        context.log(error);
      }
    } while (again && !stopping);
    busy = false;
  }

  return {
    isBusy: () => busy || runningLanes.some((lane) => lane.isBusy()),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
      await Promise.all([running, ...runningLanes.map((lane) => lane.stop())]);
    },
  };
}

/** What a daemon of this machine was doing when it was killed is taken up again, and what a new model has to read. */
export async function takeUpOrphans({ memory }: HandlerContext): Promise<void> {
  await releaseJobsOf(memory.db, hostname());
  await enqueueEmbedding(memory);
}
