// Deleted text is gone: from the answers at once, and soon after from every file in the home: rows, words, vectors,
// journals. The same holds for replaced text. The real daemon, through the command line.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoadResult, load } from "../../../src/indexes/search/vectors/sidecar.ts";
import { type Embeddings, startEmbeddings } from "../../support/embedding-stand-in.ts";
import {
  filesWith,
  type Home,
  payload,
  portableHook,
  rows,
  stop,
  tellback,
  tellbackHome,
  until,
  untilStored,
} from "../../support/tellback.ts";

let embeddings: Embeddings;
beforeAll(async () => {
  embeddings = await startEmbeddings();
});
afterAll(() => embeddings[Symbol.asyncDispose]());

const dimensions = 24;
let env: Record<string, string>;
beforeAll(() => {
  env = embeddings.settings("one", dimensions);
});

/** A word as the index contains it, stemmed, in a form that no other word shares. */
const traces = ["xylophoneq", "glockenspielq", "didgeridooq"] as const;

async function capture(home: Home, session: string, id: string, words: string): Promise<void> {
  const tool_input = { command: `echo ${words}`, description: `Say ${words} in ${words}-${id}.ts` };
  await portableHook(home, payload.tool(session, id, { tool_input }), { env });
}

async function run(home: Home, ...args: string[]): Promise<string> {
  const ran = await tellback(home, args, { env });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.stdout;
}

async function found(home: Home, words: string): Promise<string[]> {
  const text = await run(home, "search", words, "--all-projects", "--json");
  const { results } = JSON.parse(text) as { results: { id: string; title: string; summary: string }[] };
  return results.filter((one) => `${one.title} ${one.summary}`.includes(words)).map((one) => one.id);
}

const settled = (home: Home) =>
  until("no job is left", () => rows(home, "select 1 from jobs").length === 0, 60_000);

/** Backups that the user requested, and yesterday's, belong to the user. */
const traceOf = (home: Home, word: string): string[] =>
  filesWith(home, word.slice(1)).filter((path) => !path.startsWith(home.paths.backups));

function sidecar(home: Home): LoadResult {
  const folder = join(home.path, "vectors");
  const [file = ""] = readdirSync(folder);
  const generation = Number(/-(\d+)\.bin$/.exec(file)?.[1]);
  return load(join(folder, file), { model: `openai:one/${dimensions}`, dimensions, generation });
}

test("no file contains words or vectors of a deleted session, a deleted observation or a replaced text", async () => {
  await using home = await tellbackHome();
  const [session, observation, edited] = traces;
  await capture(home, "first", "a", session);
  await capture(home, "first", "b", session);
  await capture(home, "second", "c", observation);
  await capture(home, "second", "d", "something that stays");
  await capture(home, "second", "e", edited);
  await run(home, "status");
  await untilStored(home, 5);
  await settled(home);
  expect(rows(home, "select 1 from document_vectors")).toHaveLength(5);
  for (const word of traces) expect((await found(home, word)).length, word).toBeGreaterThan(0);
  await stop(home);
  for (const word of traces) expect(traceOf(home, word), word).toContain(home.paths.database);
  const before = sidecar(home);
  expect(before.status === "loaded" && before.flat.size).toBe(5);

  const [observationId = ""] = await found(home, observation);
  const [editedId = ""] = await found(home, edited);
  const kept = rows<{ seq: number }>(home, "select seq from documents where title like '%stays%'")[0]?.seq;
  await run(home, "session", "delete", "first", "--yes");
  await run(home, "observation", "delete", observationId, "--yes");
  await run(
    home,
    "observation",
    "edit",
    editedId,
    "--title",
    "plain",
    "--summary",
    "plain",
    "--detail",
    "plain",
  );
  for (const word of traces) expect(await found(home, word), word).toEqual([]);
  await settled(home);
  await stop(home);

  for (const word of traces) expect(traceOf(home, word), word).toEqual([]);
  const after = sidecar(home);
  if (after.status !== "loaded") throw new Error(after.status);
  expect(after.flat.size).toBe(2);
  expect(after.flat.has(kept ?? -1)).toBe(true);
  expect(rows(home, "select 1 from document_vectors")).toHaveLength(2);
}, 180_000);

test("the next daemon removes the traces of a deletion after which the daemon was killed", async () => {
  await using home = await tellbackHome();
  const [word] = traces;
  await capture(home, "first", "a", word);
  await capture(home, "second", "b", "something that stays");
  await run(home, "status");
  await untilStored(home, 2);
  await settled(home);
  await run(home, "session", "delete", "first", "--yes");
  const { pid } = JSON.parse(await run(home, "daemon", "status", "--json")) as { pid: number };
  process.kill(pid, "SIGKILL");
  await run(home, "status");
  await settled(home);
  await stop(home);
  expect(traceOf(home, word)).toEqual([]);
}, 120_000);

test("a deletion removes the vector file if embeddings are turned off meanwhile", async () => {
  await using home = await tellbackHome();
  await capture(home, "first", "a", "something");
  await run(home, "status");
  await untilStored(home, 1);
  await settled(home);
  await found(home, "something");
  await stop(home);
  expect(sidecar(home).status).toBe("loaded");
  const off = { TELLBACK_EMBED_PROVIDER: "off" };
  expect(await tellback(home, ["session", "delete", "first", "--yes"], { env: off })).toMatchObject({
    code: 0,
  });
  await settled(home);
  await stop(home);
  expect(readdirSync(join(home.path, "vectors"))).toEqual([]);
}, 120_000);
