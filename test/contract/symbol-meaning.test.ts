// Symbols by meaning on every store: the words of a project's names get vectors in a job, and a question in other words
// finds the symbol, after those that have the words themselves.

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { putWordVectors } from "../../src/indexes/codemap/word-vectors.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { embedPending } from "../../src/memory/embed.ts";
import { embedAllWordsSoon, embedWords } from "../../src/memory/embed-words.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { jobsOfKind } from "../../src/store/jobs.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { type Embeddings, startEmbeddings } from "../support/embedding-stand-in.ts";
import { record } from "../support/record.ts";
import { gitProject, tempDir } from "../support/temp.ts";
import { aSession, seen } from "./samples.ts";

const users = `def remove_account(user):
    return user


def list_pictures(user):
    return user
`;

async function project(files: Record<string, string> = { "users.py": users }): Promise<string> {
  const place = await tempDir("egmeaning");
  onTestFinished(() => place[Symbol.asyncDispose]());
  return gitProject(join(place.path, "shop"), files);
}

async function embeddings(): Promise<Embeddings> {
  const started = await startEmbeddings();
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started;
}

async function openWith(open: Open, server: Embeddings, model = "one"): Promise<Memory> {
  const { env } = await open.place();
  const memory = await openMemory({ env: { ...env, ...server.settings(model, 48) } });
  onTestFinished(() => memory.close());
  return memory;
}

/** Maps the project and gives its id. */
async function mapped(memory: Memory, folder: string): Promise<string> {
  await mapProject(memory, { folder });
  await embedPending(memory);
  return (await findProject(memory.db, folder))?.id ?? "";
}

async function found(memory: Memory, folder: string, query: string): Promise<string[]> {
  const { results } = await searchMemory(memory, {
    ...{ query, folder, kind: "symbol", limit: 10, allProjects: false, minRelevance: 0 },
    ...{ explain: false, quick: false, wait: true },
  });
  return results.map(({ title }) => title);
}

async function wordsIn({ db }: Memory): Promise<string[]> {
  const rows = await db.selectFrom("symbol_words").select(["model", "word"]).orderBy("word").execute();
  return rows.map(({ model, word }) => `${model}: ${word}`);
}

