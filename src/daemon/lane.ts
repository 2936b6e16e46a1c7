// One lane of jobs: claims due jobs and runs them one after another.

import { setTimeout as pause, setImmediate } from "node:timers/promises";
import type { HandlerContext } from "../areas/context.ts";
import { cleanerOfAllProjects } from "../memory/without-secrets.ts";
import { TellbackError } from "../protocol/errors.ts";
import { isTimeToAsk } from "../store/asking.ts";
import {
  claim,
  complete,
  fail,
  giveBack,
  type KindFilter,
  notePayload,
  postpone,
  renewLease,
} from "../store/jobs.ts";
import type { JobRow } from "../store/schema.ts";
import { deadline } from "./deadline.ts";
import type { LaneJob } from "./job-handlers.ts";

export interface Lane {
  isBusy(): boolean;
  /** Ends after the current step; an unfinished job is given back. */
  stop(): Promise<void>;
}

const pollMs = 500;
/** A job that waits for a model or a server is retried after a pause that doubles, without a limit on attempts. */
const firstWaitMs = 5_000;
const maxWaitMs = 5 * 60_000;
/** A running job may reach its next step within this time after the daemon was asked to stop. */
const stepWithinMs = 3_000;

export function startLane(
  context: HandlerContext,
  worker: string,
  kinds: KindFilter,
  jobs: Record<string, LaneJob>,
  onWork: () => void,
  mayBegin: () => boolean = () => true,
): Lane {
  const { memory } = context;
  const stopping = new AbortController();
  const waits = new Map<string, number>();
  /** A job whose result could not be written because the store was unavailable: given back once the store is back. */
  let unsettled: JobRow | null = null;
  let busy = false;
  const running = run();

  async function run(): Promise<void> {
    let askedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      try {
        busy = true;
        while (!stopping.signal.aborted && mayBegin() && isTimeToAsk(memory.db, askedAt) && (await runOne()))
          askedAt = Number.NEGATIVE_INFINITY;
        if (isTimeToAsk(memory.db, askedAt)) askedAt = performance.now();
      } catch (error) {
        // Disk full, database unavailable: the job is still stored, and the next round tries again.
        context.log(error);
      }
      busy = false;
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function runOne(): Promise<boolean> {
    if (unsettled) await giveBack(memory.db, unsettled);
    unsettled = null;
    const job = await claim(memory.db, worker, new Date(), kinds);
    if (!job) return false;
    onWork();
    try {
      await attempt(job);
    } catch (error) {
      unsettled = job;
      await settle(job, error);
      unsettled = null;
    }
    return true;
  }

  /** A hung job is abandoned: it blocks nothing, and its next step, if there is one, ends it. */
  async function attempt(job: JobRow): Promise<void> {
    const known = jobs[job.kind];
    if (!known) throw new Error(`unknown kind of job "${job.kind}" in this version of tellback`);
    const over = new AbortController();
    const { deadlineMs: limit } = known;
    const hung = deadline(limit, () => new Error(`no progress for ${Math.round(limit / 1000)} s: given up`));
    const stopped = whenStopped();
    try {
      const step = stepOf(job, AbortSignal.any([stopping.signal, over.signal]), hung.extend);
      await Promise.race([known.run(context, JSON.parse(job.payload), step), hung.passed, stopped.passed]);
      await complete(memory.db, job);
      waits.delete(job.kind);
    } finally {
      over.abort();
      hung.clear();
      stopped.clear();
    }
  }

  async function settle(job: JobRow, error: unknown): Promise<void> {
    if (error === interrupted || stopping.signal.aborted) await giveBack(memory.db, job);
    else if (error instanceof TellbackError && error.code === "unavailable") await wait(job, error);
    else await noteFailure(job, error);
  }

  /** Resolves a moment after the lane was stopped. */
  function whenStopped(): { passed: Promise<never>; clear(): void } {
    const { promise: passed, reject } = Promise.withResolvers<never>();
    passed.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const onStop = () => {
      timer = setTimeout(reject, stepWithinMs, interrupted);
    };
    stopping.signal.addEventListener("abort", onStop);
    return {
      passed,
      clear() {
        clearTimeout(timer);
        stopping.signal.removeEventListener("abort", onStop);
      },
    };
  }

  async function wait(job: JobRow, error: TellbackError): Promise<void> {
    const before = waits.get(job.kind) ?? 0;
    waits.set(job.kind, before + 1);
    if (before === 0) context.log(error);
    const ms = Math.min(maxWaitMs, firstWaitMs * 2 ** before);
    await postpone(memory.db, job, await cleanMessage(error), new Date(Date.now() + ms));
  }

  function stepOf(job: JobRow, signal: AbortSignal, onStep: () => void) {
    const goOn = async () => {
      if (signal.aborted) throw interrupted;
      onStep();
      onWork();
      await renewLease(memory.db, job);
      // Requests that came in meanwhile are answered first.
      await setImmediate();
    };
    const note = async (payload: unknown) => {
      if (signal.aborted) throw interrupted;
      await notePayload(memory.db, job, payload);
      await goOn();
    };
    return { goOn, note, signal };
  }

  /** An error may quote a path or a line of a file. */
  async function cleanMessage(error: unknown): Promise<string> {
    const clean = await cleanerOfAllProjects(memory.db);
    return clean.text(error instanceof Error ? error.message : String(error));
  }

  async function noteFailure(job: JobRow, error: unknown): Promise<void> {
    const message = await cleanMessage(error);
    const state = await fail(memory.db, job, message);
    memory.events.record({
      type: "job.failed",
      data: { kind: job.kind, key: job.key, state, error: message },
    });
    context.log(error);
  }

  return {
    isBusy: () => busy,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const interrupted = new TellbackError("interrupted", "the daemon is stopping");
