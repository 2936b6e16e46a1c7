// tellback review: a list with where each statement comes from, and in a terminal one question after the other. A person
// decides, not an agent that types the command.

import { stripVTControlCharacters } from "node:util";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { reflect } from "../../../src/journeys/reflect/reflect.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { title } from "../../support/available.ts";
import { environment, type Home, tellback, tellbackHome } from "../../support/tellback.ts";
import { inTerminal, terminal } from "../../support/terminal.ts";

let home: Home;
const settings = { TELLBACK_EMBED_PROVIDER: "off", TELLBACK_KNOWLEDGE_REVIEW: "all" };

beforeEach(async () => {
  home = await tellbackHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const memory = await openMemory({ env: environment(home, settings) });
  const place = { host: "claude-code", projectDir: home.path, cwd: home.path, promptId: "p" };
  for (const [at, text] of ["We use npm.", "Always squash commits."].entries()) {
    const seen = { ...place, sessionId: `s${at}`, at: `2026-03-0${at + 1}T10:00:00.000Z` };
    await capture(memory, [{ ...seen, type: "prompt", text }]);
    await reflect(memory, seen.sessionId);
  }
  await memory.close();
});

const run = (args: string[], env = {}) => tellback(home, args, { cwd: home.path, env });
const items = async () => JSON.parse((await run(["review", "--json"])).stdout).items;
const learnings = async () =>
  JSON.parse((await run(["learnings", "--json"])).stdout).learnings.map(
    ({ content }: { content: string }) => content,
  );

test("without a terminal it lists what waits, and status says how many", async () => {
  const { stdout, code } = await run(["review"]);
  expect(code).toBe(0);
  expect(stdout).toContain("2 statements waiting for you");
  expect(stdout).toMatch(
    /Always squash commits\n {2}said by you · claude-code · session s1 · 2026-03-02 .*\n {2}“Always squash/,
  );
  expect((await run(["status"])).stdout).toContain("2 statements waiting for you (`tellback review`)");
  expect((await run(["query", "is:waiting"])).stdout).toContain("We use npm");
  expect((await run(["query", ""])).stdout).toContain("No node of the graph matches");
});

test("keep, edit and drop decide by id; what is unknown is an error", async () => {
  const [squash, npm] = await items();
  expect(await run(["review", "keep", npm.id])).toMatchObject({ code: 0, stdout: "Kept: We use npm\n" });
  const edited = await run(["review", "edit", squash.id, "Squash commits before a merge"]);
  expect(edited).toMatchObject({ code: 0, stdout: "Kept: Squash commits before a merge\n" });
  expect((await learnings()).toSorted()).toEqual(["Squash commits before a merge", "We use npm"]);
  expect(await run(["review", "drop", squash.id])).toMatchObject({ code: 0 });
  expect(await learnings()).toEqual(["We use npm"]);
  expect(await run(["review"])).toMatchObject({ stdout: expect.stringContaining("Nothing to review") });
  expect(await run(["review", "keep", "nod_nothing"])).toMatchObject({ code: 3 });
});

test("an agent lists, and does not decide", async () => {
  const [one] = await items();
  const agent = { CLAUDECODE: "1" };
  expect(await run(["review", "--list"], agent)).toMatchObject({ code: 0 });
  for (const decision of [["keep"], ["drop"], ["edit"]]) {
    const words = decision[0] === "edit" ? ["Never squash"] : [];
    expect(await run(["review", ...decision, one.id, ...words], agent)).toMatchObject({
      stderr: expect.stringContaining("only a person decides what is kept"),
    });
  }
  expect(await items()).toHaveLength(2);
});

describe.skipIf(!terminal.ok)(title("in a terminal", terminal), () => {
  test("it asks about one after the other: a key keeps, drops, or leaves for later", async () => {
    const typed = [
      { after: "later", keys: "l" },
      { after: "later", keys: "k" },
    ];
    const shown = stripVTControlCharacters(await inTerminal(home, ["review"], { typed }));
    expect(shown).toContain("Always squash commits");
    expect(shown).toContain("Kept: We use npm");
    expect(shown).toContain("1 statement left for later");
    expect(await learnings()).toEqual(["We use npm"]);
    expect(await items()).toMatchObject([{ content: "Always squash commits" }]);
  });
});
