// The ledger of model calls: the spending is known, and any number of workers stays below the cap.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type NewCall, release, reserve, settle, spendReport } from "../../src/models/spend.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";

const execute = promisify(execFile);
const SPENDER = join(import.meta.dirname, "spender.ts");
const cent = 1e7;
const caps = { dailyUsd: 0.1, monthlyUsd: 0.25 };
const noon = new Date("2026-03-10T12:00:00Z");
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const day = 24 * 60;

let calls = 0;
function call(over: Partial<NewCall> = {}): NewCall {
  calls += 1;
  return {
    provider: "p",
    model: "m",
    purpose: "observations",
    callKey: `call-${calls}`,
    cost: cent,
    ...over,
  };
}

async function mustReserve(db: Db, over: Partial<NewCall> = {}, now = noon): Promise<string> {
  const reservation = await reserve(db, call(over), caps, now);
  if (reservation.status === "capped") throw new Error("capped");
  return reservation.id;
}

async function book(db: Db, cost: number, over: Partial<NewCall> = {}, now = noon): Promise<void> {
  const id = await mustReserve(db, { ...over, cost }, now);
  await settle(db, id, { model: over.model ?? "m", input: 10, output: 5, cost });
}

const today = async (db: Db, now = noon) => (await spendReport(db, "day", caps, now)).today.usd;

