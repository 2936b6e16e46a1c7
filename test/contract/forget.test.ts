// Forgetting: what is chosen goes with everything made from it, on every store; on SQLite not one byte of it is left in
// any file. Neither the transcript nor an import brings it back.

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { operations as searchOperations } from "../../src/areas/search/contract.ts";
import { compact } from "../../src/journeys/compact/compact.ts";
import { encodingsOf } from "../../src/journeys/forget/files.ts";
import { previewForgetting } from "../../src/journeys/forget/forget.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { addLearning } from "../../src/memory/knowledge/learnings.ts";
import { remember } from "../../src/memory/knowledge/remember.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { readRecords } from "../../src/memory/records/read-records.ts";
import { writeRecords } from "../../src/memory/records/write-records.ts";
import { filesBelow } from "../../src/platform/files-below.ts";
import type { ExportRecord } from "../../src/protocol/export.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { compactionsOf } from "../../src/rooms/compactions/room.ts";
import { listLearnings } from "../../src/rooms/knowledge/room.ts";
import { addEntry, openTask, putPlan } from "../../src/rooms/tasks/room.ts";
import { turnsOf } from "../../src/rooms/turns/room.ts";
import { backupStore, manualBackupPath } from "../../src/store/backup.ts";
import type { Row } from "../../src/store/portable.ts";
import { loose } from "../../src/store/portable.ts";
import { forEachStore } from "../support/databases.ts";
import { emptyMemory } from "../support/empty-memory.ts";
import { forget } from "../support/forget.ts";

