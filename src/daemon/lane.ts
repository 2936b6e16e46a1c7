// One lane of jobs: claims what is due and runs it, one after another.

import { setTimeout as pause, setImmediate } from "node:timers/promises";
import type { HandlerContext } from "../doors/http/handlers/context.ts";
import { cleanerOfAllProjects } from "../journeys/without-secrets.ts";
import { EngramError } from "../protocol/errors.ts";
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
import type { JobHandler } from "./job-handlers.ts";

export interface Lane {
  isBusy(): boolean;
  /** Ends after the step under way; a job that is not done is given back. */
  stop(): Promise<void>;
}

const pollMs = 500;
/** What waits for a model or a server is tried again after a pause that doubles, for as long as it takes. */
const firstWaitMs = 5_000;
const longestWaitMs = 5 * 60_000;

export function startLane(
  context: HandlerContext,
  worker: string,
  kinds: KindFilter,
  handlers: Record<string, JobHandler>,
  onWork: () => void,
): Lane {
  const { memory } = context;
  const stopping = new AbortController();
  const waits = new Map<string, number>();
  let busy = false;
  const running = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        busy = true;
        while (!stopping.signal.aborted && (await runOne()));
      } catch (error) {
        // Disk full, database gone: the job is still there, and the next round tries again.
        context.log(error);
      }
      busy = false;
      await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function runOne(): Promise<boolean> {
    const job = await claim(memory.db, worker, new Date(), kinds);
    if (!job) return false;
    onWork();
    try {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`no engram of this version does jobs of the kind ${job.kind}`);
      await handler(context, JSON.parse(job.payload), stepOf(job));
      await complete(memory.db, job);
      waits.delete(job.kind);
    } catch (error) {
      if (error === interrupted || stopping.signal.aborted) await giveBack(memory.db, job);
      else if (error instanceof EngramError && error.code === "unavailable") await wait(job, error);
      else await noteFailure(job, error);
    }
    return true;
  }

  async function wait(job: JobRow, error: EngramError): Promise<void> {
    const before = waits.get(job.kind) ?? 0;
    waits.set(job.kind, before + 1);
    if (before === 0) context.log(error);
    const ms = Math.min(longestWaitMs, firstWaitMs * 2 ** before);
    await postpone(memory.db, job, await cleanMessage(error), new Date(Date.now() + ms));
  }

  function stepOf(job: JobRow) {
    const goOn = async () => {
      if (stopping.signal.aborted) throw interrupted;
      onWork();
      await renewLease(memory.db, job);
      // Who asks something meanwhile is answered first.
      await setImmediate();
    };
    const note = async (payload: unknown) => {
      await notePayload(memory.db, job, payload);
      await goOn();
    };
    return { goOn, note, signal: stopping.signal };
  }

  /** An error may quote a path, or a line of a file. */
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

const interrupted = new EngramError("interrupted", "the daemon is to stop");
