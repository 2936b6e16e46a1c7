// PostgreSQL stops and comes back: users of the store wait, and nothing crashes or hangs.

import { connect, createServer, type Socket } from "node:net";
import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { postgresDialect } from "../../../src/store/postgres.ts";
import { PostgresSessions } from "../../../src/store/postgres-sessions.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { title } from "../../support/available.ts";
import { postgresAvailable, type Restartable, startRestartable } from "../../support/postgres.ts";
import { record } from "../../support/record.ts";
import { payload, shellHook, signal, tellback, tellbackHome, until } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const server = await postgresAvailable();

async function aServer(): Promise<Restartable> {
  const started = await startRestartable();
  onTestFinished(() => started.stop());
  return started;
}

async function openOn(url: string): Promise<Memory> {
  const home = await tempDir("egaway");
  onTestFinished(() => home[Symbol.asyncDispose]());
  return openMemory({
    env: { TELLBACK_HOME: home.path, TELLBACK_STORE_URL: url, TELLBACK_EMBED_PROVIDER: "off" },
  });
}

async function observations({ db }: Memory): Promise<number> {
  const { n } = await db
    .selectFrom("observations")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The way to a server, as a network: when it is lost, nothing arrives, and nobody is informed. */
async function startNetwork(server: string) {
  const [, user, folder = ""] = /\/\/([^@]*)@([^/]*)\//.exec(server) ?? [];
  const socket = `${decodeURIComponent(folder).replace(/,$/, "")}/.s.PGSQL.5432`;
  let isLost = false;
  const sockets = new Set<Socket>();
  const door = createServer((here) => {
    const there = connect(socket);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => !isLost && to.write(bytes));
      from.on("close", () => !isLost && to.destroy());
      from.on("error", () => {});
    }
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as { port: number };
  return {
    url: `postgres://${user}@127.0.0.1:${port}/postgres`,
    lose: () => {
      isLost = true;
    },
    mend: () => {
      isLost = false;
    },
    stop() {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  };
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

  test("without closing its connections (a lost network) ends the queries that wait, and later work goes on", {
    timeout: 60_000,
  }, async () => {
    const postgres = await aServer();
    const network = await startNetwork(postgres.url);
    onTestFinished(() => network.stop());
    const patience = { connectWithinSeconds: 1, doubtAfterMs: 200 };
    const db = new Kysely<unknown>({
      dialect: {
        ...postgresDialect(network.url),
        createDriver: () => new PostgresSessions(network.url, { fetch_types: false }, patience),
      },
    });
    onTestFinished(() => db.destroy());
    const ask = () => sql<{ n: number }>`select 1 as n`.execute(db).then(({ rows }) => rows[0]?.n);
    // A query that takes long is left alone while the server is there.
    await sql`select pg_sleep(1)`.execute(db);
    const waiting = sql`select pg_sleep(600)`.execute(db);
    const inTransaction = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      network.lose();
      await sql`select 2`.execute(tx);
    });
    const lost = { code: "unavailable", message: expect.stringContaining("PostgreSQL does not answer") };
    await expect(waiting).rejects.toMatchObject(lost);
    await expect(inTransaction).rejects.toMatchObject(lost);
    network.mend();
    await until("the store answers again", () =>
      ask().then(
        (n) => n === 1,
        () => false,
      ),
    );
  });

  test("does not end the daemon: it keeps the inbox, reports why it cannot answer, and continues afterwards", {
    timeout: 120_000,
  }, async () => {
    const postgres = await aServer();
    await using home = await tellbackHome();
    const env = { TELLBACK_STORE_URL: postgres.url };
    const started = await tellback(home, ["daemon", "start", "--json"], { env });
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
      const status = await tellback(home, ["status"], { env });
      expect(status).toMatchObject({ code: 6, stdout: "" });
      expect(status.stderr).toMatch(/the store cannot be used.*\n.*PostgreSQL/);
      await postgres.comeBack();
    }
    const memory = await openOn(postgres.url);
    onTestFinished(() => memory.close());
    await until("all is stored", async () => (await observations(memory)) === sent);
    const after = await tellback(home, ["status", "--json"], { env });
    expect(JSON.parse(after.stdout)).toMatchObject({
      daemon: { pid },
      counts: { observations: sent },
      inbox: { waiting: 0, unreadable: 0 },
    });
    expect(await tellback(home, ["daemon", "stop"], { env })).toMatchObject({ code: 0 });
    signal(pid, "SIGKILL");
  });
});
