// The worker's lanes: slow work in steps.

import { expect, test } from "vitest";
import { startLane } from "../../src/daemon/lane.ts";
import type { HandlerContext } from "../../src/doors/http/handlers/context.ts";
import { openMemory } from "../../src/memory.ts";
import { enqueue } from "../../src/store/jobs.ts";
import { tempDir } from "../support/temp.ts";

test("whoever waits is let in between the steps of a long job", async () => {
  await using home = await tempDir("eglane");
  const memory = await openMemory({ env: { ENGRAM_HOME: home.path, ENGRAM_EMBED_PROVIDER: "off" } });
  const steps = 20;
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  await enqueue(memory.db, { kind: "long", key: "one" });
  const context = { memory, log: console.error } as unknown as HandlerContext;
  const lane = startLane(
    context,
    "worker",
    { kinds: ["long"] },
    {
      async long(_, __, { goOn }) {
        const before = turns;
        for (let step = 0; step < steps; step++) await goOn();
        end(turns - before);
      },
    },
    () => {},
  );
  expect(await ended).toBeGreaterThanOrEqual(steps);
  clearImmediate(next);
  await lane.stop();
  await memory.close();
});
