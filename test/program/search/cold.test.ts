// The first search after a while, with the real bundled model: the caller waits a second for it. If that is too short, it
// gets an answer by words with a note, and in a terminal the model's answer follows.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  entry,
  environment,
  type Home,
  rows,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";

// This daemon always starts without a loaded model, and the model is unloaded as soon as it has answered.
const env = { TELLBACK_EMBED_PROVIDER: "bundled", TELLBACK_EMBED_IDLE_MINUTES: "0.0001" };
const question = ["search", "kettle", "--all-projects", "--min-relevance", "0"];
let home: Home;

beforeAll(async () => {
  home = await tellbackHome();
  await tellback(home, ["remember", "The kettle whistles before it boils over", "--global"], { env });
  await tellback(home, ["remember", "Boiling water needs a lid", "--global"], { env });
  const counted = "select count(*) as n from document_vectors";
  await until("both have their vector", () => rows<{ n: number }>(home, counted)[0]?.n === 2, 60_000);
});
afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

test("a search uses the model if it is loaded within a second, and says so otherwise", async () => {
  await stop(home);
  const { stdout } = await tellback(home, [...question, "--json"], { env });
  const { meaning, note, results } = JSON.parse(stdout);
  const isLate = meaning === "loading";
  expect(meaning).toBe(isLate ? "loading" : "used");
  expect(note).toBe(isLate ? "by words only: the embedding model is still loading" : null);
  expect(results[0].title).toContain("kettle");
});

test("a search that waits uses the embedding model", async () => {
  await stop(home);
  const { stdout } = await tellback(home, [...question, "--wait", "--json"], { env });
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ meaning: "used", note: null });
  expect(answer.results.map((one: { title: string }) => one.title).join()).toContain("Boiling water");
});

test("in a terminal the embedding results come, if not at once then after the results by words", async () => {
  await stop(home);
  const words = [process.execPath, entry, ...question].map((word) => `'${word}'`);
  const { stdout } = await promisify(execFile)("script", ["-qec", words.join(" "), "/dev/null"], {
    cwd: home.path,
    env: { ...environment(home, env), SHELL: "/bin/sh" },
  });
  const [first = "", refined] = stdout.split("By words and meaning:");
  expect(refined ?? first).toContain("Boiling water");
  expect(first.includes("by words only")).toBe(refined !== undefined);
});
