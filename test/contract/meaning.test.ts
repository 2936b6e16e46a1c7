// Embedding search: the same documents on SQLite, on PostgreSQL without pgvector (in memory) and with it (PGlite).

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createVectors } from "../../src/indexes/search/vectors.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { embedPending } from "../../src/memory/embed.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { deleteObservation, editObservation } from "../../src/memory/observations.ts";
import { everywhere, inProject } from "../../src/protocol/scope.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { type Embeddings, startEmbeddings } from "../support/embedding-stand-in.ts";
import type { StoreName } from "../support/one-store.ts";
import { record } from "../support/record.ts";
import { tempDir } from "../support/temp.ts";
import { aSession, at, seen } from "./samples.ts";

const things = ["kettle", "lamp", "wire", "stove", "chair", "table", "window", "door", "roof", "garden"];
const dimensions = 48;

async function openWith(
  open: Open,
  embeddings: Embeddings,
  model = "one",
  size = dimensions,
): Promise<Memory> {
  const { env } = await open.place();
  const memory = await openMemory({ env: { ...env, ...embeddings.settings(model, size) } });
  onTestFinished(() => memory.close());
  return memory;
}

async function withEmbeddings(): Promise<Embeddings> {
  const embeddings = await startEmbeddings();
  onTestFinished(() => embeddings[Symbol.asyncDispose]());
  return embeddings;
}

async function remember(db: Db, count: number, project?: string): Promise<string[]> {
  const ids: string[] = [];
  await db.transaction().execute(async (tx) => {
    const place = await aSession(tx, project);
    for (let n = 0; n < count; n++) {
      const [thing, other] = [things[n % 10], things[Math.floor(n / 10) % 10]];
      const title = `the ${thing} beside the ${other}, ${n}`;
      const recorded = await record(
        tx,
        seen(place, { title, summary: "", detail: "", hostKey: `tool:${n}` }),
      );
      if (recorded.status === "stored") ids.push(recorded.id);
    }
  });
  return ids;
}

