// The daemon's slow hand: takes in the inbox as files arrive, and runs jobs one after another.

import { existsSync, watch } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { listTranscripts } from "../agents/transcript-file.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";
import { type HandlerContext, noImport } from "../doors/http/handlers.ts";
import { catchUp, catchUpSession } from "../journeys/catch-up.ts";
import { importTranscripts } from "../journeys/import.ts";
import { EngramError } from "../protocol/errors.ts";
import { claim, complete, fail, releaseJobsOf, renewLease } from "../store/jobs.ts";
import type { Db, JobRow } from "../store/schema.ts";
import { housekeeping } from "./keep-house.ts";
import { takeIn } from "./take-in.ts";

export interface Worker {
  isBusy(): boolean;
  /** Ends after the work under way. */
  stop(): Promise<void>;
}

/** `goOn` is called between steps: it keeps the job this worker's, and throws when the daemon is to stop. */
type JobHandler = (context: HandlerContext, payload: unknown, goOn: () => Promise<void>) => Promise<void>;

const catchUpPayload = z.object({ path: z.string(), projectDir: z.string().optional() });
const folderPayload = z.object({ path: z.string() });
const importPayload = z.object({ folder: z.string() });

const jobHandlers: Record<string, JobHandler> = {
  async "catch-up"({ memory }, payload) {
    const { path, projectDir } = catchUpPayload.parse(payload);
    await catchUpSession(memory, path, projectDir);
  },

  async "catch-up-folder"({ memory }, payload, goOn) {
    const { path } = folderPayload.parse(payload);
    for (const transcript of await listTranscripts(path)) {
      await goOn();
      await catchUp(memory, transcript.path, { onBatch: goOn });
    }
  },

  async import(context, payload, goOn) {
    const { folder } = importPayload.parse(payload);
    const { memory, imports } = context;
    imports.run = { ...noImport, state: "running" };
    try {
      const done = await importTranscripts(memory, folder, async (progress) => {
        imports.run = { ...progress, state: "running", error: null };
        await goOn();
      });
      imports.run = { ...done, state: "done", error: null };
    } catch (error) {
      imports.run = { ...imports.run, state: "failed", error: String(error) };
      throw error;
    }
  },
};

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

  function wake(afterMs: number): void {
    if (stopping || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (busy) {
        again = true;
        return;
      }
      running = work();
    }, afterMs);
  }

  async function work(): Promise<void> {
    busy = true;
    do {
      again = false;
      try {
        if ((await takeIn(memory)) > 0) onWork();
        if (await runOneJob()) again = true;
        await keepHouse();
      } catch (error) {
        // Disk full, database gone: what came in stays in the inbox, and the next round tries again.
        context.log(error);
      }
    } while (again && !stopping);
    busy = false;
  }

  async function runOneJob(): Promise<boolean> {
    const job = await claim(memory.db, name);
    if (!job) return false;
    onWork();
    try {
      const handler = jobHandlers[job.kind];
      if (!handler) throw new Error(`no engram of this version does jobs of the kind ${job.kind}`);
      await handler(context, JSON.parse(job.payload), async () => {
        if (stopping) throw interrupted;
        await renewLease(memory.db, job);
      });
      await complete(memory.db, job);
    } catch (error) {
      if (error === interrupted) {
        await giveBack(memory.db, job);
        return false;
      }
      const message = error instanceof Error ? error.message : String(error);
      const state = await fail(memory.db, job, message);
      memory.events.record({
        type: "job.failed",
        data: { kind: job.kind, key: job.key, state, error: message },
      });
      context.log(error);
    }
    return true;
  }

  return {
    isBusy: () => busy || (existsSync(memory.paths.inbox) && again),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      clearInterval(poll);
      watcher.close();
      await running;
    },
  };
}

const interrupted = new EngramError("interrupted", "the daemon is to stop");

/** Being stopped is no failed attempt: the next daemon goes on where this one was. */
async function giveBack(db: Db, job: JobRow): Promise<void> {
  const twin = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", job.kind)
    .where("key", "=", job.key)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (twin) return complete(db, job);
  const waiting = { state: "pending", worker: null, lease_until: null, attempts: job.attempts - 1 } as const;
  await db.updateTable("jobs").set(waiting).where("id", "=", job.id).execute();
}

/** What a daemon of this machine was doing when it was killed is taken up again. */
export async function takeUpOrphans(context: HandlerContext): Promise<void> {
  await releaseJobsOf(context.memory.db, hostname());
}
