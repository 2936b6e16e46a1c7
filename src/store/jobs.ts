// Background jobs with retries. One worker at a time claims a job; the lease frees the job of a dead worker.

import { sql } from "kysely";
import { isOfOneMachine, type JobKind, type JobPayload } from "../protocol/jobs.ts";
import { newId } from "../protocol/new-id.ts";
import { noteEnqueued } from "./asking.ts";
import { insertMany } from "./bulk.ts";
import type { Db, JobRow } from "./schema.ts";
import { writerOf } from "./writer.ts";

interface About {
  /** What the job is about: a second pending job of the same kind and key is the same job. */
  key: string;
  runAt?: Date | undefined;
}

/** A kind with its handler's payload; the payload is optional if the handler needs none. */
export type NewJob = {
  [K in JobKind]: About & { kind: K } & (null extends JobPayload<K>
      ? { payload?: JobPayload<K> }
      : { payload: JobPayload<K> });
}[JobKind];

/** Which kinds of jobs a worker claims. */
export type KindFilter = { kinds?: readonly string[]; otherThan?: readonly string[] };

export const attemptsAllowed = 3;
const firstDelayMs = 5_000;
const leaseMs = 5 * 60_000;

export function enqueue(db: Db, job: NewJob): Promise<void> {
  return insertJob(db, job);
}

/** Several at once, in their order. */
export async function enqueueAll(db: Db, jobs: readonly NewJob[]): Promise<void> {
  await insertJobs(db, jobs);
}

/** For jobs read from the store: the kind may come from another version. */
export async function insertJob(db: Db, job: About & { kind: string; payload?: unknown }): Promise<void> {
  await insertJobs(db, [job]);
}

async function insertJobs(
  db: Db,
  jobs: readonly (About & { kind: string; payload?: unknown })[],
): Promise<void> {
  const now = new Date();
  const rows = jobs.map((job) => ({
    id: newId("job"),
    kind: job.kind,
    key: job.key,
    payload: JSON.stringify(job.payload ?? null),
    state: "pending" as const,
    attempts: 0,
    run_at: (job.runAt ?? now).toISOString(),
    worker: null,
    lease_until: null,
    error: null,
    created_at: now.toISOString(),
    machine: isOfOneMachine(job.kind) ? machineOf(db) : "",
  }));
  noteEnqueued(db);
  await insertMany(db, "jobs", rows, "on conflict (kind, key, machine) where state = 'pending' do nothing");
}

/** Machines that share a store have jobs of their own in it. */
const machineOf = (db: Db) => writerOf(db).machine ?? "";
const mayRun = (db: Db) => ["", machineOf(db)];

/** Whether such a job is pending or running. */
export async function hasJob(db: Db, kind: JobKind, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", kind)
    .where("key", "=", key)
    .where("machine", "in", mayRun(db))
    .where("state", "!=", "failed")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function jobsOfKind(db: Db, kind: JobKind): Promise<JobRow[]> {
  return db.selectFrom("jobs").selectAll().where("kind", "=", kind).execute();
}

/** Replaces every job of this kind that is not running. */
export async function replaceJobs(db: Db, job: NewJob): Promise<void> {
  await db.deleteFrom("jobs").where("kind", "=", job.kind).where("state", "!=", "running").execute();
  await enqueue(db, job);
}

/** Removes a job that is no longer needed before it started. */
export async function cancel(db: Db, kind: JobKind, key: string): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("kind", "=", kind)
    .where("key", "=", key)
    .where("machine", "in", mayRun(db))
    .where("state", "=", "pending")
    .execute();
}