forEachStore((open) => {
  test("a symbol that only its description fits does not come before work on the subject", async () => {
    const memory = await open();
    const folder = await project({
      "clock.py": 'def cpu():\n    """Time of all threads of the harbour."""\n    return 1\n',
      "threads.py": "def harbour_threads():\n    return 1\n",
    });
    await mapProject(memory, { folder });
    const at = "2026-03-01T10:00:00.000Z";
    const event = { host: "claude-code", sessionId: "one", projectDir: folder, cwd: folder, at } as const;
    await capture(memory, [
      { ...event, type: "prompt", promptId: "p", text: "Let the threads of the harbour wait for the tide" },
    ]);
    const asked = { folder, limit: 10, allProjects: false, minRelevance: 0, explain: false, quick: false };
    const titles = async (query: string, kind?: "symbol") =>
      (await searchMemory(memory, { ...asked, query, kind, wait: false })).results.map(({ title }) => title);
    const beside = await titles("threads of the harbour");
    expect(beside.some((title) => title.includes("tide"))).toBe(true);
    expect(beside).not.toContain("function cpu");
    expect(await titles("threads of the harbour", "symbol")).toEqual([
      "function harbour_threads",
      "function cpu",
    ]);
  });

  test("a question in other words finds a symbol, after those that have the word", async () => {
    const memory = await openWith(open, await embeddings());
    const folder = await project({
      "users.py": users,
      "files.py": "def delete_file(path):\n    return path\n",
    });
    const projectId = await mapped(memory, folder);
    expect(await found(memory, folder, "delete")).toEqual(["function delete_file"]);
    const [meaning] = await memory.embedder.embed(["delete"], "document");
    if (!meaning) throw new Error("no vector");
    await putWordVectors(memory.db, projectId, memory.embedder.id, [["remove", meaning]]);
    await embedWords(memory, projectId);
    const titles = await found(memory, folder, "delete");
    expect(titles.slice(0, 2)).toEqual(["function delete_file", "function remove_account"]);
  });

  test("each word is embedded once, and a word that no symbol has any more is dropped", async () => {
    const server = await embeddings();
    const memory = await openWith(open, server);
    const folder = await project();
    const projectId = await mapped(memory, folder);
    expect(await jobsOfKind(memory.db, "embed-words")).toMatchObject([{ key: projectId }]);
    await embedWords(memory, projectId);
    await embedWords(memory, projectId);
    const names = ["account", "list", "pictures", "remove", "users"];
    expect(await wordsIn(memory)).toEqual(names.map((word) => `openai:one/48: ${word}`));
    expect(server.asked.flatMap(({ input }) => input).sort()).toEqual(names);
    await memory.db.deleteFrom("symbols").where("name", "=", "list_pictures").execute();
    await embedWords(memory, projectId);
    expect(await wordsIn(memory)).toHaveLength(3);
  });

  test("a second project takes over the vectors of the first", async () => {
    const server = await embeddings();
    const memory = await openWith(open, server);
    await embedWords(memory, await mapped(memory, await project()));
    await embedWords(
      memory,
      await mapped(memory, await project({ "users.py": "def remove_picture(): pass\n" })),
    );
    const asked = server.asked.flatMap(({ input }) => input);
    expect(asked.filter((word) => word === "remove")).toHaveLength(1);
    expect(asked).toContain("picture");
  });

  test("documents come first: the job ends and is tried again later", async () => {
    const server = await embeddings();
    const memory = await openWith(open, server);
    const projectId = await mapped(memory, await project());
    await memory.db.deleteFrom("jobs").execute();
    await memory.db.transaction().execute(async (tx) => {
      const place = await aSession(tx);
      await record(tx, seen(place, { title: "the kettle", summary: "", detail: "", hostKey: "tool:1" }));
    });
    await embedWords(memory, projectId);
    expect(await wordsIn(memory)).toEqual([]);
    expect(await jobsOfKind(memory.db, "embed-words")).toMatchObject([{ key: projectId }]);
  });

  test("a new model embeds the words again, and those of the old one are dropped", async () => {
    const server = await embeddings();
    const folder = await project();
    const { env } = await open.place();
    const first = await openMemory({ env: { ...env, ...server.settings("one", 48) } });
    await embedWords(first, await mapped(first, folder));
    await first.close();
    const second = await openMemory({ env: { ...env, ...server.settings("two", 48) } });
    onTestFinished(() => second.close());
    await embedPending(second);
    await second.db.deleteFrom("jobs").execute();
    await embedAllWordsSoon(second, "unread");
    expect(await jobsOfKind(second.db, "embed-words")).toHaveLength(1);
    await embedWords(second, (await findProject(second.db, folder))?.id ?? "");
    expect(new Set((await wordsIn(second)).map((word) => word.split(":")[1]))).toEqual(new Set(["two/48"]));
  });

  test("with embedding turned off nothing is computed, and symbols are found by words", async () => {
    const memory = await open();
    const folder = await project();
    const projectId = await mapped(memory, folder);
    await embedWords(memory, projectId);
    expect(await jobsOfKind(memory.db, "embed-words")).toEqual([]);
    expect(await wordsIn(memory)).toEqual([]);
    expect(await found(memory, folder, "account")).toEqual(["function remove_account"]);
  });
});

test("the bundled model finds code by what it does", async () => {
  const home = await tempDir("egmeaning");
  onTestFinished(() => home[Symbol.asyncDispose]());
  const memory = await openMemory({ env: { HOME: home.path, TELLBACK_HOME: home.path } });
  onTestFinished(() => memory.close());
  const folder = await project({
    "shop.py": ["remove_account", "list_pictures", "back_off", "send_invoice", "parse_address", "render_page"]
      .map((name) => `def ${name}(it):\n    return it\n`)
      .join("\n"),
  });
  await embedWords(memory, await mapped(memory, folder));
  expect((await found(memory, folder, "delete a user"))[0]).toBe("function remove_account");
  expect((await found(memory, folder, "photos"))[0]).toBe("function list_pictures");
});
