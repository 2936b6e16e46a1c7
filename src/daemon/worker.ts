// The daemon's slow hands: one takes in the inbox as files arrive, the others run jobs, a lane each.

import { watch } from "node:fs";
import { hostname } from "node:os";
import { ensurePrivateFolder, isDiskFull } from "../config/private-files.ts";
import { catchUpSoon } from "../journeys/capture/catch-up.ts";
import { enqueueEmbedding } from "../journeys/search/embed.ts";
import type { HandlerContext } from "../operations/context.ts";
import { EngramError } from "../protocol/errors.ts";
import { jobKinds, jobs, type LaneName, laneNames } from "../protocol/jobs.ts";
import { removeUnfinishedBackups } from "../store/backup.ts";
import { bringForward, type KindFilter, releaseJobsFromTheFuture, releaseJobsOf } from "../store/jobs.ts";
import type { Activity } from "./activity.ts";
import { watchClock } from "./clock.ts";
import { jobsOfLane, type LaneJob } from "./job-handlers.ts";
import { startLane } from "./lane.ts";
import { openIntake } from "./take-in.ts";
import { housekeeping } from "./upkeep.ts";

export interface Worker {
  isBusy(): boolean;
  /** Ends after the work under way. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
/** Hooks come in bursts: a short pause makes one transaction of many. */
const gatherMs = 15;

export function startWorker(context: HandlerContext, activity: Activity): Worker {
  const { memory } = context;
  const name = `${hostname()}:${process.pid}`;
  const intake = openIntake(memory);
  const keepHouse = housekeeping(memory, activity.quietMs);
  const setBackBy = watchClock();
  const stopping = new AbortController();
  let busy = false;
  let again = false;
  let hasMissed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  ensurePrivateFolder(memory.paths.inbox);
  const watcher = watch(memory.paths.inbox, () => wake(gatherMs));
  watcher.on("error", () => {}); // The poll below still sees what the watcher misses.
  const poll = setInterval(() => wake(0), pollMs);
  wake(0);

  const { worked } = activity;
  const runningLanes = laneNames.map((lane) => {
    const jobs = jobsOfLane(lane);
    return startLane(context, name, kindsOf(lane, jobs), jobs, worked);
  });

  function wake(afterMs: number): void {
    if (stopping.signal.aborted || timer) return;
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
      await takeIn();
      await makeGood().then(keepHouse).catch(context.log);
    } while (again && !stopping.signal.aborted);
    busy = false;
  }

  async function takeIn(): Promise<void> {
    try {
      if ((await intake.takeIn(stopping.signal)) > 0) activity.asked();
      memory.intake.trouble = null;
    } catch (error) {
      // Disk full, database gone: what came in stays in the inbox, and the next round tries again.
      memory.intake.trouble = EngramError.from(error);
      hasMissed = true;
      context.log(error);
    }
  }

  /** What no hook could write is read from the transcripts; what waits for a time that went away is due. */
  async function makeGood(): Promise<void> {
    const back = setBackBy();
    if (back > 0) await bringForward(memory.db, back);
    hasMissed ||= intake.hasMissed();
    if (isDiskFull(memory.paths.home)) hasMissed = true;
    else if (hasMissed && !memory.intake.trouble) {
      await catchUpSoon(memory);
      hasMissed = false;
    }
  }

  return {
    isBusy: () => busy || runningLanes.some((lane) => lane.isBusy()),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
      await Promise.all([running, ...runningLanes.map((lane) => lane.stop())]);
    },
  };
}

/** What a daemon of this machine was doing when it was killed is taken up again, and what a new model has to read. */
export async function takeUpOrphans({ memory }: HandlerContext): Promise<void> {
  removeUnfinishedBackups(memory.paths);
  await releaseJobsOf(memory.db, hostname());
  await releaseJobsFromTheFuture(memory.db);
  await enqueueEmbedding(memory);
}

/** The quick lane also takes what no lane knows, so that it fails and is seen. */
function kindsOf(lane: LaneName, own: Record<string, LaneJob>): KindFilter {
  return lane === "quick"
    ? { otherThan: jobKinds.filter((kind) => jobs[kind].lane !== "quick") }
    : { kinds: Object.keys(own) };
}
