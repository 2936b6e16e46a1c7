// PostgreSQL stops and comes back: users of the store wait, and nothing crashes or hangs.

import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Memory, openMemory } from "../../src/memory.ts";
import { record } from "../../src/rooms/episodic/observations.ts";
import { aSession, seen } from "../contract/samples.ts";
import { title } from "../support/available.ts";
import { engram, engramHome, payload, shellHook, signal, until } from "../support/engram.ts";
import { postgresAvailable, type Restartable, startRestartable } from "../support/postgres.ts";
import { tempDir } from "../support/temp.ts";

const server = await postgresAvailable();

async function aServer(): Promise<Restartable> {
  const started = await startRestartable();
  onTestFinished(() => started.stop());
  return started;
}

async function openOn(url: string): Promise<Memory> {
  const home = await tempDir("egaway");
  onTestFinished(() => home[Symbol.asyncDispose]());
  return openMemory({ env: { ENGRAM_HOME: home.path, ENGRAM_STORE_URL: url, ENGRAM_EMBED_PROVIDER: "off" } });
}

async function observations({ db }: Memory): Promise<number> {
  const { n } = await db
    .selectFrom("observations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe.skipIf(!server.ok)(title("PostgreSQL going away", server), () => {
  test.each(["fast", "immediate"] as const)(
    "in the middle of a transaction (%s) is a clear error, undoes it, and later work goes on",
    { timeout: 60_000 },
    async (how) => {
      const postgres = await aServer();
      const memory = await openOn(postgres.url);
      onTestFinished(() => memory.close());
      const place = await aSession(memory.db);
      const writing = memory.db.transaction().execute(async (tx) => {
        await record(tx, seen(place));
        await postgres.goAway(how);
        await record(tx, seen(place));
      });
      await expect(writing).rejects.toMatchObject({ code: "unavailable" });
      for (let n = 0; n < 15; n++) {
        await expect(observations(memory)).rejects.toMatchObject({
          code: "unavailable",
          hint: expect.stringContaining("PostgreSQL"),
        });
      }
      await postgres.comeBack();
      await until("the store answers again", () =>
        observations(memory).then(
          () => true,
          () => false,
        ),
      );
      expect(await observations(memory)).toBe(0);
      expect(await record(memory.db, seen(place))).toMatchObject({ status: "stored" });
    },
  );

  test("closing the store while a query runs does not hang, and the query ends", {
    timeout: 60_000,
  }, async () => {
    const postgres = await aServer();
    const memory = await openOn(postgres.url);
    const sleeping = sql`select pg_sleep(600)`.execute(memory.db).then(
      () => "answered",
      (error: { code?: string }) => error.code,
    );
    const transaction = memory.db
      .transaction()
      .execute(async (tx) => sql`select pg_sleep(600)`.execute(tx))
      .catch((error: { code?: string }) => error.code);
    const other = await openOn(postgres.url);
    onTestFinished(() => other.close());
    await until("both run", async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`.execute(
        other.db,
      );
      return rows.length === 2;
    });
    await memory.close();
    expect(await Promise.all([sleeping, transaction])).toEqual(["unavailable", "unavailable"]);
  });

  test("does not end the daemon: it keeps the inbox, reports why it cannot answer, and continues afterwards", {
    timeout: 120_000,
  }, async () => {
    const postgres = await aServer();
    await using home = await engramHome();
    const env = { ENGRAM_STORE_URL: postgres.url };
    const started = await engram(home, ["daemon", "start", "--json"], { env });
    const { pid } = JSON.parse(started.stdout) as { pid: number };
    let sent = 0;
    const send = async (count: number) => {
      for (const end = sent + count; sent < end; sent++) {
        await shellHook(home, ["capture"], payload.tool("s", String(sent)));
      }
    };
    for (const how of ["fast", "immediate"] as const) {
      await send(5);
      await postgres.goAway(how);
      await send(5);
      const status = await engram(home, ["status"], { env });
      expect(status).toMatchObject({ code: 6, stdout: "" });
      expect(status.stderr).toMatch(/the store cannot be used.*\n.*PostgreSQL/);
      await postgres.comeBack();
    }
    const memory = await openOn(postgres.url);
    onTestFinished(() => memory.close());
    await until("all is stored", async () => (await observations(memory)) === sent);
    const after = await engram(home, ["status", "--json"], { env });
    expect(JSON.parse(after.stdout)).toMatchObject({
      daemon: { pid },
      counts: { observations: sent },
      inbox: { waiting: 0, unreadable: 0 },
    });
    expect(await engram(home, ["daemon", "stop"], { env })).toMatchObject({ code: 0 });
    signal(pid, "SIGKILL");
  });
});
