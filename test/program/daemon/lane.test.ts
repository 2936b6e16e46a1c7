// The worker's lanes: long jobs in steps.

import { expect, test } from "vitest";
import type { HandlerContext } from "../../../src/areas/context.ts";
import type { JobStep, LaneJob } from "../../../src/daemon/job-handlers.ts";
import { startLane } from "../../../src/daemon/lane.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { insertJob, listJobs } from "../../../src/store/jobs.ts";
import { until } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

test("other requests run between the steps of a long job", async () => {
  await using home = await tempDir("eglane");
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
  const steps = 20;
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  await insertJob(memory.db, { kind: "long", key: "one" });
  const context = { memory, log: console.error } as unknown as HandlerContext;
  const lane = startLane(
    context,
    "worker",
    { kinds: ["long"] },
    {
      long: {
        deadlineMs: 60_000,
        async run(_, __, { goOn }) {
          const before = turns;
          for (let step = 0; step < steps; step++) await goOn();
          end(turns - before);
        },
      },
    },
    () => {},
  );
  expect(await ended).toBeGreaterThanOrEqual(steps);
  clearImmediate(next);
  await lane.stop();
  await memory.close();
});

const forever = () => new Promise<never>(() => {});

async function laneOf(handlers: Record<string, LaneJob["run"]>, deadlineMs: number) {
  const jobs = Object.fromEntries(Object.entries(handlers).map(([kind, run]) => [kind, { deadlineMs, run }]));
  const home = await tempDir("eglane");
  const memory: Memory = await openMemory({
    env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" },
  });
  const context = { memory, log: () => {} } as unknown as HandlerContext;
  const start = (mayBegin?: () => boolean) =>
    startLane(context, "worker", { kinds: Object.keys(handlers) }, jobs, () => {}, mayBegin);
  return {
    memory,
    start,
    async [Symbol.asyncDispose]() {
      await memory.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

test("a lane that has to wait begins its jobs afterwards", async () => {
  let asked = 0;
  let isFree = false;
  await using lane = await laneOf({ async one() {} }, 60_000);
  await insertJob(lane.memory.db, { kind: "one", key: "a" });
  const running = lane.start(() => {
    asked++;
    return isFree;
  });
  await until("the lane has asked twice", () => asked > 1);
  expect(await listJobs(lane.memory.db)).toMatchObject([{ kind: "one", state: "pending" }]);
  isFree = true;
  await until("the job is done", async () => (await listJobs(lane.memory.db)).length === 0);
  await running.stop();
});

test("a job that hangs is given up at its deadline, its lane continues, and its next step ends it", async () => {
  const { promise: hanging, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<JobStep>();
  await using lane = await laneOf(
    {
      async hang(_, __, step) {
        begin(step);
        await hanging;
      },
      async quick() {},
    },
    50,
  );
  await insertJob(lane.memory.db, { kind: "hang", key: "one" });
  await insertJob(lane.memory.db, { kind: "quick", key: "two" });
  const running = lane.start();
  const step = await begun;
  await until("only the hanging one is left", async () => (await listJobs(lane.memory.db)).length === 1);
  expect(await listJobs(lane.memory.db)).toMatchObject([
    { kind: "hang", attempts: 1, error: expect.stringContaining("no progress") },
  ]);
  expect(step.signal.aborted).toBe(true);
  await expect(step.note({ far: true })).rejects.toMatchObject({ code: "interrupted" });
  expect(await listJobs(lane.memory.db)).toMatchObject([{ payload: "null" }]);
  release();
  await running.stop();
});

test("steps keep a long job alive beyond its deadline", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const limit = 300;
  await using lane = await laneOf(
    {
      async long(_, __, { goOn }) {
        const from = performance.now();
        while (performance.now() - from < 3 * limit) await goOn();
        end();
      },
    },
    limit,
  );
  await insertJob(lane.memory.db, { kind: "long", key: "one" });
  const running = lane.start();
  await ended;
  await until("it is done", async () => (await listJobs(lane.memory.db)).length === 0);
  await running.stop();
});

test("a lane stops although its job hangs, and gives the job back without counting an attempt", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await using lane = await laneOf(
    {
      hang() {
        begin();
        return forever();
      },
    },
    3_600_000,
  );
  await insertJob(lane.memory.db, { kind: "hang", key: "one" });
  const running = lane.start();
  await begun;
  await running.stop();
  expect(await listJobs(lane.memory.db)).toMatchObject([{ state: "pending", attempts: 0, worker: null }]);
});
