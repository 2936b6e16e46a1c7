// Transactions, and several programs writing to one store at once.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openSession } from "../../src/memory/open-session.ts";
import { insertJob } from "../../src/store/jobs.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { aSession, seen, sessionStart } from "./samples.ts";

const execute = promisify(execFile);
const WRITER = join(import.meta.dirname, "writer.ts");

forEachStore((open) => {
  test("a failed transaction stores nothing: no session, observation, document, word or job", async () => {
    const { db } = await open();
    const work = db.transaction().execute(async (tx) => {
      const place = await openSession(tx, sessionStart());
      await record(tx, seen(place, { title: "never happened" }));
      await insertJob(tx, { kind: "x", key: "a" });
      throw new Error("after all that");
    });
    await expect(work).rejects.toThrow("after all that");
    for (const table of ["projects", "sessions", "observations", "documents", "jobs"] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    const words = await db
      .withTables<{ document_words: { rowid: number } }>()
      .selectFrom("document_words")
      .select("rowid")
      .execute();
    expect(words).toEqual([]);
  });

  test("after a failed statement the next transaction works", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const nobody = { ...place, sessionId: "no such session" };
    await expect(db.transaction().execute((tx) => record(tx, seen(nobody)))).rejects.toThrow();
    expect(await db.transaction().execute((tx) => record(tx, seen(place)))).toMatchObject({
      status: "stored",
    });
  });

  test("eight programs that open an empty store and write at once lose nothing and never fail", async () => {
    const place = await open.placeWithoutTables();
    const each = 40;
    const writers = Array.from({ length: 8 }, (_, n) =>
      execute(process.execPath, [WRITER, `writer-${n}`, String(each)], {
        env: { ...process.env, ...place.env },
      }),
    );
    const said = (await Promise.all(writers)).flatMap(({ stdout, stderr }) => {
      expect(stderr).toBe("");
      return stdout.trim().split("\n");
    });
    const { db } = await place.open();
    const ids = (await db.selectFrom("observations").select("id").execute()).map((row) => row.id);
    expect(ids.sort()).toEqual(said.sort());
    expect(ids).toHaveLength(8 * each);
    expect(await db.selectFrom("documents").select("id").execute()).toHaveLength(8 * each);
    expect(await db.selectFrom("projects").select("id").execute()).toHaveLength(1);
  }, 120_000);
});
