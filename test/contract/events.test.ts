// The event log: a table and a daily file; it never fails the work that it logs.

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { forEachStore } from "../support/databases.ts";

const day = 86_400_000;

forEachStore((open) => {
  test("an event is written as a row and as a line of the day's private file", async () => {
    const { db, events, paths } = await open();
    events.record({
      type: "hook.capture",
      sessionId: "s",
      data: { id: "obs_1" },
      durationMs: 1.6,
      tokensIn: 3,
    });
    await events.flush();
    const [row] = await db.selectFrom("events").selectAll().execute();
    const expected = {
      type: "hook.capture",
      session_id: "s",
      duration_ms: 2,
      tokens_in: 3,
      tokens_out: null,
    };
    expect(row).toMatchObject({ ...expected, data: '{"id":"obs_1"}' });
    const file = join(paths.logs, `events-${row?.at.slice(0, 10)}.jsonl`);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ ...expected, data: { id: "obs_1" } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(paths.logs).mode & 0o777).toBe(0o700);
  });

  test("closing writes the pending events in the order in which they were recorded", async () => {
    const place = await open.place();
    const memory = await place.open();
    for (let n = 0; n < 1200; n++) memory.events.record({ type: "search.query", data: { n } });
    void memory.events.flush();
    memory.events.record({ type: "search.query", data: { n: 1200 } });
    await memory.events.close();
    const rows = await memory.db.selectFrom("events").select("data").orderBy("id").execute();
    expect(rows.map((row) => JSON.parse(row.data).n)).toEqual(Array.from({ length: 1201 }, (_, n) => n));
  });

  test("pruning deletes rows and files older than the days to keep", async () => {
    const { db, events, paths } = await open();
    events.record({ type: "daemon.start" });
    await events.flush();
    writeFileSync(join(paths.logs, "events-2020-01-01.jsonl"), "{}\n");
    writeFileSync(join(paths.logs, "daemon.log"), "not an event file\n");
    await events.prune(30);
    expect(await db.selectFrom("events").selectAll().execute()).toHaveLength(1);
    expect(readdirSync(paths.logs).filter((name) => name.startsWith("events-2020"))).toEqual([]);
    await events.prune(30, new Date(Date.now() + 40 * day));
    expect(await db.selectFrom("events").selectAll().execute()).toEqual([]);
    expect(readdirSync(paths.logs)).toEqual(["daemon.log"]);
  });

  test("pruning before anything was logged creates nothing, and the log still works", async () => {
    const { db, events, paths } = await open();
    await events.prune(30);
    expect(existsSync(paths.logs)).toBe(false);
    events.record({ type: "daemon.start" });
    await events.flush();
    expect(await db.selectFrom("events").select("type").execute()).toEqual([{ type: "daemon.start" }]);
  });

  test("the log uses the table if its folder is missing, and the folder if its table is missing", async () => {
    const { db, events, paths } = await open();
    writeFileSync(paths.logs, "a file where the folder should be");
    events.record({ type: "daemon.start" });
    await events.flush();
    expect(await db.selectFrom("events").selectAll().execute()).toHaveLength(1);

    rmSync(paths.logs);
    await sql`alter table events rename to events_gone`.execute(db);
    events.record({ type: "daemon.stop" });
    await events.flush();
    const [name = ""] = readdirSync(paths.logs);
    expect(readFileSync(join(paths.logs, name), "utf8")).toContain("daemon.stop");
  });

  test("data that cannot be serialised is dropped silently", async () => {
    const { db, events } = await open();
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    events.record({ type: "search.query", data: circle });
    events.record({ type: "search.query", data: { big: 1n } });
    events.record({ type: "search.query", data: { text: "\0 \ud800" } });
    await events.flush();
    expect(await db.selectFrom("events").selectAll().execute()).toHaveLength(1);
  });
});
