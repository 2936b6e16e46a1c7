// Search follows the changes of the store, and knows the same as after reading everything again.

import { expect, onTestFinished, test } from "vitest";
import { type Catalog, createCatalog } from "../../src/indexes/search/catalog.ts";
import { hasToEmbed } from "../../src/indexes/search/document-vectors.ts";
import { createDice } from "../../src/journeys/eval/sample-events.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { reindex } from "../../src/journeys/reindex/reindex.ts";
import { embedPending } from "../../src/memory/embed.ts";
import { deleteObservation, editObservation } from "../../src/memory/observations.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { improveObservation } from "../../src/rooms/observations/room.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { startEmbeddings } from "../support/embedding-stand-in.ts";
import { record } from "../support/record.ts";
import { aSession, seen } from "./samples.ts";

function known(catalog: Catalog, upTo: number) {
  const seqs = Array.from({ length: upTo }, (_, i) => i + 1);
  return {
    size: catalog.size,
    entries: seqs.map((seq) => catalog.get(seq)),
    sample: catalog.sample(null, 10),
    ofKind: catalog.within({ projects: everywhere, kind: "observation" })?.rows,
  };
}

/** A number of observations in two sessions in turn. */
async function remember(db: Db, count: number): Promise<string[]> {
  const places = [await aSession(db), await aSession(db)];
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const place = places[n % 2];
    const stored = place ? await record(db, seen(place, { title: `thing ${n}` })) : null;
    if (stored?.status === "stored") ids.push(stored.id);
  }
  return ids;
}

forEachStore((open) => {
  test("after any edits and deletions the catalogue equals a rebuilt one", async () => {
    const { db } = await open();
    const dice = createDice(7);
    const ids = await remember(db, 30);
    const catalog = createCatalog(db);
    await catalog.refresh();
    for (let step = 0; step < 12; step++) {
      for (let change = 0; change < 3; change++) {
        const id = ids[Math.floor(dice() * ids.length)] ?? "";
        if (dice() < 0.5)
          await editObservation(db, id, { title: `${"longer ".repeat(step)}now?` }).catch(() => {});
        else await deleteObservation(db, id).catch(() => {});
      }
      if (step % 4 === 3) ids.push(...(await remember(db, 4)));
      await catalog.refresh();
      const fresh = createCatalog(db);
      await fresh.refresh();
      expect(known(catalog, 60)).toEqual(known(fresh, 60));
    }
  });

  test("a reader that is far behind reads everything again", async () => {
    const { db } = await open();
    const [first = "", second = ""] = await remember(db, 4);
    const catalog = createCatalog(db);
    await catalog.refresh();
    await deleteObservation(db, first);
    await db.deleteFrom("changed_documents").execute();
    await deleteObservation(db, second);
    await catalog.refresh();
    expect(catalog.size).toBe(2);
  });

  test("the index is scrubbed of what the user edits or deletes, not of what tellback improves", async () => {
    const { db } = await open();
    const [first = "", second = ""] = await remember(db, 3);
    const cleanings = async () =>
      (await db.selectFrom("jobs").select("id").where("kind", "=", "scrub").execute()).length;
    const better = { title: "better", summary: "better", detail: "better", files: [], symbols: [] };
    await improveObservation(db, first, { ...better, tokens: 3, provider: "a model" });
    expect(await cleanings()).toBe(0);
    await editObservation(db, second, { title: "mine" });
    expect(await cleanings()).toBe(1);
    await db.deleteFrom("jobs").execute();
    await deleteObservation(db, second);
    expect(await cleanings()).toBe(1);
  });

  test("an up-to-date model embeds only what was written since", async () => {
    const embeddings = await startEmbeddings();
    onTestFinished(() => embeddings[Symbol.asyncDispose]());
    const { env } = await open.place();
    const memory = await openMemory({ env: { ...env, ...embeddings.settings("one", 48) } });
    onTestFinished(() => memory.close());
    const { db, embedder } = memory;
    const [first = "", second = ""] = await remember(db, 20);
    expect(await hasToEmbed(db, embedder.id)).toBe(true);
    expect(await embedPending(memory)).toBe(20);
    expect(await hasToEmbed(db, embedder.id)).toBe(false);
    expect(await embedPending(memory)).toBe(0);

    await editObservation(db, first, { title: "something new" });
    await deleteObservation(db, second);
    await remember(db, 1);
    expect(await hasToEmbed(db, embedder.id)).toBe(true);
    expect(await embedPending(memory)).toBe(2);
    expect(await hasToEmbed(db, embedder.id)).toBe(false);
    expect(await hasToEmbed(db, "another model")).toBe(true);

    await reindex(memory, null);
    expect(await hasToEmbed(db, embedder.id), "an index rebuilt from the same text").toBe(false);
    await db.deleteFrom("document_vectors").execute();
    await reindex(memory, null);
    expect(await hasToEmbed(db, embedder.id), "one that has lost its vectors").toBe(true);
    expect(await embedPending(memory)).toBe(20);
  });
});
