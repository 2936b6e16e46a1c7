// Runs the jobs of a memory as the daemon's lanes do, without waiting for their times.

import type { HandlerContext } from "../../src/areas/context.ts";
import { jobsOfLane } from "../../src/daemon/job-handlers.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { laneNames } from "../../src/protocol/jobs.ts";
import { claim, complete, fail } from "../../src/store/jobs.ts";

const all = Object.assign({}, ...laneNames.map(jobsOfLane)) as ReturnType<typeof jobsOfLane>;
/** Further than any job that follows from another is put off. */
const soonMs = 30 * 60_000;

/** Every job that is due soon, and those that follow from it: what ran, in its order. Stops after `limit` jobs. */
export async function runDueJobs(memory: Memory, limit = 1_000): Promise<string[]> {
  const context = {
    memory,
    ...{ imports: new Map(), maps: new Map(), reindexes: {}, log: () => {} },
  } as unknown as HandlerContext;
  const ran: string[] = [];
  while (ran.length < limit) {
    const job = await claim(memory.db, "test", new Date(Date.now() + soonMs));
    if (!job) break;
    ran.push(`${job.kind} ${job.key}`);
    const step = { async goOn() {}, async note() {}, signal: new AbortController().signal };
    try {
      await all[job.kind]?.run(context, JSON.parse(job.payload), step);
      await complete(memory.db, job);
    } catch (error) {
      await fail(memory.db, job, String(error));
    }
  }
  return ran;
}
