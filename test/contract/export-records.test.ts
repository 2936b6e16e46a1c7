// Everything that is truth as records, and records merged into a store.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readRecords } from "../../src/memory/records/read-records.ts";
import { nothingWritten, writeRecords } from "../../src/memory/records/write-records.ts";
import { comparable, type ExportRecord, parseRecord } from "../../src/protocol/export.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { addSources, sourcesOf } from "../../src/store/sources.ts";
import { forEachStore } from "../support/databases.ts";
import { emptyMemory } from "../support/empty-memory.ts";
import { dumpStore, fillStore, randomStore } from "../support/random-store.ts";

const stores = Number(process.env.TELLBACK_TEST_STORES ?? 25);

test("records of a random store, written into an empty one, make an equal store; again, they change nothing", async () => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  await fc.assert(
    fc.asyncProperty(randomStore, async (made) => {
      await from.empty();
      await to.empty();
      await fillStore(from.memory.db, made);
      const records = await all(from.memory);
      for (const record of records)
        expect(parseRecord(JSON.parse(JSON.stringify(record)))).toEqual({ ok: true, record });
      const first = await writeRecords(to.memory, records, { from: "vault" });
      expect({ ...first, kinds: {} }).toEqual({ ...nothing, added: records.length });
      expect(await dumpStore(to.memory.db)).toBe(await dumpStore(from.memory.db));
      const again = await writeRecords(to.memory, records, { from: "vault" });
      expect({ ...again, kinds: {} }).toEqual({ ...nothing, same: records.length });
      expect(await dumpStore(to.memory.db)).toBe(await dumpStore(from.memory.db));
    }),
    { numRuns: stores, endOnFailure: true },
  );
});

const nothing = nothingWritten();

async function all(memory: Parameters<typeof readRecords>[0]): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of readRecords(memory, { projects: everywhere })) records.push(record);
  const ids = records.map(({ kind, id }) => `${kind} ${id}`);
  expect(new Set(ids).size).toBe(ids.length);
  return records;
}

test("records in any order make the same store", async () => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  await fc.assert(
    fc.asyncProperty(randomStore, fc.infiniteStream(fc.nat(1_000_000)), async (made, dice) => {
      await from.empty();
      await to.empty();
      await fillStore(from.memory.db, made);
      const records = await all(from.memory);
      const shuffled = records
        .map((record) => ({ record, at: dice.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ record }) => record);
      await writeRecords(to.memory, shuffled, { from: "vault" });
      const sorted = (list: ExportRecord[]) => list.map(comparable).sort();
      expect(sorted(await all(to.memory))).toEqual(sorted(records));
    }),
    { numRuns: Math.ceil(stores / 2), endOnFailure: true },
  );
});

forEachStore((open) => {
  test("a random store keeps its content on its way through records", async () => {
    const memory = await open();
    await using other = await emptyMemory();
    const [made] = fc.sample(randomStore, { numRuns: 1, seed: 7 });
    if (!made) throw new Error("no sample");
    await fillStore(memory.db, made);
    await writeRecords(other.memory, await all(memory), { from: "vault" });
    expect(await dumpStore(other.memory.db)).toBe(await dumpStore(memory.db));
  });
});

test("where something was imported from goes with it", async () => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  const owner = { kind: "node", id: "nod_0000000000000000000000000A" } as const;
  const source = { tool: "ctx", key: "k1", owner, contentHash: "h", place: "/nowhere/store.db" };
  await addSources(from.memory.db, [{ ...source, at: "2026-01-01T00:00:00.000Z" }]);
  await writeRecords(to.memory, await all(from.memory), { from: "vault" });
  expect(await sourcesOf(to.memory.db, "node", owner.id)).toMatchObject([
    { tool: "ctx", place: "/nowhere/store.db" },
  ]);
});