/** Said with quotes and letters that JSON, hexadecimal and base64 write differently. */
const secretPlan = 'We sell the "Zwölfkämpfer" plant to Vandelay next spring';
const forgetInput = exportOperations.forget.input;
const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`;

const place = {
  host: "claude-code",
  sessionId: "session-one",
  projectDir: "/nowhere/plant",
  cwd: "/nowhere/plant",
};
const told: HookEvent[] = [
  {
    ...place,
    type: "prompt",
    promptId: "p1",
    at: at(1),
    text: `Note this. ${secretPlan}. Then fix the login page.`,
  },
  {
    ...{ ...place, type: "tool", promptId: "p1", at: at(2), tool: "Bash", toolUseId: "t1", status: "ok" },
    ...{ input: { command: `echo '${secretPlan}' > plan.txt` }, response: { stdout: secretPlan } },
  },
  {
    ...place,
    type: "reply",
    promptId: "p1",
    at: at(3),
    messageId: "m1",
    text: `Understood. ${secretPlan}. I fixed the login page by escaping the name.`,
  },
  { ...place, type: "prompt", promptId: "p2", at: at(4), text: "Always run the linter before a commit." },
  {
    ...place,
    type: "reply",
    promptId: "p2",
    at: at(5),
    messageId: "m2",
    text: "I ran the linter and fixed two warnings.",
  },
  {
    ...{ ...place, type: "compact-after", trigger: "auto", at: at(6), messageId: "c1" },
    summary: `The user works on the login page. ${secretPlan}! The linter must run.`,
  },
] as HookEvent[];

/** A memory in which everything that repeats a text repeats this one. */
async function tell(memory: Memory): Promise<void> {
  await capture(memory, told);
  await compact(memory, "session-one");
  await reflect(memory, "session-one");
  const [session] = await loose(memory.db).selectFrom("sessions").selectAll().execute();
  const projectId = String(session?.project_id);
  await memory.db.transaction().execute(async (tx) => {
    await remember(tx, {
      type: "decision",
      content: secretPlan,
      tags: ["area:plant"],
      projectId,
      by: null,
      at: at(7),
    });
    await remember(tx, {
      type: "fact",
      content: "The linter is Biome",
      tags: [],
      projectId,
      by: null,
      at: at(7),
    });
    await addLearning(tx, { content: `Remember: ${secretPlan}`, category: "gotcha", projectId }, at(7));
    const task = await openTask(tx, projectId, "sell", at(7));
    const plan = { text: `1. Call them\n2. ${secretPlan}\n3. Sign`, by: "me", at: at(7) };
    const planned = await putPlan(tx, task, plan);
    const entry = { kind: "finding", text: `Called. ${secretPlan}.`, agent: "me", ticks: [1] } as const;
    await addEntry(tx, planned, { ...entry, sessionId: null, key: null, repeat: false, at: at(8) });
  });
  memory.events.record({
    type: "job.failed",
    sessionId: "session-one",
    data: { error: `cannot store ${secretPlan}` },
  });
  await memory.events.flush();
}

async function rowsThatHold(memory: Memory, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await memory.db.introspection.getTables()) {
    if (/^(schema_|document_words_)/.test(name)) continue;
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(memory.db);
    for (const row of rows) {
      const plain = JSON.stringify(Object.values(row).map(asText)).toLowerCase();
      if (
        plain.includes(JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1).toLowerCase()) ||
        plain.includes("zwölfkämpfer")
      )
        found.push(name);
    }
  }
  return [...new Set(found)];
}

const asText = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;

/** The words that are in no other text: as stored, in lower case, escaped, in hexadecimal digits, in base64. */
function filesThatHold(home: string): string[] {
  const needles = ["Zwölfkämpfer", secretPlan, "Vandelay"].flatMap(encodingsOf);
  return filesBelow(home).filter((path) => {
    const bytes = readFileSync(path);
    return needles.some((needle) => bytes.includes(needle));
  });
}

async function recordsOf(memory: Memory): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of readRecords(memory, { projects: everywhere })) records.push(record);
  return records;
}

const found = async (memory: Memory, query: string) =>
  (
    await searchMemory(memory, searchOperations.search.input.parse({ query, allProjects: true, limit: 50 }))
  ).results.map(({ title, summary }) => `${title} ${summary}`);

forEachStore((open, name) => {
  test("a text is gone from every row and every file, and neither capture nor import brings it back", async () => {
    const memory = await open();
    await tell(memory);
    expect(await rowsThatHold(memory, secretPlan)).toEqual(
      expect.arrayContaining([
        "observations",
        "turns",
        "compactions",
        "nodes",
        "tasks",
        "task_entries",
        "documents",
        "events",
      ]),
    );
    const before = await recordsOf(memory);
    if (name === "SQLite") await backupStore(memory.store, manualBackupPath(memory.paths));
    mkdirSync(memory.paths.unreadable, { recursive: true });
    writeFileSync(join(memory.paths.unreadable, "1.0"), JSON.stringify({ prompt: secretPlan }));
    appendFileSync(join(memory.paths.logs, "daemon.log"), `first\nfailed: ${secretPlan}\nlast\n`);

    const asked = forgetInput.parse({ match: 'sell  the "zwölfkämpfer" plant to VANDELAY next spring' });
    const preview = await previewForgetting(memory, asked);
    expect(preview.counts.observation).toBe(3);
    expect(preview.rewritten).toMatchObject({ compactions: 1, tasks: 1, task_entries: 1 });
    expect(await rowsThatHold(memory, secretPlan)).toContain("observations");

    const done = await forget(memory, asked);
    expect(done.removed.observation).toBe(3);
    expect(await rowsThatHold(memory, secretPlan)).toEqual([]);
    expect(done.proof?.found).toEqual([]);
    expect(filesThatHold(memory.paths.home)).toEqual([]);
    if (name === "SQLite") expect(done.backupsRewritten).toBe(1);
    expect(readFileSync(join(memory.paths.logs, "daemon.log"), "utf8")).toBe("first\nlast\n");
    expect(readdirSync(memory.paths.unreadable)).toEqual([]);

    const [compaction] = await compactionsOf(memory.db, "session-one");
    expect(compaction?.hostSummary).toBe("The user works on the login page. The linter must run.");
    expect(await found(memory, "linter")).not.toEqual([]);

    await capture(memory, told);
    await compact(memory, "session-one");
    await writeRecords(memory, before, { from: "vault" });
    expect(await rowsThatHold(memory, secretPlan)).toEqual([]);
    expect((await found(memory, "Vandelay")).filter((text) => text.includes("Vandelay"))).toEqual([]);

    // What is said from now on counts.
    await capture(memory, [
      { ...told[0], at: new Date(Date.now() + 1000).toISOString(), promptId: "p9" } as HookEvent,
    ]);
    expect(await rowsThatHold(memory, secretPlan)).toContain("observations");
  });

  test("an observation goes with what repeats it in its session, and the learnings that only it supported", async () => {
    const memory = await open();
    await capture(memory, told);
    await compact(memory, "session-one");
    await reflect(memory, "session-one");
    const before = await listLearnings(memory.db, { projects: everywhere, states: ["active"], limit: 50 });
    const rows = await loose(memory.db).selectFrom("observations").selectAll().orderBy("seq").execute();
    const own = rows.filter((row) => JSON.stringify(row).includes("Vandelay"));
    for (const row of own) await forget(memory, forgetInput.parse({ id: String(row.id) }));
    const texts = JSON.stringify([
      await turnsOf(memory.db, "session-one"),
      await compactionsOf(memory.db, "session-one"),
    ]);
    expect(texts).not.toContain("Vandelay");
    expect(texts).toContain("linter");
    const after = await listLearnings(memory.db, { projects: everywhere, states: ["active"], limit: 50 });
    expect(after.map(({ content }) => content)).toEqual(
      before.map(({ content }) => content).filter((content) => !content.includes("Vandelay")),
    );
    await capture(memory, told);
    await compact(memory, "session-one");
    expect(await rowsThatHold(memory, secretPlan)).toEqual([]);
  });

  test("a session, a project and old sessions go whole", async () => {
    const memory = await open();
    await capture(memory, told);
    await capture(memory, [
      { ...told[3], sessionId: "session-two", at: "2026-05-01T10:00:00.000Z" } as HookEvent,
    ]);
    expect((await previewForgetting(memory, forgetInput.parse({ before: "2026-04-01" }))).counts).toEqual({
      session: 1,
    });
    await forget(memory, forgetInput.parse({ session: "session-one" }));
    expect(await rowsThatHold(memory, secretPlan)).toEqual([]);
    const [project] = await loose(memory.db).selectFrom("projects").select("id").execute();
    const projectId = String(project?.id);
    await remember(memory.db, {
      ...{ type: "fact", content: "It is a plant", tags: [], by: null },
      projectId,
      at: at(7),
    });
    const whole = forgetInput.parse({ project: true, folder: "/nowhere/plant" });
    expect((await previewForgetting(memory, whole)).counts).toEqual({ session: 1, node: 1, project: 1 });
    await forget(memory, whole);
    for (const table of ["sessions", "nodes", "projects"])
      expect(await loose(memory.db).selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test("a store that has forgotten something itself still learns what another one forgot", async () => {
    const memory = await open();
    await using other = await emptyMemory();
    await capture(other.memory, told);
    const [first] = await loose(other.memory.db).selectFrom("observations").select("id").execute();
    await forget(other.memory, forgetInput.parse({ id: String(first?.id) }));
    await forget(memory, forgetInput.parse({ match: "an unrelated text" }));
    const keys = (await recordsOf(other.memory)).filter(({ kind }) => kind === "forgotten");
    expect(keys).toHaveLength(1);
    expect(await writeRecords(memory, keys, { from: "vault" })).toMatchObject({ added: 1, forgotten: 0 });
    expect(await writeRecords(memory, keys, { from: "vault" })).toMatchObject({ same: 1, forgotten: 0 });
  });

  test("where nothing is found, no backup is touched", async () => {
    const memory = await open();
    await capture(memory, told);
    if (memory.store.dialect === "sqlite") await backupStore(memory.store, manualBackupPath(memory.paths));
    expect(await forget(memory, forgetInput.parse({ query: "xylophone" }))).toMatchObject({
      ...{ total: 0, removed: {}, backupsRewritten: 0, filesRewritten: 0 },
    });
  });

  test("nothing is forgotten without being named once", async () => {
    const memory = await open();
    await expect(forget(memory, forgetInput.parse({}))).rejects.toMatchObject({ code: "invalid_input" });
    await expect(forget(memory, forgetInput.parse({ id: "x", match: "abc" }))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
