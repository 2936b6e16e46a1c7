// The sessions of Codex and Gemini CLI are imported in the forms that their clients have written.

import { cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openMemory } from "../../../src/journeys/followers.ts";
import { importHost } from "../../../src/journeys/import/import-host.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { rows, tellbackHome } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");
const codexSession = "01a1e21d-f276-74f2-a338-47eb31d9bdfa";
const inOrder = (session: string) =>
  `select kind, tool, status, title, prompt_id from observations where session_id = '${session}' order by happened_at, seq`;

async function opened() {
  const home = await tellbackHome();
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } });
  return {
    home,
    memory,
    async [Symbol.asyncDispose]() {
      await memory.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Copied, and as old as their sessions: what has not changed for an hour is complete. */
async function agedFixtures(host: string) {
  const folder = await tempDir("egi");
  cpSync(join(fixtures, host), folder.path, { recursive: true });
  for (const entry of readdirSync(folder.path, { recursive: true, withFileTypes: true }))
    utimesSync(join(entry.parentPath, entry.name), 1e9, 1e9);
  return folder;
}

test("a Codex rollout becomes prompts, tool uses and replies; unknown items are named", async () => {
  await using place = await opened();
  await using folder = await agedFixtures("codex/sessions");
  const { home, memory } = place;
  const { path } = folder;
  const done = await importHost("codex", memory, { path }, () => {});
  expect(done).toMatchObject({ files: 2, stored: 12, duplicates: 0, unknown: { hologram: 1 } });
  const found = rows<{ kind: string; tool: string | null; status: string }>(home, inOrder(codexSession));
  expect(found.map(({ kind, tool, status }) => [kind, tool, status])).toEqual([
    ["prompt", null, "ok"],
    ["reply", null, "ok"],
    ["tool", "Bash", "ok"],
    ["tool", "Bash", "failed"],
    ["tool", "Write", "ok"],
    ["tool", "WebSearch", "ok"],
    ["reply", null, "ok"],
    ["prompt", null, "ok"],
    ["tool", "Bash", "interrupted"],
  ]);
  expect(
    rows(home, "select host, project_id is not null as known from sessions order by started_at"),
  ).toEqual([
    { host: "codex", known: 1 },
    { host: "codex", known: 1 },
  ]);
  expect(rows(home, "select root from projects order by root")).toEqual([
    { root: "/home/ada/old" },
    { root: "/home/ada/shop" },
  ]);
  expect(rows(home, "select count(*) as n from compactions")).toEqual([{ n: 1 }]);
  expect(await importHost("codex", memory, { path }, () => {})).toMatchObject({ stored: 0, duplicates: 0 });
});

const sessionsOf = (host: string) => (host === "codex" || host === "gemini" ? 2 : 1);

test.each([
  ["codex/sessions", "codex"],
  ["gemini/tmp", "gemini"],
  ["qwen/projects", "qwen"],
] as const)("a dry run of %s counts what the import then does, and stores nothing", async (host, name) => {
  const run = importHost.bind(null, name);
  await using place = await opened();
  await using folder = await agedFixtures(host);
  const { home, memory } = place;
  const tried = await run(memory, { path: folder.path, dryRun: true }, () => {});
  for (const table of ["projects", "sessions", "observations", "transcripts", "jobs"])
    expect(rows(home, `select * from ${table}`), table).toEqual([]);
  const { counts: _, ...done } = await run(memory, { path: folder.path }, () => {});
  expect(tried).toMatchObject({
    ...done,
    counts: { session: sessionsOf(name), "new session": sessionsOf(name) },
  });
  const again = await run(memory, { path: folder.path, dryRun: true }, () => {});
  expect(again).toMatchObject({
    stored: 0,
    duplicates: 0,
    counts: { session: sessionsOf(name), "new session": 0 },
  });
  expect(again.preview?.bytesKnown).toBe(again.bytes);
});

test("what Codex' hooks have captured is not stored again", async () => {
  await using place = await opened();
  await using folder = await agedFixtures("codex/sessions");
  const { memory } = place;
  const about = {
    ...{ host: "codex", sessionId: codexSession, projectDir: "/home/ada/shop", cwd: "/home/ada/shop" },
    promptId: "01a1e21d-f298-72f3-8f89-f8b5f2bdde4a",
    at: "2026-11-16T02:09:03.000Z",
  };
  await capture(memory, [
    { ...about, type: "prompt", text: "please look at the notes" },
    { ...about, type: "tool", toolUseId: "call_1", tool: "Bash", input: {}, output: "", status: "ok" },
    { ...about, type: "reply", messageId: about.promptId, text: "All is done." },
  ]);
  const path = join(folder.path, "2026");
  expect(await importHost("codex", memory, { path }, () => {})).toMatchObject({ stored: 6, duplicates: 3 });
});

test("chats of Gemini CLI come in as one object or as lines", async () => {
  await using place = await opened();
  await using folder = await agedFixtures("gemini/tmp");
  const { home, memory } = place;
  expect(readdirSync(join(folder.path, "shop/chats"))).toHaveLength(2);
  writeFileSync(join(folder.path, "shop/chats/session-2026-11-18T02-08-broken.json"), '{"sessionId": "x');
  const done = await importHost("gemini", memory, { path: folder.path }, () => {});
  expect(done).toMatchObject({ files: 2, stored: 8, unknown: { "unreadable file": 1 } });
  const found = rows<{ kind: string; tool: string | null; status: string }>(
    home,
    inOrder("0aca15b8-08ae-4084-9760-368e8cd2e63e"),
  );
  expect(found.map(({ kind, tool, status }) => [kind, tool, status])).toEqual([
    ["prompt", null, "ok"],
    ["reply", null, "ok"],
    ["tool", "Bash", "failed"],
    ["tool", "Read", "ok"],
    ["tool", "Edit", "failed"],
    ["reply", null, "ok"],
  ]);
  expect(rows(home, "select root from projects")).toEqual([{ root: "/home/ada/shop" }]);
  expect(
    rows(home, "select detail from observations where session_id like '1bca%' and kind = 'reply'"),
  ).toEqual([{ detail: "The shop is called market now." }]);
  expect(await importHost("gemini", memory, { path: folder.path }, () => {})).toMatchObject({
    stored: 0,
    duplicates: 0,
  });
});

test("what a sub-agent of Gemini CLI did belongs to the session that started it", async () => {
  await using place = await opened();
  await using folder = await agedFixtures("gemini/tmp");
  const session = "1bca15b8-08ae-4084-9760-368e8cd2e63f";
  const file = join(folder.path, "shop/chats", session, "codebase_investigator-1.jsonl");
  const about = { projectHash: "shop", startTime: "2026-11-17T02:08:39.000Z", kind: "subagent" };
  const toolCalls = [
    {
      ...{ id: "glob-1", name: "glob", args: { pattern: "**/*.ts" }, status: "success" },
      result: [{ functionResponse: { id: "glob-1", name: "glob", response: { output: "Found 1 file" } } }],
    },
  ];
  mkdirSync(dirname(file));
  writeFileSync(
    file,
    [
      { sessionId: "codebase_investigator-1", ...about, directories: ["/home/ada/shop"] },
      { id: "u1", timestamp: "2026-11-17T02:08:39.100Z", type: "user", content: "Find the wallaby" },
      {
        id: "a1",
        timestamp: "2026-11-17T02:08:39.200Z",
        type: "gemini",
        content: "It is in a.ts",
        toolCalls,
      },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
  );
  const { home, memory } = place;
  const done = await importHost("gemini", memory, { path: folder.path }, () => {});
  expect(done).toMatchObject({ files: 3, stored: 10, unknown: {} });
  expect(
    rows(home, `select session_id, kind from observations where agent_id is not null order by kind`),
  ).toEqual([
    { session_id: session, kind: "reply" },
    { session_id: session, kind: "tool" },
  ]);
  expect(rows(home, "select root from projects")).toEqual([{ root: "/home/ada/shop" }]);
  expect(await importHost("gemini", memory, { path: folder.path }, () => {})).toMatchObject({
    files: 3,
    stored: 0,
  });
});

test("a Gemini session that hooks have captured is left out, and counted", async () => {
  await using place = await opened();
  const { memory } = place;
  const sessionId = "0aca15b8-08ae-4084-9760-368e8cd2e63e";
  const about = { host: "gemini", sessionId, projectDir: "/home/ada/shop", cwd: "/home/ada/shop" };
  await capture(memory, [{ ...about, at: "2026-11-16T02:08:37.288Z", type: "prompt", text: "please look" }]);
  const path = join(fixtures, "gemini/tmp");
  const done = await importHost("gemini", memory, { path }, () => {});
  expect(done).toMatchObject({ files: 1, stored: 2, counts: { "already captured session": 1 } });
});
