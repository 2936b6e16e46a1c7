// The first search after a while, with the real bundled model: the caller gets an answer by words at once, with a note;
// in a terminal the model's answer follows.

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

test("a search does not wait for a model that has to load, and reports it", async () => {
  await stop(home);
  const { stdout } = await tellback(home, [...question, "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    meaning: "loading",
    note: "by words only: the embedding model is still loading",
    results: [{ title: expect.stringContaining("kettle") }],
  });
  await stop(home);
  expect((await tellback(home, question, { env })).stdout).toContain("by words only");
});

test("a search that waits uses the embedding model", async () => {
  await stop(home);
  const { stdout } = await tellback(home, [...question, "--wait", "--json"], { env });
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ meaning: "used", note: null });
  expect(answer.results.map((one: { title: string }) => one.title).join()).toContain("Boiling water");
});

test("in a terminal the embedding results follow the results by words", async () => {
  await stop(home);
  const words = [process.execPath, entry, ...question].map((word) => `'${word}'`);
  const { stdout } = await promisify(execFile)("script", ["-qec", words.join(" "), "/dev/null"], {
    cwd: home.path,
    env: { ...environment(home, env), SHELL: "/bin/sh" },
  });
  const [byWords = "", byMeaning = ""] = stdout.split("By words and meaning:");
  expect(byWords).toContain("by words only");
  expect(byWords).not.toContain("Boiling water");
  expect(byMeaning).toContain("Boiling water");
});