/** Claims the oldest due job for this worker; null if there is none. */
export async function claim(
  db: Db,
  worker: string,
  now = new Date(),
  only: KindFilter = {},
): Promise<JobRow | null> {
  const time = now.toISOString();
  const due = await firstDue(db, time, only);
  if (due === null) return null;
  const row = await db
    .updateTable("jobs")
    .set((eb) => ({
      state: "running" as const,
      worker,
      attempts: eb("attempts", "+", 1),
      lease_until: leaseFrom(now),
    }))
    .where("id", "=", due)
    // Another worker may have claimed it between the two statements.
    .where((eb) => eb.or([eb("state", "=", "pending"), eb("lease_until", "<", time)]))
    .returningAll()
    .executeTakeFirst();
  if (!row || row.attempts <= attemptsAllowed) return row ?? null;
  await fail(db, row, `its worker vanished at each of ${attemptsAllowed} attempts`, now);
  return claim(db, worker, now, only);
}

/** Written as text: every lane asks twice a second, and building the query took most of the daemon's time at rest. */
async function firstDue(db: Db, time: string, { kinds, otherThan }: KindFilter): Promise<string | null> {
  const only = kinds ? sql`and kind in (${sql.join(kinds)})` : sql``;
  const except = otherThan ? sql`and kind not in (${sql.join(otherThan)})` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from jobs
    where ((state = 'pending' and run_at <= ${time}) or (state = 'running' and lease_until < ${time}))
      and machine in (${sql.join(mayRun(db))}) ${only} ${except}
    order by run_at, id limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

export async function renewLease(db: Db, job: JobRow, now = new Date()): Promise<void> {
  await mine(db, job)
    .set({ lease_until: leaseFrom(now) })
    .execute();
}

/** Also clears earlier failures of the same job. */
export async function complete(db: Db, job: JobRow): Promise<void> {
  await remove(db, job);
  await db
    .deleteFrom("jobs")
    .where("kind", "=", job.kind)
    .where("key", "=", job.key)
    .where("machine", "=", job.machine)
    .where("state", "=", "failed")
    .execute();
}

/** Back to pending after a pause that doubles, or failed after the last attempt. */
export async function fail(
  db: Db,
  job: JobRow,
  error: string,
  now = new Date(),
): Promise<"pending" | "failed"> {
  const again = job.attempts < attemptsAllowed && !(await hasPendingTwin(db, job));
  const runAt = new Date(now.getTime() + firstDelayMs * 2 ** (job.attempts - 1)).toISOString();
  const state = again ? "pending" : "failed";
  await mine(db, job).set({ state, error, worker: null, lease_until: null, run_at: runAt }).execute();
  return state;
}

/** Frees the jobs of a killed worker of this machine. A job that was enqueued again is dropped. */
export async function releaseJobsOf(db: Db, machine: string): Promise<void> {
  const running = await listJobs(db, "running");
  for (const job of running.filter((one) => one.worker?.startsWith(`${machine}:`))) {
    if (await hasPendingTwin(db, job)) await remove(db, job);
    else await release(db, job);
  }
}

const machineGoneMs = 30 * 24 * 60 * 60_000;

/** What another machine has left undone for a month: it does not come back. */
export async function dropJobsOfLostMachines(db: Db, now = new Date()): Promise<void> {
  await db
    .deleteFrom("jobs")
    .where("machine", "not in", mayRun(db))
    .where("created_at", "<", new Date(now.getTime() - machineGoneMs).toISOString())
    .execute();
}

/** A killed daemon is rarely the job's fault; but a job that always kills it must end. */
const deathsAllowed = 10;

async function release(db: Db, job: JobRow): Promise<void> {
  const deaths = job.deaths + 1;
  await mine(db, job)
    .set({
      state: deaths < deathsAllowed ? "pending" : "failed",
      error: "the daemon stopped while it ran",
      attempts: job.attempts - 1,
      deaths,
      worker: null,
      lease_until: null,
    })
    .execute();
}

export async function listJobs(db: Db, state?: JobRow["state"]): Promise<JobRow[]> {
  const all = db.selectFrom("jobs").selectAll().orderBy("created_at").orderBy("id");
  return (state ? all.where("state", "=", state) : all).execute();
}

export async function countJobs(db: Db): Promise<Record<JobRow["state"], number>> {
  const rows = await db
    .selectFrom("jobs")
    .select((eb) => ["state", eb.fn.countAll<number>().as("n")])
    .groupBy("state")
    .execute();
  const of = (state: JobRow["state"]) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { pending: of("pending"), running: of("running"), failed: of("failed") };
}

/** Retries failed jobs; returns their number. */
export async function retryFailed(db: Db): Promise<number> {
  const failed = (await listJobs(db, "failed")).filter(({ machine }) => mayRun(db).includes(machine));
  for (const job of failed) {
    await db.deleteFrom("jobs").where("id", "=", job.id).execute();
    await insertJob(db, { kind: job.kind, key: job.key, payload: JSON.parse(job.payload) });
  }
  return failed.length;
}

/** The clock was set back: pending jobs wait for the same time as before. */
export async function bringForward(db: Db, byMs: number, now = new Date()): Promise<void> {
  const time = now.toISOString();
  for (const job of (await listJobs(db, "pending")).filter((one) => one.run_at > time)) {
    const runAt = Math.max(now.getTime(), Date.parse(job.run_at) - byMs);
    await waitUntil(db, job, new Date(runAt));
  }
}

/** Clocks of machines that share a store may differ by this much. */
const clocksDifferMs = 60_000;

/** The clock was set back while no daemon ran: jobs created in the future are due. */
export async function releaseJobsFromTheFuture(db: Db, now = new Date()): Promise<void> {
  const future = new Date(now.getTime() + clocksDifferMs).toISOString();
  for (const job of (await listJobs(db, "pending")).filter((one) => one.created_at > future)) {
    await waitUntil(db, job, now);
  }
}

async function waitUntil(db: Db, job: JobRow, runAt: Date): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ run_at: runAt.toISOString() })
    .where("id", "=", job.id)
    .where("state", "=", "pending")
    .execute();
}

