// The daemon's background work: one loop reads inbox files as they arrive, the others run jobs, one loop per lane.

import { watch } from "node:fs";
import type { HandlerContext } from "../areas/context.ts";
import { isImporting } from "../areas/import/runs.ts";
import { ensurePrivateFolder, isDiskFull, keepSpare } from "../config/private-files.ts";
import { removeUnfinished } from "../config/unfinished.ts";
import { catchUpSoon } from "../memory/capture/catch-up.ts";
import { enqueueEmbedding } from "../memory/embed.ts";
import { embedAllWordsSoon } from "../memory/embed-words.ts";
import { TellbackError } from "../protocol/errors.ts";
import { jobKinds, jobs, type LaneName, laneNames } from "../protocol/jobs.ts";
import { removeUnfinishedBackups } from "../store/backup.ts";
import {
  bringForward,
  dropJobsOfLostMachines,
  type KindFilter,
  releaseJobsFromTheFuture,
  releaseJobsOf,
} from "../store/jobs.ts";
import { writerOf } from "../store/writer.ts";
import type { Activity } from "./activity.ts";
import { watchClock } from "./clock.ts";
import { jobsOfLane, type LaneJob } from "./job-handlers.ts";
import { type Lane, startLane } from "./lane.ts";
import { openIntake } from "./take-in.ts";
import { createUpkeep } from "./upkeep.ts";

export interface Worker {
  isBusy(): boolean;
  /** Ends after the current work. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
/** Hooks come in bursts: a short pause collects many into one transaction. */
const gatherMs = 15;
/** An agent at work: its next events are collected longer, so that the daemon takes less of the CPU that the agent needs. */
const restMs = 200;
/** An import leaves thousands of their jobs behind: run between its portions, they nearly doubled its time. */
const afterImports: ReadonlySet<LaneName> = new Set(["mapping", "reflection"]);

export function startWorker(context: HandlerContext, activity: Activity): Worker {
  const { memory } = context;
  // Not by its host name: several machines may have the same one.
  const name = `${writerOf(memory.db).machine}:${process.pid}`;
  const intake = openIntake(memory);
  const doUpkeep = createUpkeep(memory, activity.quietMs);
  const setBackBy = watchClock();
  const stopping = new AbortController();
  let busy = false;
  let again = false;
  let hasMissed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let tookAt = Number.NEGATIVE_INFINITY;

  ensurePrivateFolder(memory.paths.inbox);
  const watcher = watch(memory.paths.inbox, () => wake(gatherMs));
  watcher.on("error", () => {}); // The poll below still sees what the watcher misses.
  const poll = setInterval(() => wake(0), pollMs);
  wake(0);

  const { worked } = activity;
  const lanes = new Map<LaneName, Lane>();
  // An import that hangs is given up: its lane is free then, whatever the import last said.
  const isBusy = () => isImporting(context.imports) && lanes.get("bulk")?.isBusy() === true;
  for (const lane of laneNames) {
    const jobs = jobsOfLane(lane);
    const mayBegin = () => !afterImports.has(lane) || !isBusy();
    lanes.set(lane, startLane(context, name, kindsOf(lane, jobs), jobs, worked, mayBegin));
  }

  function wake(afterMs: number): void {
    if (stopping.signal.aborted || timer) return;
    const restingMs = tookAt + restMs - performance.now();
    timer = setTimeout(
      () => {
        timer = undefined;
        if (busy) {
          again = true;
          return;
        }
        running = takeAll();
      },
      Math.max(afterMs, restingMs),
    );
  }

  async function takeAll(): Promise<void> {
    busy = true;
    do {
      again = false;
      await takeIn();
      await recoverMissedWork().then(doUpkeep).catch(context.log);
    } while (again && !stopping.signal.aborted);
    busy = false;
  }

  async function takeIn(): Promise<void> {
    try {
      if ((await intake.takeIn(stopping.signal)) > 0) {
        activity.asked();
        tookAt = performance.now();
      }
      memory.intake.trouble = null;
    } catch (error) {
      // Disk full, database unavailable: events stay in the inbox, and the next round tries again.
      memory.intake.trouble = TellbackError.from(error);
      hasMissed = true;
      context.log(error);
    }
  }

  /** Events that no hook could write are read from the transcripts; jobs due at a time of the old clock are due now. */
  async function recoverMissedWork(): Promise<void> {
    const back = setBackBy();
    if (back > 0) await bringForward(memory.db, back);
    hasMissed ||= intake.hasMissed();
    keepSpare(memory.paths);
    if (isDiskFull(memory.paths)) hasMissed = true;
    else if (hasMissed && !memory.intake.trouble) {
      await catchUpSoon(memory);
      hasMissed = false;
    }
  }

  return {
    isBusy: () => busy || [...lanes.values()].some((lane) => lane.isBusy()),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
      await Promise.all([running, ...[...lanes.values()].map((lane) => lane.stop())]);
    },
  };
}

/** Resumes the jobs that a killed daemon of this machine was running, and embeds what a new model has not read. */
export async function resumeOrphanedJobs({ memory }: HandlerContext): Promise<void> {
  removeUnfinishedBackups(memory.paths);
  removeUnfinished(memory.paths);
  const { machine } = writerOf(memory.db);
  if (machine !== null) await releaseJobsOf(memory.db, machine);
  await dropJobsOfLostMachines(memory.db);
  await releaseJobsFromTheFuture(memory.db);
  await enqueueEmbedding(memory);
  await embedAllWordsSoon(memory, "unread");
}

/** The quick lane also claims jobs of unknown kinds, so that they fail visibly. */
function kindsOf(lane: LaneName, own: Record<string, LaneJob>): KindFilter {
  return lane === "quick"
    ? { otherThan: jobKinds.filter((kind) => jobs[kind].lane !== "quick") }
    : { kinds: Object.keys(own) };
}
