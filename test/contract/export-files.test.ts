// Exports as files: what one store exports, an empty one imports without loss; markdown is for people.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { handlers as exportHandlers } from "../../src/areas/export/handle.ts";
import { operations as searchOperations } from "../../src/areas/search/contract.ts";
import { compact } from "../../src/journeys/compact/compact.ts";
import { exportMemory } from "../../src/journeys/export/export.ts";
import { rescan } from "../../src/journeys/forget/redact.ts";
import { importExport } from "../../src/journeys/import/import-tellback.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { remember } from "../../src/memory/knowledge/remember.ts";
import { filesBelow } from "../../src/platform/files-below.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { linkNodes } from "../../src/rooms/knowledge/room.ts";
import { loose } from "../../src/store/portable.ts";
import { forEachStore } from "../support/databases.ts";
import { emptyMemory } from "../support/empty-memory.ts";
import { dumpStore, fillStore, randomStore } from "../support/random-store.ts";
import { tempDir } from "../support/temp.ts";

const inputOf = (given: object) => exportOperations.export.input.parse(given);
const [sample] = fc.sample(randomStore, { numRuns: 1, seed: 11 });
if (!sample) throw new Error("no sample");

test.each(["jsonl", "sqlite"] as const)("a store comes back from %s as it was", async (format) => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  await using folder = await tempDir();
  await fillStore(from.memory.db, sample);
  const path = join(folder.path, "all");
  const done = await exportMemory(from.memory, inputOf({ path, format }));
  const imported = await importExport(to.memory, path, { own: true });
  expect(imported).toMatchObject({ added: done.records, orphan: 0, problems: [] });
  expect(await dumpStore(to.memory.db)).toBe(await dumpStore(from.memory.db));
  expect(await importExport(to.memory, path, { own: true })).toMatchObject({
    added: 0,
    changed: 0,
    same: done.records,
  });
  await expect(exportMemory(from.memory, inputOf({ path, format }))).rejects.toMatchObject({
    code: "conflict",
  });
});

test("an SQLite export can be asked in SQL", async () => {
  await using from = await emptyMemory();
  await using folder = await tempDir();
  await fillStore(from.memory.db, sample);
  const path = join(folder.path, "all.sqlite");
  await exportMemory(from.memory, inputOf({ path, format: "sqlite" }));
  const file = new DatabaseSync(path, { readOnly: true });
  const { n } = file.prepare("select count(title) as n from observation").get() as { n: number };
  file.close();
  expect(n).toBe(sample.sessions.length === 0 ? 0 : sample.observations.length);
});

test("the layout dcp has a folder a session with its compactions, and a folder a project with its knowledge", async () => {
  await using from = await emptyMemory();
  await using folder = await tempDir();
  const { db } = from.memory;
  const at = "2026-03-01T10:00:00.000Z";
  const event = { host: "claude-code", sessionId: "ses/one", projectDir: folder.path, cwd: folder.path, at };
  await capture(from.memory, [
    { ...event, type: "prompt", text: "Let the quay lights follow the timetable" },
    {
      ...event,
      type: "compact-after",
      trigger: "auto",
      summary: "Quay lights.",
      tokensBefore: 900,
      messageId: "m",
    },
  ]);
  await compact(from.memory, "ses/one");
  const { project_id: projectId } = await db
    .selectFrom("sessions")
    .select("project_id")
    .executeTakeFirstOrThrow();
  await remember(db, {
    ...{
      type: "decision",
      content: "We use sodium lamps because of the fog",
      tags: [],
      projectId,
      by: null,
      at,
    },
  });
  const path = join(folder.path, "memory");
  const runExport = () =>
    exportHandlers.export(
      { memory: from.memory, exports: { run: { state: "none", records: 0 } } } as never,
      inputOf({ path, format: "dcp" }),
    );
  expect(await runExport()).toMatchObject({ format: "dcp", files: 5 });
  const read = (name: string) => JSON.parse(readFileSync(join(path, name), "utf8"));
  expect(read("sessions/session_ses_one/metadata.json")).toMatchObject({
    session_id: "ses/one",
    compactions: 1,
  });
  expect(read("sessions/session_ses_one/summaries/compact_001.json")).toMatchObject({
    timestamp: at,
    compaction_trigger: "auto",
    token_count_before: 900,
    summary: { executive: expect.stringContaining("quay lights"), key_decisions: [], tasks_pending: [] },
    host_summary: "Quay lights.",
  });
  const graph = filesBelow(path).find((file) => file.endsWith("knowledge_graph.json")) ?? "";
  expect(graph).toMatch(/projects\/project_[0-9a-f]{12}\/knowledge_graph\.json$/);
  expect(read(relative(path, graph)).decisions).toMatchObject([
    { statement: "We use sodium lamps", rationale: "the fog" },
  ]);
  // The same folder again is an update; a folder of somebody else is refused.
  expect(await runExport()).toMatchObject({ files: 5 });
  await expect(
    exportMemory(from.memory, inputOf({ path: folder.path, format: "dcp" })),
  ).rejects.toMatchObject({ code: "conflict" });
});