forEachStore((open) => {
  test("a call counts with its maximum cost until its real cost is booked", async () => {
    const { db } = await open();
    const id = await mustReserve(db, { cost: 4 * cent });
    expect(await today(db)).toBe(0.04);
    await settle(db, id, { model: "m-2026", input: 1000, output: 50, cost: cent });
    await settle(db, id, { model: "m-2026", input: 1000, output: 50, cost: cent });
    expect(await spendReport(db, "model", caps, noon)).toEqual({
      rows: [{ name: "p/m-2026", calls: 1, input: 1000, output: 50, usd: 0.01 }],
      today: { usd: 0.01, capUsd: 0.1 },
      month: { usd: 0.01, capUsd: 0.25 },
      open: { calls: 0, usd: 0 },
    });
  });

  test("a call that was not made costs nothing", async () => {
    const { db } = await open();
    await release(db, await mustReserve(db));
    expect(await spendReport(db, "day", caps, noon)).toMatchObject({ rows: [], today: { usd: 0 } });
  });

  test("at the daily cap only free calls are allowed until the next day", async () => {
    const { db } = await open();
    await book(db, 9 * cent);
    expect(await reserve(db, call({ cost: 1.5 * cent }), caps, noon)).toEqual({
      status: "capped",
      cap: "day",
      until: "2026-03-11T00:00:00.000Z",
    });
    await mustReserve(db, { cost: cent });
    await mustReserve(db, { cost: 0 });
    expect(await reserve(db, call({ cost: 1 }), caps, noon)).toMatchObject({ status: "capped" });
    await mustReserve(db, { cost: cent }, new Date("2026-03-11T00:00:00Z"));
  });

  test("at the monthly cap no call is allowed until the next month", async () => {
    const { db } = await open();
    for (const days of [0, 1]) await book(db, 10 * cent, {}, later(days * day));
    await book(db, 5 * cent, {}, later(2 * day));
    expect(await reserve(db, call(), caps, later(3 * day))).toEqual({
      status: "capped",
      cap: "month",
      until: "2026-04-01T00:00:00.000Z",
    });
    await mustReserve(db, {}, new Date("2026-04-01T00:00:00Z"));
  });

  test("a cap of 0 allows only free calls", async () => {
    const { db } = await open();
    const none = { dailyUsd: 0, monthlyUsd: 5 };
    expect(await reserve(db, call({ cost: 1 }), none, noon)).toMatchObject({ status: "capped" });
    expect(await reserve(db, call({ cost: 0 }), none, noon)).toMatchObject({ status: "reserved" });
  });

  test("reaching the cap is reported once a day", async () => {
    const { db } = await open();
    await book(db, 10 * cent);
    await Promise.all(Array.from({ length: 5 }, () => reserve(db, call(), caps, noon)));
    await book(db, 10 * cent, {}, later(day));
    for (const _ of [1, 2]) await reserve(db, call(), caps, later(day));
    const said = await db.selectFrom("events").select(["at", "data"]).orderBy("at").execute();
    expect(said.map((event) => event.at.slice(0, 10))).toEqual(["2026-03-10", "2026-03-11"]);
    expect(JSON.parse(said[0]?.data ?? "")).toMatchObject({ cap: "day", purpose: "observations" });
  });

  test("a killed worker's reservation counts as spent, and is booked once the worker cannot return", async () => {
    const { db } = await open();
    await mustReserve(db, { cost: 6 * cent });
    expect(await reserve(db, call({ cost: 6 * cent }), caps, later(10))).toMatchObject({ status: "capped" });
    expect((await spendReport(db, "day", caps, later(14))).open).toEqual({ calls: 1, usd: 0.06 });
    expect(await spendReport(db, "day", caps, later(16))).toMatchObject({
      today: { usd: 0.06 },
      open: { calls: 0 },
    });
    expect(await reserve(db, call({ cost: 6 * cent }), caps, later(600))).toMatchObject({ status: "capped" });
  });

  test("a repeated call after a kill is a separate call, and each is booked once, even if the first was alive", async () => {
    const { db } = await open();
    const first = await mustReserve(db, { callKey: "batch-1", cost: 4 * cent });
    const second = await mustReserve(db, { callKey: "batch-1", cost: 4 * cent });
    expect((await spendReport(db, "day", caps, noon)).open).toEqual({ calls: 1, usd: 0.04 });
    await settle(db, second, { model: "m", input: 1, output: 1, cost: cent });
    expect(await today(db)).toBe(0.05);
    await settle(db, first, { model: "m", input: 1, output: 1, cost: 2 * cent });
    expect(await today(db)).toBe(0.03);
    const rows = await db.selectFrom("spend").select(["attempt", "state"]).orderBy("attempt").execute();
    expect(rows).toEqual([
      { attempt: 1, state: "booked" },
      { attempt: 2, state: "booked" },
    ]);
  });

  test("of fifty simultaneous calls only as many run as the cap allows", async () => {
    const { db } = await open();
    const all = await Promise.all(Array.from({ length: 50 }, () => reserve(db, call(), caps, noon)));
    expect(all.filter((one) => one.status === "reserved")).toHaveLength(10);
    expect(await today(db)).toBe(0.1);
  });

  test("several programs together stay below the cap", async () => {
    const place = await open.place();
    const { db } = await place.open();
    const programs = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        execute(process.execPath, [SPENDER, `program-${n}`, "20"], { env: { ...process.env, ...place.env } }),
      ),
    );
    const said = programs.flatMap(({ stdout }) => stdout.trim().split("\n"));
    expect(said.filter((line) => line === "reserved")).toHaveLength(10);
    expect(said.filter((line) => line === "capped")).toHaveLength(90);
    expect((await spendReport(db, "day", caps)).today.usd).toBe(0.1);
    expect(
      await db.selectFrom("events").select("id").where("type", "=", "spend.capped").execute(),
    ).toHaveLength(1);
  }, 120_000);

  test("the report adds up by day, by purpose and by model", async () => {
    const { db } = await open();
    await book(db, cent, { purpose: "observations", model: "small" });
    await book(db, 3 * cent, { purpose: "summary", model: "large" });
    await book(db, cent, { purpose: "observations", model: "small" }, later(day));
    const named = async (by: "day" | "purpose" | "model") =>
      (await spendReport(db, by, caps, later(day))).rows.map((row) => [
        row.name,
        row.calls,
        row.input,
        row.usd,
      ]);
    expect(await named("day")).toEqual([
      ["2026-03-11", 1, 10, 0.01],
      ["2026-03-10", 2, 20, 0.04],
    ]);
    expect(await named("purpose")).toEqual([
      ["summary", 1, 10, 0.03],
      ["observations", 2, 20, 0.02],
    ]);
    expect(await named("model")).toEqual([
      ["p/large", 1, 10, 0.03],
      ["p/small", 2, 20, 0.02],
    ]);
  });
});
