// Machines that share a store may use different embedding models: each keeps its vectors as long as a machine uses it.

import { expect, test } from "vitest";
import {
  hasToEmbed,
  indexVectors,
  markComplete,
  planVectors,
  vectorProgress,
} from "../../src/indexes/search/document-vectors.ts";
import type { Embedder } from "../../src/models/embed/embedder.ts";
import { addNode } from "../../src/rooms/knowledge/room.ts";
import type { Db } from "../../src/store/schema.ts";
import { setWriter } from "../../src/store/writer.ts";
import { forEachStore } from "../support/databases.ts";

const at = "2026-03-01T10:00:00.000Z";
const says = (db: Db, content: string) =>
  addNode(db, {
    ...{ projectId: null, type: "fact", category: null, content, confidence: 1, isManual: true },
    ...{ sessionId: null, observationId: null, at },
  });
const embedder = (id: string) =>
  ({
    ...{ id, dimensions: 4 },
    embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0, 0, 0])),
  }) as unknown as Embedder;

/** A machine is called as its model. */
async function reads(db: Db, id: string, now?: Date): Promise<void> {
  setWriter(db, { author: "Ana", machine: id.slice(0, 1) });
  const seqs = await planVectors(db, id);
  if (seqs.length > 0) await indexVectors(db, embedder(id), seqs);
  await markComplete(db, id, "{}", now);
}

const done = async (db: Db, id: string) => (await vectorProgress(db, id)).done;

forEachStore((open) => {
  test("two models keep their vectors, and both read what is new", async () => {
    const { db } = await open();
    for (const n of [1, 2, 3]) await says(db, `Fact ${n}`);
    await reads(db, "a");
    await reads(db, "b");
    await reads(db, "a");
    expect([await done(db, "a"), await done(db, "b")]).toEqual([3, 3]);
    await says(db, "Fact 4");
    await reads(db, "b");
    expect(await hasToEmbed(db, "a")).toBe(true);
    await reads(db, "a");
    expect([await done(db, "a"), await done(db, "b")]).toEqual([4, 4]);
    expect([await hasToEmbed(db, "a"), await hasToEmbed(db, "b")]).toEqual([false, false]);
    // Nobody has used the other one for three weeks.
    await reads(db, "a", new Date(Date.now() + 21 * 24 * 60 * 60_000));
    expect([await done(db, "a"), await done(db, "b")]).toEqual([4, 0]);
  });

  test("the earlier model's vectors go when its only machine has changed it", async () => {
    const { db } = await open();
    await says(db, "Fact 1");
    await reads(db, "a");
    await reads(db, "a, larger");
    expect([await done(db, "a"), await done(db, "a, larger")]).toEqual([0, 1]);
  });
});