const usesServer = async ({ db }: Memory): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_indexes
    where indexname like 'document_vectors_near_%'`.execute(db);
  return Number(rows[0]?.n) > 0;
};

/** What each store found, to be compared with the others. */
const answers = new Map<StoreName, [question: string, nearest: string, cosines: number[]][]>();

forEachStore((open, name) => {
  test("the nearest documents are the same on every store, within any scope", async () => {
    const memory = await openWith(open, await withEmbeddings());
    await remember(memory.db, 120);
    await remember(memory.db, 40, "/nowhere/other");
    await embedPending(memory);
    if (name !== "SQLite") expect(await usesServer(memory)).toBe(name === "PGlite");
    const projects = await memory.db.selectFrom("projects").select("id").orderBy("root").execute();
    const found: [question: string, nearest: string, cosines: number[]][] = [];
    for (const query of ["a kettle and a lamp", "garden door", "roof", "what stands beside the window, 7"]) {
      for (const scope of [
        { projects: everywhere },
        { projects: inProject(projects[1]?.id ?? "") },
        { projects: everywhere, file: "no-such-file" },
      ]) {
        const results = await memory.search.find(query, { scope, limit: 8, retrievers: "meaning" });
        expect(results).toHaveLength("file" in scope ? 0 : 8);
        const { projects } = scope;
        if (projects.within === "project")
          expect(results.every((one) => one.document.project_id === projects.projectId)).toBe(true);
        const cosines = results.map((one) => one.meaning?.score ?? 0);
        found.push([query, results[0]?.document.title ?? "", cosines]);
        const [best] = await memory.search.find(query, { scope, limit: 1 });
        if (best) expect(best.meaning).not.toBeNull();
      }
    }
    for (const [other, theirs] of answers) {
      for (const [i, [query, nearest, cosines]] of found.entries()) {
        expect([query, nearest], `${name} and ${other}`).toEqual(theirs[i]?.slice(0, 2));
        for (const [rank, cosine] of cosines.entries())
          expect(cosine, `${name} and ${other}: ${query}`).toBeCloseTo(theirs[i]?.[2][rank] ?? 2, 3);
      }
    }
    answers.set(name, found);
  });

  test("an edited document is found by its new text, a deleted one is not found", async () => {
    const memory = await openWith(open, await withEmbeddings());
    const [first = "", second = ""] = await remember(memory.db, 30);
    await embedPending(memory);
    const nearest = async (query: string) =>
      (
        await memory.search.find(query, { scope: { projects: everywhere }, limit: 3, retrievers: "meaning" })
      ).map((one) => one.document.owner_id);
    expect(await nearest("the kettle beside the kettle, 0")).toContain(first);
    await editObservation(memory.db, first, { title: "a violin in the attic" });
    await deleteObservation(memory.db, second);
    await embedPending(memory);
    expect((await nearest("a violin in the attic"))[0]).toBe(first);
    expect(await nearest("the lamp beside the kettle, 1")).not.toContain(second);
  });

  test("a new text is found by its words before it has a vector, also beside near-copies that have one", async () => {
    const memory = await openWith(open, await withEmbeddings());
    const place = await aSession(memory.db);
    const store = (title: string) =>
      record(memory.db, seen(place, { title, kind: "reply", summary: "", detail: "", happenedAt: at(1) }));
    for (let n = 100; n < 112; n++) await store(`The harbour build ${n} failed in the crane step`);
    for (const thing of things) await store(`The harbour has a ${thing} beside the crane`);
    await embedPending(memory);
    await store("The harbour build 112 failed in the crane step");
    await store("The lighthouse keeper signs every release");
    const best = async (query: string) =>
      (await memory.search.find(query, { scope: { projects: everywhere }, limit: 1 }))[0]?.document.title;
    for (const number of [112, 104]) expect(await best(`harbour build ${number}`)).toContain(String(number));
    expect(await best("who signs a release of the harbour build")).toContain("lighthouse");
  });

  test("words get their vectors before actions, and of both the newest, however they were stored", async () => {
    const embeddings = await withEmbeddings();
    const memory = await openWith(open, embeddings);
    const place = await aSession(memory.db);
    const store = async (title: string, minute: number, kind: "tool" | "reply") =>
      record(memory.db, seen(place, { title, kind, summary: "", detail: "", happenedAt: at(minute) }));
    for (const round of ["the first model's", "later"]) {
      embeddings.asked.length = 0;
      // As an import does: the newest session first.
      for (const minute of [5, 6, 1, 2]) {
        await store(`${round} deed at ${minute}`, minute, "tool");
        await store(`${round} word at ${minute}`, minute, "reply");
      }
      await embedPending(memory);
      const order = embeddings.asked
        .flatMap(({ input }) => input)
        .map((text) => text.match(/\w+ at \d/)?.[0]);
      const newestFirst = [6, 5, 2, 1];
      expect(order).toEqual([
        ...newestFirst.map((minute) => `word at ${minute}`),
        ...newestFirst.map((minute) => `deed at ${minute}`),
      ]);
    }
  });

  test("the statistics of a scope cover its documents, and cosines are those of the vectors", async () => {
    const memory = await openWith(open, await withEmbeddings());
    await remember(memory.db, 60);
    await embedPending(memory);
    const { db, embedder } = memory;
    const vectors = createVectors(db, embedder, "");
    await vectors.refresh();
    const [query = new Float32Array()] = await embedder.embed(["kettle"], "query");
    const seqs = (await db.selectFrom("documents").select("seq").orderBy("seq").execute()).map(
      (row) => row.seq,
    );
    const { hits, spread } = await vectors.search(query, 60, {
      scope: { projects: everywhere },
      bits: null,
      sample: () => seqs,
    });
    expect(hits).toHaveLength(60);
    const mean = hits.reduce((sum, hit) => sum + hit.score, 0) / 60;
    expect(spread).toMatchObject({ rows: 60, measured: 60 });
    expect(spread.mean).toBeCloseTo(mean, 4);
    const scores = await vectors.scoresOf(query, [...seqs.slice(0, 5), 999_999]);
    expect([...scores.keys()].sort((a, b) => a - b)).toEqual(seqs.slice(0, 5));
    for (const [seq, score] of scores)
      expect(score).toBeCloseTo(hits.find((hit) => hit.key === seq)?.score ?? 2, 4);
  });

  test("a model with other dimensions replaces the old one on the same store", async () => {
    const embeddings = await withEmbeddings();
    const place = await open.place();
    for (const [model, size] of [
      ["small", 16],
      ["large", 96],
    ] as const) {
      const memory = await openMemory({ env: { ...place.env, ...embeddings.settings(model, size) } });
      onTestFinished(() => memory.close());
      if (model === "small") await remember(memory.db, 40);
      await embedPending(memory);
      const [best] = await memory.search.find("the wire beside the kettle, 2", {
        ...{ scope: { projects: everywhere }, limit: 1, retrievers: "meaning" },
      });
      expect(best?.document.title).toBe("the wire beside the kettle, 2");
      const kept = await memory.db.selectFrom("document_vectors").select("model").distinct().execute();
      expect(kept).toEqual([{ model: `openai:${model}/${size}` }]);
    }
  });

  test("vectors from before pgvector was installed are kept", async () => {
    if (name === "SQLite") return;
    const memory = await openWith(open, await withEmbeddings());
    await remember(memory.db, 40);
    await embedPending(memory);
    if (!(await usesServer(memory))) return;
    await sql`alter table document_vectors drop column embedding`.execute(memory.db);
    expect(await usesServer(memory)).toBe(false);
    await embedPending(memory);
    expect(await usesServer(memory)).toBe(true);
    const { rows } = await sql<{ n: number }>`select count(embedding) as n from document_vectors`.execute(
      memory.db,
    );
    expect(Number(rows[0]?.n)).toBe(40);
  });
});

test("a model that takes instructions gets the one for what is looked for", async () => {
  await using embeddings = await startEmbeddings();
  await using home = await tempDir();
  const env = {
    TELLBACK_HOME: home.path,
    TELLBACK_STORE_URL: "",
    ...embeddings.settings("qwen3-embedding:0.6b", 256),
    TELLBACK_EMBED_PROVIDER: "ollama",
  };
  const memory = await openMemory({ env });
  onTestFinished(() => memory.close());
  for (const kind of [undefined, "learning", "symbol"])
    await memory.search.find("rate limits", {
      scope: { projects: everywhere, kind },
      limit: 3,
      retrievers: "meaning",
    });
  const asked = embeddings.asked.flatMap(({ input }) => input).filter((text) => text.endsWith("rate limits"));
  expect(asked.map((text) => /Find ([a-z ]+)/.exec(text)?.[1])).toEqual([
    "development observations about code changes and decisions",
    "project learnings",
    "code snippets",
  ]);
});