test("a cut file is named, what it holds is kept, and the whole file completes it", async () => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  await using folder = await tempDir();
  await fillStore(from.memory.db, sample);
  const path = join(folder.path, "all.jsonl");
  await exportMemory(from.memory, inputOf({ path }));
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, whole.slice(0, Math.floor(whole.length * 0.7)));
  await expect(importExport(to.memory, path, { own: true })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("ends early"),
  });
  writeFileSync(path, whole.replace("\n", '\n{"kind":"unheard-of"}\nnot json\n'));
  const done = await importExport(to.memory, path, { own: true });
  expect(done.problems).toEqual([expect.stringContaining("kind"), "line 3 is not JSON"]);
  expect(await dumpStore(to.memory.db)).toBe(await dumpStore(from.memory.db));
  writeFileSync(path, "something else\n");
  await expect(importExport(to.memory, path, { own: true })).rejects.toMatchObject({ code: "invalid_input" });
});

const place = { host: "claude-code", sessionId: "one", projectDir: "/nowhere/shop", cwd: "/nowhere/shop" };
const told = [
  {
    ...place,
    type: "prompt",
    promptId: "p",
    at: "2026-03-01T10:00:00.000Z",
    text: "Why is the [[basket]] slow?",
  },
  {
    ...{ ...place, type: "reply", promptId: "p", at: "2026-03-01T10:01:00.000Z", messageId: "m" },
    text: "The basket was slow because every price was fetched alone. I fetch them together now.",
  },
] as HookEvent[];

test("markdown reads as text: names end with a word, links stand in brackets and are whole", async () => {
  await using from = await emptyMemory();
  await using folder = await tempDir();
  const [asked] = told as [HookEvent];
  const text = "Why does the basket need three seconds whenever somebody removes something?";
  await capture(from.memory, [{ ...asked, text } as HookEvent]);
  const said = { type: "open-question", tags: [], projectId: null, by: null, at: asked.at } as const;
  const { db } = from.memory;
  const key = await remember(db, { ...said, type: "fact", content: "The key is [secret:aws|old]" });
  const use = await remember(db, { ...said, content: "Who rotates the key" });
  await linkNodes(db, use.row.id, key.row.id, "DEPENDS_ON", asked.at);
  const path = join(folder.path, "notes");
  await exportMemory(from.memory, inputOf({ path, format: "markdown" }));
  const [session = ""] = filesBelow(join(path, "shop/Sessions"));
  expect(session).toMatch(/2026-03-01 Why does the basket need three seconds whenever somebody\.md$/);
  const page = readFileSync(join(path, "Everywhere/Knowledge.md"), "utf8");
  expect(page).toContain("## Open question\n");
  expect(page).toMatch(
    /- Who rotates the key \(depends on \[\[[^\][]*\|The key is \(secret:aws¦old\)\]\]\) \^/,
  );
});

