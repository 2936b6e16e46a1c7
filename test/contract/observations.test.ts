// Observations: stored once per event, and deleted without a trace.

import { sql } from "kysely";
import { expect, test } from "vitest";

import { deleteObservation, editObservation } from "../../src/memory/observations.ts";
import { getObservation, observationsOf } from "../../src/rooms/observations/room.ts";
import { deleteSession } from "../../src/rooms/sessions/room.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { search } from "../support/search.ts";
import { aSession, seen } from "./samples.ts";

async function mustRecord(db: Db, observation: ReturnType<typeof seen>): Promise<string> {
  const recorded = await record(db, observation);
  if (recorded.status !== "stored") throw new Error("a duplicate");
  return recorded.id;
}

const count = async (db: Db, table: string): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.id(table)}`.execute(db)).rows[0]?.n);

const counts = async (db: Db): Promise<number[]> =>
  Promise.all(["observations", "documents", "document_words"].map((table) => count(db, table)));

forEachStore((open, name) => {
  test("a recorded observation is read back unchanged", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const observation = seen(place, {
      title: "Edited 'x' — ü 漢字 🙂",
      detail: 'line\n"quoted"\t\\ end',
      files: ["src/a b.ts", "ü/漢.ts"],
      agent: { id: "agent-1", type: "general-purpose" },
      branch: "feature/ü",
      status: "failed",
    });
    const { hostKey: _, symbols: __, agent: ___, promptId: ____, ...visible } = observation;
    const id = await mustRecord(db, observation);
    expect(await getObservation(db, id)).toEqual({ ...visible, id, agentId: "agent-1" });
  });

  test("a tool use from a late hook is ordered before the reply about it once the transcript gives its time", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`;
    const toolUse = seen(place, { hostKey: "tool:1", title: "Ran the tests", happenedAt: at(5) });
    await mustRecord(db, toolUse);
    await mustRecord(db, seen(place, { hostKey: "reply:1", title: "Replied", happenedAt: at(3) }));
    await record(db, { ...toolUse, happenedAt: at(2) });
    await record(db, { ...toolUse, happenedAt: at(8) });
    const titles = (await observationsOf(db, { sessionId: place.sessionId }, { first: 10 })).map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["Ran the tests", "Replied"]);
  });

  test("the same host key twice gives one observation; in another session it gives another", async () => {
    const { db } = await open();
    const [one, two] = [await aSession(db), await aSession(db)];
    expect(await record(db, seen(one, { hostKey: "tool:1" }))).toMatchObject({ status: "stored" });
    expect(await record(db, seen(one, { hostKey: "tool:1", title: "again" }))).toEqual({
      status: "duplicate",
    });
    expect(await record(db, seen(two, { hostKey: "tool:1" }))).toMatchObject({ status: "stored" });
    expect(await counts(db)).toEqual([2, 2, 2]);
    expect(
      (await observationsOf(db, { sessionId: one.sessionId }, { first: 10 })).map((each) => each.title),
    ).toEqual(["Edited a file"]);
  });

  test("twenty simultaneous events with the same key give one observation", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction().execute((tx) => record(tx, seen(place, { hostKey: "tool:1" }))),
      ),
    );
    expect(all.filter((one) => one.status === "stored")).toHaveLength(1);
    expect(await counts(db)).toEqual([1, 1, 1]);
  });

  test("an edited observation is found by its new words and not by the old ones", async () => {
    const { db } = await open();
    const id = await mustRecord(
      db,
      seen(await aSession(db), { title: "about marmalade", summary: "kept words" }),
    );
    expect(await editObservation(db, id, { title: "about porcupines" })).toMatchObject({ provider: "user" });
    const found = async (words: string) => (await search(db, words, {}, 10)).length;
    expect([await found("marmalade"), await found("porcupines"), await found("kept")]).toEqual([0, 1, 1]);
    expect(await counts(db)).toEqual([1, 1, 1]);
  });

  test("deleting an observation deletes its document and its words", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const id = await mustRecord(db, seen(place, { title: "regrettable words" }));
    await mustRecord(db, seen(place, { title: "other words" }));
    await deleteObservation(db, id);
    expect(await counts(db)).toEqual([1, 1, 1]);
    expect(await search(db, "regrettable", {}, 10)).toEqual([]);
    await expect(getObservation(db, id)).rejects.toThrow();
  });

  test("deleting a session deletes its observations, documents and words, and no others", async () => {
    const { db } = await open();
    const [gone, kept] = [await aSession(db), await aSession(db)];
    for (let n = 0; n < 5; n++) await mustRecord(db, seen(gone, { title: `vanishing ${n}` }));
    await mustRecord(db, seen(kept, { title: "staying" }));
    await deleteSession(db, gone.sessionId);
    expect(await counts(db)).toEqual([1, 1, 1]);
    await deleteSession(db, kept.sessionId);
    expect(await counts(db)).toEqual([0, 0, 0]);
    expect(await search(db, "vanishing staying", {}, 10)).toEqual([]);
    if (name === "SQLite") expect(await count(db, "document_words_docsize")).toBe(0);
  });

  test("any text can be stored: NUL, lone surrogates, every plane of Unicode, 100 kB", async () => {
    const { db } = await open();
    const odd = [
      "before\0after",
      "\ud800 alone \udfff",
      "\u0001\u001f\u007f\u0085\u2028\ufeff\uffff",
      "🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u{10ffff} e\u0301".repeat(100),
      "漢字かな交じり文".repeat(10_000),
      Array.from({ length: 30_000 }, (_, n) =>
        String.fromCodePoint(0x4e00 + (n % 20_000), 0x4e00 + ((n * 7) % 19_000)),
      ).join(""),
      Array.from({ length: 5_000 }, (_, n) => "щ".repeat(50) + n).join(" "),
      "same ".repeat(20_000),
    ];
    for (const [n, text] of odd.entries()) {
      const part = text.slice(0, 500);
      const observation = { title: part, detail: text, files: [part], symbols: [part], branch: part };
      const id = await mustRecord(db, seen(await aSession(db), { ...observation, hostKey: `tool:${n}` }));
      const kept = (kept: string) => kept.replaceAll("\0", "\ufffd").toWellFormed();
      expect(await getObservation(db, id)).toMatchObject({ title: kept(part), detail: kept(text) });
    }
    expect(await counts(db)).toEqual([odd.length, odd.length, odd.length]);
    expect(await search(db, "after", {}, 10)).toHaveLength(1);
  });

  test("numbers beyond 32 bits are stored exactly", async () => {
    const { db } = await open();
    const large = { rawBytes: 2 ** 40, tokens: 2 ** 33, durationMs: 2 ** 45 };
    const id = await mustRecord(db, seen(await aSession(db), large));
    expect(await getObservation(db, id)).toMatchObject(large);
  });
});
