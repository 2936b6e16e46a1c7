// Jobs: one pending job per work item, one worker per job, three attempts, and no lost job when a worker dies.

import { expect, test } from "vitest";
import {
  attemptsAllowed,
  bringForward,
  claim,
  complete,
  dropJobsOfLostMachines,
  fail,
  insertJob,
  listJobs,
  notePayload,
  postpone,
  releaseJobsFromTheFuture,
  releaseJobsOf,
  renewLease,
  retryFailed,
} from "../../src/store/jobs.ts";
import type { Db, JobRow } from "../../src/store/schema.ts";
import { setWriter } from "../../src/store/writer.ts";
import { forEachStore } from "../support/databases.ts";

const soon = (ms: number): Date => new Date(Date.now() + ms);
const hour = 3_600_000;

async function mustClaim(db: Db, worker: string, now?: Date): Promise<JobRow> {
  const job = await claim(db, worker, now);
  if (!job) throw new Error("nothing to claim");
  return job;
}

forEachStore((open) => {
  test("two pending jobs of the same kind and key are merged", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "catch-up", key: "a", payload: { n: 1 } });
    await insertJob(db, { kind: "catch-up", key: "a", payload: { n: 2 } });
    await insertJob(db, { kind: "catch-up", key: "b" });
    await insertJob(db, { kind: "import", key: "a" });
    expect((await listJobs(db)).map((job) => [job.kind, job.key, job.payload])).toEqual([
      ["catch-up", "a", '{"n":1}'],
      ["catch-up", "b", "null"],
      ["import", "a", "null"],
    ]);
  });

  test("a request during a running job becomes a new job", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "catch-up", key: "a" });
    await mustClaim(db, "here:1");
    await insertJob(db, { kind: "catch-up", key: "a" });
    expect((await listJobs(db)).map((job) => job.state).sort()).toEqual(["pending", "running"]);
  });

  test("the oldest due job runs first, and a job that is not due waits", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "later", runAt: soon(60_000) });
    await insertJob(db, { kind: "x", key: "second", runAt: soon(-1000) });
    await insertJob(db, { kind: "x", key: "first", runAt: soon(-2000) });
    expect((await mustClaim(db, "here:1")).key).toBe("first");
    expect((await mustClaim(db, "here:1")).key).toBe("second");
    expect(await claim(db, "here:1")).toBeNull();
    expect((await mustClaim(db, "here:1", soon(60_001))).key).toBe("later");
  });

  test("each job is claimed by one worker only, however many try at once", async () => {
    const { db } = await open();
    for (let n = 0; n < 20; n++) await insertJob(db, { kind: "x", key: String(n), runAt: soon(-1000) });
    const claimed: string[] = [];
    const worker = async (name: string): Promise<void> => {
      // A worker that lost the race gets null and tries again, as the daemon does.
      while ((await listJobs(db, "pending")).length > 0) {
        const job = await claim(db, name);
        if (job) claimed.push(job.key);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => worker(`here:${n}`)));
    expect(claimed.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test("a failing job runs three times with doubling pauses, then fails with its error", async () => {
    const { db } = await open();
    const start = soon(0);
    await insertJob(db, { kind: "x", key: "a", runAt: start });
    const pauses: number[] = [];
    let now = start;
    for (let attempt = 1; attempt < attemptsAllowed; attempt++) {
      const job = await mustClaim(db, "here:1", now);
      expect(job.attempts).toBe(attempt);
      expect(await fail(db, job, `broke ${attempt}`, now)).toBe("pending");
      const [again] = await listJobs(db, "pending");
      const due = new Date(again?.run_at ?? "");
      expect(await claim(db, "here:1", new Date(due.getTime() - 1))).toBeNull();
      pauses.push(due.getTime() - now.getTime());
      now = due;
    }
    expect(pauses[1]).toBe(2 * (pauses[0] ?? 0));
    expect(await fail(db, await mustClaim(db, "here:1", now), "broke for good", now)).toBe("failed");
    expect(await claim(db, "here:1", soon(hour))).toBeNull();
    expect(await listJobs(db)).toMatchObject([{ state: "failed", error: "broke for good", worker: null }]);
  });

  test("retry gives failed jobs all their attempts again", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a", payload: { path: "p" } });
    let now = soon(0);
    for (let n = 0; n < attemptsAllowed; n++) {
      now = new Date(now.getTime() + hour);
      await fail(db, await mustClaim(db, "here:1", now), "broke", now);
    }
    expect(await retryFailed(db)).toBe(1);
    expect(await retryFailed(db)).toBe(0);
    expect(await mustClaim(db, "here:1", soon(1000))).toMatchObject({
      key: "a",
      payload: '{"path":"p"}',
      attempts: 1,
    });
  });

  test("a job that fails while a duplicate waits leaves the work to the duplicate", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    const job = await mustClaim(db, "here:1");
    await insertJob(db, { kind: "x", key: "a" });
    await fail(db, job, "broke");
    expect(await listJobs(db, "pending")).toHaveLength(1);
    expect(await retryFailed(db)).toBe(1);
    expect(await listJobs(db)).toMatchObject([{ kind: "x", key: "a", state: "pending" }]);
  });

  test("a job of a dead worker goes to another worker when its lease expires, unless it was renewed", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    const job = await mustClaim(db, "gone:1");
    const over = new Date(Date.parse(job.lease_until ?? "") + 1);
    expect(await claim(db, "here:2", new Date(over.getTime() - 2))).toBeNull();
    await renewLease(db, job, over);
    expect(await claim(db, "here:2", over)).toBeNull();
    expect(await mustClaim(db, "here:2", new Date(over.getTime() + hour))).toMatchObject({
      worker: "here:2",
      attempts: 2,
    });
  });

  test("a worker that lost its job to another can neither finish nor fail it", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    const lost = await mustClaim(db, "slow:1");
    await mustClaim(db, "here:2", soon(hour));
    await complete(db, lost);
    await fail(db, lost, "too late");
    expect(await listJobs(db)).toMatchObject([{ state: "running", worker: "here:2", error: null }]);
  });

  test("a job that kills its worker each time fails instead of running forever", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "deadly" });
    for (let n = 1; n <= attemptsAllowed; n++) await mustClaim(db, "here:1", soon(n * hour));
    expect(await claim(db, "here:1", soon(10 * hour))).toBeNull();
    expect(await listJobs(db)).toMatchObject([
      { state: "failed", error: expect.stringContaining("vanished") },
    ]);
  });

  test("running jobs of a killed daemon on this machine are released at once; those of other machines are not", async () => {
    const { db } = await open();
    for (const key of ["mine", "theirs", "alike"]) await insertJob(db, { kind: "x", key });
    await mustClaim(db, "my_host:1");
    await mustClaim(db, "other:1");
    await mustClaim(db, "my-host:1");
    await releaseJobsOf(db, "my_host");
    expect((await mustClaim(db, "my_host:2")).key).toBe("mine");
    expect(await claim(db, "my_host:2")).toBeNull();
    expect((await listJobs(db, "running")).map((job) => job.worker).sort()).toEqual([
      "my-host:1",
      "my_host:2",
      "other:1",
    ]);
  });

  test("a job with files of one machine is run by that machine only, however the machines are called", async () => {
    const { db } = await open();
    const on = (machine: string) => setWriter(db, { author: "Ana", machine });
    on("mch_a");
    await insertJob(db, { kind: "map", key: "shop" });
    await insertJob(db, { kind: "embed", key: "all" });
    on("mch_b");
    await insertJob(db, { kind: "map", key: "shop" });
    const ofB = await mustClaim(db, "mch_b:1");
    const shared = await mustClaim(db, "mch_b:1");
    expect([ofB, shared].map(({ kind, machine }) => [kind, machine]).sort()).toEqual([
      ["embed", ""],
      ["map", "mch_b"],
    ]);
    expect(await claim(db, "mch_b:1")).toBeNull();
    await complete(db, ofB.kind === "map" ? ofB : shared);
    on("mch_a");
    expect(await mustClaim(db, "mch_a:1")).toMatchObject({ kind: "map", machine: "mch_a" });
    on("mch_b");
    await dropJobsOfLostMachines(db, soon(31 * 24 * hour));
    expect((await listJobs(db)).map(({ kind }) => kind)).toEqual(["embed"]);
  });

  test("a completed job is deleted", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    await complete(db, await mustClaim(db, "here:1"));
    expect(await listJobs(db)).toEqual([]);
  });

  test("a job that makes progress never fails, however often its worker is killed", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    for (let kill = 0; kill < 20; kill++) {
      const job = await mustClaim(db, "here:1");
      await notePayload(db, job, { after: kill });
      await releaseJobsOf(db, "here");
    }
    expect(await listJobs(db)).toMatchObject([{ state: "pending", payload: '{"after":19}' }]);
  });

  test("repeated kills of the daemon do not fail a job, up to a limit", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    for (let kill = 0; kill < attemptsAllowed + 3; kill++) {
      await mustClaim(db, "here:1");
      await releaseJobsOf(db, "here");
    }
    expect(await listJobs(db)).toMatchObject([{ state: "pending", attempts: 0 }]);
    for (let kill = 0; kill < 4; kill++) {
      await mustClaim(db, "here:1");
      await releaseJobsOf(db, "here");
    }
    expect(await listJobs(db)).toMatchObject([{ state: "failed", error: "the daemon stopped while it ran" }]);
  });

  test("a killed job that was requested again is done by the second job, without a failure", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    await mustClaim(db, "here:1");
    await insertJob(db, { kind: "x", key: "a" });
    await releaseJobsOf(db, "here");
    expect(await listJobs(db)).toMatchObject([{ state: "pending", attempts: 0 }]);
  });

  test("a job whose model or server is unavailable waits without losing an attempt", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a" });
    for (let round = 1; round <= attemptsAllowed + 2; round++) {
      const job = await mustClaim(db, "here:1", soon(round * hour));
      await postpone(db, job, "away", soon(round * hour + 1));
    }
    expect(await claim(db, "here:1")).toBeNull();
    expect(await listJobs(db)).toMatchObject([{ state: "pending", attempts: 0, error: "away" }]);
  });

  test("a job does not wait longer when the clock is set back", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a", runAt: soon(5_000) });
    const before = soon(-3 * hour);
    expect(await claim(db, "here:1", new Date(before.getTime() + 6_000))).toBeNull();
    await bringForward(db, 3 * hour, before);
    expect(await claim(db, "here:1", new Date(before.getTime() + 4_000))).toBeNull();
    expect((await mustClaim(db, "here:1", new Date(before.getTime() + 6_000))).key).toBe("a");
  });

  test("a job is due if the clock was set back while no daemon ran", async () => {
    const { db } = await open();
    await insertJob(db, { kind: "x", key: "a", runAt: soon(5_000) });
    await releaseJobsFromTheFuture(db, soon(0));
    expect(await claim(db, "here:1", soon(0))).toBeNull();
    await releaseJobsFromTheFuture(db, soon(-3 * hour));
    expect((await mustClaim(db, "here:1", soon(-3 * hour + 1000))).key).toBe("a");
  });

  test("a success clears earlier failures of the same job", async () => {
    const { db } = await open();
    for (const key of ["a", "b"]) {
      await insertJob(db, { kind: "x", key });
      for (let n = 0; n < attemptsAllowed; n++)
        await fail(db, await mustClaim(db, "here:1", soon(n * hour)), "broke");
    }
    await insertJob(db, { kind: "x", key: "a" });
    await complete(db, await mustClaim(db, "here:1"));
    expect(await listJobs(db)).toMatchObject([{ key: "b", state: "failed" }]);
  });
});