test("markdown has a page for each session and links that lead to pages", async () => {
  await using from = await emptyMemory();
  await using folder = await tempDir();
  await capture(from.memory, told);
  const [{ project_id = null } = {}] = await loose(from.memory.db)
    .selectFrom("sessions")
    .select("project_id")
    .execute();
  const said = {
    tags: ["area:basket"],
    projectId: String(project_id),
    by: null,
    at: "2026-03-01T10:02:00.000Z",
  };
  await from.memory.db
    .transaction()
    .execute((tx) => remember(tx, { ...said, type: "fact", content: "Prices are cached" }));
  const path = join(folder.path, "notes");
  await exportMemory(from.memory, inputOf({ path, format: "markdown" }));
  const pages = filesBelow(path);
  const texts = pages.map((page) => readFileSync(page, "utf8")).join("\n");
  expect(texts).toContain("every price was fetched alone");
  expect(texts).toContain("Prices are cached");
  expect(texts).toContain("(1 session)");
  expect(texts).toContain("|/nowhere/shop]]");
  const links = [...texts.matchAll(/\[\[([^\]|#]+)/g)].map(([, to = ""]) => to);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(existsSync(join(path, `${link}.md`)), link).toBe(true);
  await exportMemory(from.memory, inputOf({ path, format: "markdown" }));
  expect(filesBelow(path)).toEqual(pages);
  const later = join(folder.path, "later");
  await exportMemory(from.memory, inputOf({ path: later, format: "markdown", since: "2027-01-01" }));
  expect(filesBelow(later).filter((page) => page.includes("Sessions"))).toEqual([]);
  const strange = join(folder.path, "strange");
  await exportMemory(from.memory, inputOf({ path: join(strange, "x.jsonl") }));
  await expect(
    exportMemory(from.memory, inputOf({ path: strange, format: "markdown" })),
  ).rejects.toMatchObject({
    code: "conflict",
  });
});

test("one project, and what is newer than a time, can be exported alone", async () => {
  await using from = await emptyMemory();
  await using to = await emptyMemory();
  await using folder = await tempDir();
  await capture(from.memory, told);
  await capture(
    from.memory,
    told.map((event) => ({
      ...event,
      sessionId: "two",
      projectDir: "/nowhere/other",
      cwd: "/nowhere/other",
    })),
  );
  const path = join(folder.path, "one.jsonl");
  await exportMemory(from.memory, inputOf({ path, project: true, folder: "/nowhere/shop" }));
  await importExport(to.memory, path, { own: true });
  expect(await loose(to.memory.db).selectFrom("sessions").select("id").execute()).toEqual([{ id: "one" }]);
  const later = await exportMemory(from.memory, inputOf({ path: `${path}2`, since: "2026-03-02" }));
  expect(later.kinds).toEqual({ project: 2, session: 2 });
});

test("secrets in an export do not come in", async () => {
  await using to = await emptyMemory();
  await using folder = await tempDir();
  await capture(to.memory, told);
  const path = join(folder.path, "all.jsonl");
  await exportMemory(to.memory, inputOf({ path }));
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("fetched alone", `fetched with ${token}`));
  await to.empty();
  await importExport(to.memory, path, { own: true });
  await to.memory.close();
  for (const file of filesBelow(to.home)) expect(readFileSync(file).includes(token), file).toBe(false);
});

forEachStore((open) => {
  test("a rescan removes secrets that older rules have let in", async () => {
    const memory = await open();
    await capture(memory, told);
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await loose(memory.db)
      .updateTable("observations")
      .set({ detail: `It uses ${token}`, summary: token })
      .where("kind", "=", "reply")
      .execute();
    await loose(memory.db)
      .updateTable("turns")
      .set({ outcome: `With ${token}.` })
      .execute();
    memory.events.record({ type: "job.failed", data: { error: `bad ${token}` } });
    await memory.events.flush();
    const preview = await rescan(memory, true);
    expect(preview.counts).toMatchObject({ observations: 1, turns: 1, events: 1 });
    expect(JSON.stringify(await loose(memory.db).selectFrom("turns").selectAll().execute())).toContain(token);
    const done = await rescan(memory, false);
    expect(done.total).toBe(preview.total);
    expect((await rescan(memory, true)).total).toBe(0);
    for (const table of ["observations", "turns", "documents", "events"])
      expect(JSON.stringify(await loose(memory.db).selectFrom(table).selectAll().execute())).not.toContain(
        token,
      );
    const input = searchOperations.search.input.parse({ query: "basket", allProjects: true });
    expect((await searchMemory(memory, input)).results).not.toEqual([]);
  });

  test("a rescan knows a value that was added to .env a moment ago", async () => {
    const memory = await open();
    await using folder = await tempDir();
    const value = "zorilla-in-the-barn";
    const { sessionId, ...place } = told[0] as HookEvent;
    const about = { ...place, sessionId, projectDir: folder.path, cwd: folder.path };
    await capture(memory, [{ ...about, type: "prompt", text: `Sign in with ${value}` } as HookEvent]);
    expect((await rescan(memory, true)).total).toBe(0);
    writeFileSync(join(folder.path, ".env"), `APP_PASSWORD=${value}\n`);
    expect((await rescan(memory, false)).total).toBeGreaterThan(0);
    for (const table of ["observations", "turns", "documents"])
      expect(JSON.stringify(await loose(memory.db).selectFrom(table).selectAll().execute())).not.toContain(
        value,
      );
  });
});
