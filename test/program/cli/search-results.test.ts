// Search results for a person: in a terminal of 80 columns, in a pipe, and their numbers.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OutputOf } from "../../../src/areas/contracts.ts";
import { title } from "../../support/available.ts";
import { type Home, tellback, tellbackHome } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";
import { inTerminal, terminal } from "../../support/terminal.ts";

let home: Home;

beforeAll(async () => {
  home = await tellbackHome();
  for (const folder of ["samples", "test/fixtures/claude-code/transcripts"]) {
    const path = join(import.meta.dirname, "../../..", folder);
    expect(await tellback(home, ["import", path])).toMatchObject({ code: 0 });
  }
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

const questions = [
  "login page",
  "empty body",
  "rate limit middleware",
  "commit",
  "rate-limit.ts",
  "run the tests",
];

async function found(...args: string[]): Promise<OutputOf<"search">["results"]> {
  const { stdout, stderr } = await tellback(home, ["search", ...args, "--all-projects", "--json"]);
  expect(stderr).toBe("");
  return JSON.parse(stdout).results;
}

test("the relevance falls with the order, and --min-relevance cuts", async () => {
  for (const question of questions) {
    const relevance = (await found(question)).map((one) => one.relevance);
    expect(relevance.length, question).toBeGreaterThan(0);
    expect(relevance, question).toEqual(relevance.toSorted((a, b) => b - a));
  }
  const weakest = (await found("rate limit middleware", "--min-relevance", "0")).at(-1)?.relevance;
  expect(weakest).toBeLessThan(0.05);
});

test("the searched words appear in the excerpt or the title", async () => {
  for (const { title, excerpt, matched } of await found("middleware answers empty")) {
    expect(matched.length).toBeGreaterThan(0);
    for (const word of matched) expect(`${title} ${excerpt}`).toContain(word);
  }
});

test("a symbol that has not changed since it was mapped is listed without a time", async () => {
  await using folder = await tempDir("egs");
  writeFileSync(join(folder.path, "harbour.py"), "def lower_the_anchor():\n    return 1\n");
  expect(await tellback(home, ["map", folder.path])).toMatchObject({ code: 0 });
  const shown = await tellback(home, ["search", "lower anchor", "--kind", "symbol", "--all-projects"]);
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toContain("lower_the_anchor");
});

test("--since accepts names of days", async () => {
  expect(await found("login", "--since", "2020-01-01")).not.toEqual([]);
  for (const day of ["today", "monday", "last week", "2 days ago"])
    expect(await tellback(home, ["search", "login", "--since", day]), day).toMatchObject({
      code: 0,
      stderr: "",
    });
});

test("recall returns nodes about the words, not every node", async () => {
  const cwd = home.path;
  const facts = [
    "deploys happen on Tuesdays by the release bot",
    "the invoice numbers begin with the year",
    "users of the beta see a purple header",
    "images are scaled to 1200 pixels before upload",
    "login attempts are limited to five per minute",
  ];
  for (const fact of facts) expect((await tellback(home, ["remember", fact], { cwd })).code).toBe(0);
  const { stdout } = await tellback(home, ["recall", "login", "attempts"], { cwd });
  expect(stdout).toContain(facts[4]);
  for (const other of facts.slice(0, 4)) expect(stdout).not.toContain(other);
  expect((await tellback(home, ["recall", "kubernetes", "ingress"], { cwd })).stdout).not.toContain(
    "users of",
  );
});

describe.skipIf(!terminal.ok)(title("in a terminal of 80 columns", terminal), () => {
  test("a result is a few short lines with a short id and highlighted words, each within the width", async () => {
    const shown = await inTerminal(home, ["search", "empty", "body", "--all-projects"]);
    const lines = stripVTControlCharacters(shown).trimEnd().split(/\r?\n/);
    expect(lines[0]).toMatch(/^0\.\d\d\?? +\S/);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    const ids = lines.flatMap((line) => / · ([a-z]{2,4}_\w+)$/.exec(line)?.[1] ?? []);
    expect(ids.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(4 * ids.length + 1);
    for (const id of ids) expect(await tellback(home, ["show", id]), id).toMatchObject({ code: 0 });
    expect(shown).toContain(`${String.fromCharCode(27)}[33mempty${String.fromCharCode(27)}[39m`);
  });
});