function mine(db: Db, job: JobRow) {
  return db.updateTable("jobs").where("id", "=", job.id).where("worker", "=", job.worker);
}

async function remove(db: Db, job: JobRow): Promise<void> {
  await db.deleteFrom("jobs").where("id", "=", job.id).where("worker", "=", job.worker).execute();
}

async function hasPendingTwin(db: Db, job: JobRow): Promise<boolean> {
  const twin = await db
    .selectFrom("jobs")
    .select("id")
    .where("kind", "=", job.kind)
    .where("key", "=", job.key)
    .where("machine", "=", job.machine)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return twin !== undefined;
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

/**
 * Stores a job's progress, so that the next worker continues from there. A job that has made progress gets its
 * attempts back: a long job may be killed often without being the cause.
 */
export async function notePayload(db: Db, job: JobRow, payload: unknown): Promise<void> {
  await mine(db, job)
    .set({ payload: JSON.stringify(payload), attempts: 1, deaths: 0 })
    .execute();
  job.attempts = 1;
}

/** Being stopped does not count as a failed attempt: the next worker continues. */
export async function giveBack(db: Db, job: JobRow): Promise<void> {
  await putOff(db, job, null, null);
}

/** A missing dependency does not count as a failed attempt either: the job is retried later. */
export async function postpone(db: Db, job: JobRow, error: string, until: Date): Promise<void> {
  await putOff(db, job, error, until);
}

async function putOff(db: Db, job: JobRow, error: string | null, until: Date | null): Promise<void> {
  if (await hasPendingTwin(db, job)) return remove(db, job);
  const when = until ? { run_at: until.toISOString() } : {};
  await mine(db, job)
    .set({
      ...{ state: "pending", worker: null, lease_until: null, error, ...when },
      attempts: job.attempts - 1,
    })
    .execute();
}

/** Waiting and failed jobs that name something that is gone; a running one ends by itself. */
export async function dropJobsAbout(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await db
      .deleteFrom("jobs")
      .where("state", "!=", "running")
      .where("payload", "like", `%${JSON.stringify(id)}%`)
      .execute();
}
