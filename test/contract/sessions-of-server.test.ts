// A server that many machines share: a store at rest holds no session there and asks it rarely.

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { isTimeToAsk } from "../../src/store/asking.ts";
import { insertJob } from "../../src/store/jobs.ts";
import { PostgresSessions } from "../../src/store/postgres-sessions.ts";
import { forEachStore } from "../support/databases.ts";
import { until } from "../support/tellback.ts";

forEachStore(
  (open) => {
    test("sessions are given back when nobody uses them, and the next query gets a new one", async () => {
      const place = await open.place();
      const { db } = await place.open();
      const label = "counted";
      const options = { connection: { application_name: label }, onnotice: () => {} };
      const driver = new PostgresSessions(place.env.TELLBACK_STORE_URL, options as never, {
        ...{ connectWithinSeconds: 10, doubtAfterMs: 15_000, idleMs: 200 },
      });
      const query = { sql: "select pg_sleep(0.05)", parameters: [] } as never;
      const ask = async () => {
        const connection = await driver.acquireConnection();
        await connection.executeQuery(query);
        await driver.releaseConnection(connection);
      };
      const held = async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where application_name = ${label}`.execute(db);
        return Number(rows[0]?.n);
      };
      const all = Promise.all(Array.from({ length: 12 }, ask));
      let most = 0;
      const counting = (async () => {
        for (let n = 0; n < 5; n++) most = Math.max(most, await held());
      })();
      await Promise.all([all, counting]);
      expect(most).toBeLessThanOrEqual(10);
      await until("no session is left", async () => (await held()) === 0);
      await ask();
      await driver.destroy();
      await pause(0);
    });
  },
  ["PostgreSQL"],
);

forEachStore((open, name) => {
  test("a server is asked for jobs while there may be some; a file is always asked", async () => {
    const { db } = await (await open.place()).open();
    const isServer = name !== "SQLite";
    const justNow = performance.now();
    // Opening the store enqueues nothing.
    expect(isTimeToAsk(db, justNow)).toBe(!isServer);
    expect(isTimeToAsk(db, justNow - 10_001)).toBe(true);
    await db.transaction().execute((tx) => insertJob(tx, { kind: "embed", key: "all" }));
    expect(isTimeToAsk(db, justNow)).toBe(true);
  });
});
