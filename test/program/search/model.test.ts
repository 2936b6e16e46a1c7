// The embedding model becomes unavailable, returns and is replaced: search always answers, reports what was missing,
// and recovers automatically. The real daemon, through the command line.

import { afterAll, beforeAll, expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { type Embeddings, startEmbeddings } from "../../support/embedding-stand-in.ts";
import { record } from "../../support/record.ts";
import { type Home, rows, stop, tellback, tellbackHome, until } from "../../support/tellback.ts";

let embeddings: Embeddings;
beforeAll(async () => {
  embeddings = await startEmbeddings();
});
afterAll(() => embeddings[Symbol.asyncDispose]());

type Env = Record<string, string>;

async function remember(home: Home, env: Env, count: number): Promise<void> {
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, ...env } });
  await memory.db.transaction().execute(async (tx) => {
    const place = await aSession(tx);
    for (let n = 0; n < count; n++)
      await record(tx, seen(place, { hostKey: `tool:${n}`, title: `kettle number ${n}`, detail: "" }));
  });
  await memory.close();
}

interface Answer {
  note: string | null;
  results: { title: string; why: { meaning: object | null } }[];
}

async function ask(home: Home, env: Env, query: string): Promise<Answer> {
  const ran = await tellback(home, ["search", query, "--all-projects", "--explain", "--json"], { env });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return JSON.parse(ran.stdout) as Answer;
}

const byMeaning = (answer: Answer): boolean => answer.results.some((one) => one.why.meaning !== null);

interface Status {
  search: { model: string; vectors: number; documents: number; trouble: string | null };
  problems: { code: string; hint: string }[];
}

async function status(home: Home, env: Env): Promise<Status> {
  return JSON.parse((await tellback(home, ["status", "--json"], { env })).stdout) as Status;
}

const vectors = (home: Home): Record<string, number> =>
  Object.fromEntries(
    rows<{ model: string; n: number }>(home, "select model, count(*) n from document_vectors group by 1").map(
      ({ model, n }) => [model, n],
    ),
  );

const untilEmbedded = (home: Home, model: string, count: number) =>
  until(`${count} vectors of ${model} are there`, () => vectors(home)[model] === count, 60_000);

test("after a change of model the old vectors are used until all new ones exist; then the old ones are deleted", async () => {
  await using home = await tellbackHome();
  const [old, next] = [embeddings.settings("old", 24), embeddings.settings("next", 40)];
  await remember(home, old, 50);
  await tellback(home, ["status"], { env: old });
  await untilEmbedded(home, "openai:old/24", 50);
  await until(
    "the old model serves",
    () => rows(home, "select 1 from embedders where is_complete = 1").length === 1,
  );
  await stop(home);

  const half = new Set<string>();
  embeddings.isHeld = (model, input) => {
    if (model !== "next" || input.length === 1) return false;
    for (const text of input) half.add(text);
    return half.size > 30;
  };
  embeddings.asked.length = 0;
  await tellback(home, ["status"], { env: next });
  await until("some new vectors exist", () => (vectors(home)["openai:next/40"] ?? 0) > 0, 60_000);
  const meanwhile = await ask(home, next, "the kettle that is number 7");
  expect(byMeaning(meanwhile)).toBe(true);
  expect(meanwhile.note).toBeNull();
  expect(embeddings.asked.filter(({ input }) => input.length === 1).map(({ model }) => model)).toEqual([
    "old",
  ]);
  expect(vectors(home)["openai:old/24"]).toBe(50);
  expect((await status(home, next)).search).toMatchObject({ model: "openai:next/40", documents: 50 });

  embeddings.isHeld = () => false;
  await until(
    "only the new are there",
    () => JSON.stringify(vectors(home)) === '{"openai:next/40":50}',
    60_000,
  );
  embeddings.asked.length = 0;
  expect(byMeaning(await ask(home, next, "kettle number 8"))).toBe(true);
  expect(embeddings.asked.map(({ model }) => model)).toEqual(["next"]);
  expect(rows(home, "select id from embedders")).toEqual([{ id: "openai:next/40" }]);
}, 180_000);

test("while the model is unavailable search works by words, search and status report it, and it recovers automatically", async () => {
  await using home = await tellbackHome();
  const env = embeddings.settings("away", 24);
  embeddings.isDown = true;
  await remember(home, env, 20);
  const answer = await ask(home, env, "kettle number 7");
  expect(answer.results[0]?.title).toBe("kettle number 7");
  expect(byMeaning(answer)).toBe(false);
  expect(answer.note).toMatch(/^by words only: .*refused to embed/);
  const { search, problems } = await status(home, env);
  expect(search.trouble).toMatch(/refused to embed/);
  expect(problems).toMatchObject([{ code: "embedder_unavailable" }]);

  embeddings.isDown = false;
  await untilEmbedded(home, "openai:away/24", 20);
  await until("status reports no problem", async () => (await status(home, env)).problems.length === 0);
  const whole = await ask(home, env, "kettle number 7");
  expect(whole.note).toBeNull();
  expect(byMeaning(whole)).toBe(true);
  expect(rows(home, "select 1 from jobs where state = 'failed'")).toEqual([]);
}, 180_000);

test("status reports that the model is unavailable even if nobody has searched", async () => {
  await using home = await tellbackHome();
  const env = embeddings.settings("silent", 24);
  embeddings.isDown = true;
  await remember(home, env, 3);
  await until("status knows", async () => (await status(home, env)).search.trouble !== null, 60_000);
  embeddings.isDown = false;
}, 120_000);

test("search by words works with an invalid model setting", async () => {
  await using home = await tellbackHome();
  const env = { TELLBACK_EMBED_PROVIDER: "openai", TELLBACK_EMBED_MODEL: "nobody-knows-it" };
  await remember(home, { TELLBACK_EMBED_PROVIDER: "off" }, 3);
  const answer = await ask(home, env, "kettle");
  expect(answer.results).toHaveLength(3);
  expect(answer.note).toMatch(/the dimensions of the model nobody-knows-it are unknown/);
  expect((await status(home, env)).problems[0]?.code).toBe("embedder_unavailable");
}, 120_000);

test("with embeddings turned off nothing is embedded and nothing is reported missing; turning them on embeds everything", async () => {
  await using home = await tellbackHome();
  const off = { TELLBACK_EMBED_PROVIDER: "off" };
  await remember(home, off, 20);
  const answer = await ask(home, off, "kettle number 7");
  expect(answer).toMatchObject({ note: null });
  expect(answer.results[0]).toMatchObject({ title: "kettle number 7" });
  expect((await status(home, off)).problems).toEqual([]);
  await until("no job is left", () => rows(home, "select 1 from jobs").length === 0);
  expect(vectors(home)).toEqual({});
  await stop(home);

  const on = embeddings.settings("late", 24);
  await tellback(home, ["status"], { env: on });
  await untilEmbedded(home, "openai:late/24", 20);
  expect(byMeaning(await ask(home, on, "kettle number 7"))).toBe(true);
}, 180_000);
