// The search index can be lost and rebuilt, and the daemon can be killed at any point: the result is the same.
// The real daemon, started and used through the command line.

import { cp } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { title } from "../../support/available.ts";
import { type Embeddings, startEmbeddings } from "../../support/embedding-stand-in.ts";
import { createDatabase, postgresAvailable, type Server, startPostgres } from "../../support/postgres.ts";
import { record } from "../../support/record.ts";
import {
  type Home,
  lives,
  registeredPid,
  signal,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { type Snapshot, snapshotOfFile, snapshotOfServer } from "./snapshot.ts";

const topics = [
  "parser",
  "database",
  "cache",
  "hook",
  "daemon",
  "index",
  "session",
  "vector",
  "query",
  "token",
];

/** Observations in a few sessions, written without a daemon. */
async function remember(env: Record<string, string>, count: number): Promise<void> {
  const memory = await openMemory({ env });
  await memory.db.transaction().execute(async (tx) => {
    const places = [await aSession(tx), await aSession(tx), await aSession(tx, "/nowhere/other")];
    for (let n = 0; n < count; n++) {
      const [topic, other] = [topics[n % 10], topics[(n * 7 + 3) % 10]];
      const place = places[n % places.length] ?? (await aSession(tx));
      await record(
        tx,
        seen(place, {
          hostKey: `tool:${n}`,
          title: `Changed the ${topic} number${n}`,
          summary: `The ${other} now knows its ${topic}, see file${n}.ts`,
          detail: `before: old${other}${n}() after: new${topic}${n}()`,
          files: [`src/${topic}/file${n}.ts`],
        }),
      );
    }
  });
  await memory.close();
}

/** A second home with the same content; no daemon may be running. */
async function copyOf(home: Home): Promise<Home> {
  const copy = await tellbackHome();
  await cp(home.path, copy.path, { recursive: true });
  return copy;
}

/** What kill -9, a full disk or an older version could have left of an index. */
function ruinIndex(home: Home): void {
  const file = new DatabaseSync(home.paths.database);
  file.exec(`
    pragma foreign_keys = on;
    delete from documents where seq % 3 = 0 and seq > 30;
    update documents set title = 'not what was observed', summary = '', detail = 'rubbish' where seq % 7 = 0;
    update documents set owner_id = owner_id || 'x' where seq in (4, 5);
    delete from document_words where rowid % 11 = 0;
    delete from jobs;
  `);
  file.close();
}

type Count = () => number | Promise<number>;

interface Progress {
  documents: Count;
  vectors: Count;
}

function progressOfFile(home: Home): Progress {
  const count = (sql: string) => () => {
    const file = new DatabaseSync(home.paths.database, { readOnly: true, timeout: 5000 });
    try {
      return Number(file.prepare(sql).get()?.n);
    } finally {
      file.close();
    }
  };
  return {
    documents: count(
      "select coalesce(max(coalesce(json_extract(payload, '$.after'), 0)), 1e9) as n from jobs where kind = 'reindex'",
    ),
    vectors: count("select count(*) as n from document_vectors"),
  };
}

/** Kills the daemon at a given progress, or a moment later. */
async function killAt(home: Home, env: Record<string, string>, count: Count, least: number): Promise<void> {
  await until("a daemon lives", async () => {
    if (lives(registeredPid(home) ?? 0)) return true;
    await tellback(home, ["status"], { env });
    return false;
  });
  const pid = registeredPid(home) ?? 0;
  await until(`${least} are done`, async () => (await count()) >= least, 60_000);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
  signal(pid, "SIGKILL");
  await until("the daemon is dead", () => !lives(pid));
}

async function untilIdle(home: Home, env: Record<string, string>): Promise<void> {
  await until(
    "no job is left",
    async () => {
      const { stdout, stderr } = await tellback(home, ["jobs", "--json"], { env });
      const jobs = (
        JSON.parse(stdout || '{"jobs":[{"state":"none"}]}') as { jobs: { state: string; error: string }[] }
      ).jobs;
      const failed = jobs.find((job) => job.state === "failed");
      if (failed) throw new Error(`a job failed: ${failed.error} ${stderr}`);
      return jobs.length === 0;
    },
    90_000,
  );
}

async function reindexed(home: Home, env: Record<string, string>): Promise<void> {
  const ran = await tellback(home, ["reindex"], { env });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  await untilIdle(home, env);
}

function expectEqual(disturbed: Snapshot, undisturbed: Snapshot): void {
  expect(disturbed.documents).toEqual(undisturbed.documents);
  expect(disturbed.vectors).toEqual(undisturbed.vectors);
  expect(disturbed.words.length).toBe(undisturbed.words.length);
  expect(disturbed.words).toEqual(undisturbed.words);
}

describe("with a fast model", () => {
  let embeddings: Embeddings;
  beforeAll(async () => {
    embeddings = await startEmbeddings();
    embeddings.delayMs = 20;
  });
  afterAll(() => embeddings[Symbol.asyncDispose]());

  test("a daemon that is killed repeatedly while it reindexes and embeds ends with the same index", async () => {
    const count = 450;
    await using calm = await tellbackHome();
    const env = embeddings.settings("one", 48);
    await remember({ TELLBACK_HOME: calm.path, ...env }, count);
    ruinIndex(calm);
    await using disturbed = await copyOf(calm);

    await reindexed(calm, env);
    await stop(calm);
    const expected = snapshotOfFile(calm);
    expect(expected.documents).toHaveLength(count);
    expect(expected.vectors).toHaveLength(count);
    expect(expected.documents.join()).not.toContain("rubbish");

    const progress = progressOfFile(disturbed);
    void tellback(disturbed, ["reindex"], { env });
    await until("the reindexing is asked for", async () => (await progress.documents()) === 0);
    await killAt(disturbed, env, progress.documents, 1);
    await killAt(disturbed, env, progress.documents, 1 + Math.floor(Math.random() * 300));
    for (let kill = 0; kill < 4; kill++) {
      await killAt(disturbed, env, progress.vectors, Math.floor(Math.random() * (count - 50)));
    }
    await tellback(disturbed, ["status"], { env });
    await untilIdle(disturbed, env);
    await stop(disturbed);
    expectEqual(snapshotOfFile(disturbed), expected);
  }, 240_000);

  test("reindexing a correct index changes neither the index nor the results", async () => {
    await using home = await tellbackHome();
    const env = embeddings.settings("one", 48);
    await remember({ TELLBACK_HOME: home.path, ...env }, 60);
    await tellback(home, ["status"], { env });
    await untilIdle(home, env);
    await stop(home);
    const before = snapshotOfFile(home);
    expect(before.vectors).toHaveLength(60);
    const asked = embeddings.asked.length;
    await reindexed(home, env);
    await stop(home);
    expectEqual(snapshotOfFile(home), before);
    expect(embeddings.asked, "what did not change is not read by the model again").toHaveLength(asked);
  }, 120_000);
});

const server = await postgresAvailable();

describe.skipIf(!server.ok)(title("on PostgreSQL", server), () => {
  let running: Server;
  let embeddings: Embeddings;
  beforeAll(async () => {
    running = await startPostgres();
    embeddings = await startEmbeddings();
    embeddings.delayMs = 20;
  });
  afterAll(async () => {
    await running.stop();
    await embeddings[Symbol.asyncDispose]();
  });

  test("a daemon that is killed while it reindexes and embeds ends with the same index", async () => {
    const count = 300;
    await using home = await tellbackHome();
    const database = await createDatabase(running.url);
    const env = { ...embeddings.settings("one", 48), TELLBACK_STORE_URL: database.url };
    await remember({ TELLBACK_HOME: home.path, ...env }, count);
    await reindexed(home, env);
    const expected = await snapshotOfServer(database.url);
    expect(expected.vectors).toHaveLength(count);

    const sql = postgres(database.url, { max: 1, connection: { search_path: "tellback, public" } });
    await sql`delete from document_vectors`;
    const progress: Progress = {
      documents: async () =>
        Number(
          (
            await sql`select coalesce(max(coalesce((payload::json->>'after')::int, 0)), 1000000) as n from jobs where kind = 'reindex'`
          )[0]?.n ?? 0,
        ),
      vectors: async () => Number((await sql`select count(*) as n from document_vectors`)[0]?.n),
    };
    void tellback(home, ["reindex"], { env });
    await until("the reindexing is asked for", async () => (await progress.documents()) === 0);
    await killAt(home, env, progress.documents, 1 + Math.floor(Math.random() * 150));
    for (let kill = 0; kill < 2; kill++) {
      await killAt(home, env, progress.vectors, 1 + Math.floor(Math.random() * (count - 50)));
    }
    await tellback(home, ["status"], { env });
    await untilIdle(home, env);
    await stop(home);
    await sql.end();
    expectEqual(await snapshotOfServer(database.url), expected);
  }, 240_000);
});

test("the bundled model gives the same vectors if it is killed while it embeds", async () => {
  const count = 48;
  const env = { TELLBACK_EMBED_PROVIDER: "bundled" };
  await using calm = await tellbackHome();
  await remember({ TELLBACK_HOME: calm.path, ...env }, count);
  await using disturbed = await copyOf(calm);

  await tellback(calm, ["status"], { env });
  await untilIdle(calm, env);
  await stop(calm);
  const expected = snapshotOfFile(calm);
  expect(expected.vectors).toHaveLength(count);

  const { vectors } = progressOfFile(disturbed);
  await killAt(disturbed, env, vectors, 1);
  await killAt(disturbed, env, vectors, 17);
  await tellback(disturbed, ["status"], { env });
  await untilIdle(disturbed, env);
  await stop(disturbed);
  expectEqual(snapshotOfFile(disturbed), expected);
}, 240_000);
