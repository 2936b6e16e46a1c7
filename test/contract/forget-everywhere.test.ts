// Forgetting in every column of every table: a text is planted wherever the store can hold one, and none of it is left.
// A new table, or a new column, fails here until forget covers it.

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { operations as exportOperations } from "../../src/areas/export/contract.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { encodingsOf } from "../../src/journeys/forget/files.ts";
import { appendProgress, writePlan, writeScratchpad } from "../../src/journeys/task/task.ts";
import { verifyTasks } from "../../src/journeys/task/verify.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { readRecords } from "../../src/memory/records/read-records.ts";
import { writeRecords } from "../../src/memory/records/write-records.ts";
import { filesBelow } from "../../src/platform/files-below.ts";
import type { ExportRecord } from "../../src/protocol/export.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { backupStore, manualBackupPath } from "../../src/store/backup.ts";
import { dialectOf } from "../../src/store/dialect.ts";
import { loose } from "../../src/store/portable.ts";
import type { Holding } from "../../src/store/text-columns.ts";
import { textColumns } from "../../src/store/text-columns.ts";
import { columnsThatHold } from "../../src/store/texts.ts";
import { forEachStore } from "../support/databases.ts";
import { forget } from "../support/forget.ts";
import { fillTheRest, fullStore } from "../support/full-store.ts";
import { fillStore } from "../support/random-store.ts";
import { tempDir } from "../support/temp.ts";

const forgetInput = exportOperations.forget.input;
const mine = { agent: "me", fromScratchpad: false };
const report = { agent: "me", kind: "progress", ticks: [1], repeat: false } as const;

/** Columns that name rows of other tables cannot be changed one by one. */
const isLinked = (column: string) => column === "session_id";
const isPlanted = (table: string, column: string, holding: Holding) =>
  holding !== "fixed" &&
  holding !== "derived" &&
  !isLinked(column) &&
  !(table === "sessions" && column === "id");

/** Puts the text into every column that can hold one; returns how many have it. */
async function plantEverywhere({ db }: Memory, text: string): Promise<number> {
  let planted = 0;
  for (const [table, columns] of Object.entries(textColumns))
    for (const [column, holding] of Object.entries<Holding>(columns)) {
      if (!isPlanted(table, column, holding)) continue;
      const rows = await loose(db).selectFrom(table).select(column).distinct().execute();
      expect(rows.length, `${table}.${column} has a row`).toBeGreaterThan(0);
      const place = sql.raw(dialectOf(db) === "sqlite" ? "rowid" : "ctid");
      for (const [i, row] of rows.entries()) {
        const value = row[column];
        const after =
          holding === "json" ? inJson(String(value ?? "[]"), text) : `${value ?? ""} ${i} ${text}`;
        // Of those without a value only one: two of the same may not be allowed.
        const which =
          value === null
            ? sql`${place} = (select ${place} from ${sql.table(table)} where ${sql.ref(column)} is null limit 1)`
            : sql`${sql.ref(column)} = ${value}`;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after} where ${which}`.execute(db);
      }
      planted++;
    }
  return planted;
}

function inJson(json: string, text: string): string {
  const value: unknown = JSON.parse(json);
  if (Array.isArray(value)) return JSON.stringify([...value, text]);
  return JSON.stringify({ ...(value as object), also: text });
}

const hardTexts = [
  'We sell the "Zwölfkämpfer" plant',
  "Ω≈ç√ 🎉🔥 Launch",
  "first line\n  second\tline",
  "back\\slash and 100 % <b>bold</b>",
  "İstanbul ÇALIŞMA Straße",
];

forEachStore((open, name) => {
  test.each(hardTexts)("%j is gone from every column of every table, and stays gone", async (text) => {
    const memory = await open();
    const made = fullStore();
    await fillStore(memory.db, made);
    await fillTheRest(memory);
    const columns = await plantEverywhere(memory, text);
    expect(columns).toBeGreaterThan(100);
    const before: ExportRecord[] = [];
    for await (const record of readRecords(memory, { projects: everywhere })) before.push(record);
    if (name === "SQLite") await backupStore(memory.store, manualBackupPath(memory.paths));
    const done = await forget(memory, forgetInput.parse({ match: text.toUpperCase() }));
    expect(done.proof?.found).toEqual([]);
    expect(await columnsThatHold(memory.db, (value) => value.includes(text))).toEqual([]);
    expect(done.backupsDeleted).toBe(0);
    const needles = encodingsOf(text);
    const files = filesBelow(memory.paths.home).filter((path) =>
      needles.some((needle) => readFileSync(path).includes(needle)),
    );
    expect(files).toEqual([]);

    await writeRecords(memory, before, { from: "vault" });
    expect(await columnsThatHold(memory.db, (value) => value.includes(text))).toEqual([]);
  });

  test("files of tasks lose it, the seals still hold, and an entry says that a text was forgotten", async () => {
    const memory = await open();
    const temp = await tempDir("egforget");
    onTestFinished(() => temp[Symbol.asyncDispose]());
    const folder = join(temp.path, "work");
    mkdirSync(folder);
    const secret = "Kaltwasser merger";
    await writeScratchpad(memory, { folder, task: "kaltwasser-merger", content: `Ideas. ${secret} soon.` });
    await writePlan(memory, {
      folder,
      task: "kaltwasser-merger",
      content: `1. Tests\n2. ${secret}\n3. Ship`,
      ...mine,
    });
    await appendProgress(memory, {
      folder,
      task: "kaltwasser-merger",
      text: `Did it. The ${secret} is on.`,
      ...report,
    });
    const tasks = join(folder, ".tellback", "tasks");
    expect(textsBelow(tasks)).toContain(secret);
    const backup = manualBackupPath(memory.paths);
    if (name === "SQLite") await backupStore(memory.store, backup);
    const done = await forget(memory, forgetInput.parse({ match: secret }));
    expect(done.proof?.found).toEqual([]);
    expect(textsBelow(tasks).toLowerCase()).not.toContain("kaltwasser");
    expect(readdirSync(tasks)).toHaveLength(1);
    expect(textsBelow(tasks)).toContain("A text was forgotten");
    expect(textsBelow(tasks)).toContain("3. Ship");
    expect(await verifyTasks(memory, { folder, restore: false })).toMatchObject({ tasks: 1, violations: [] });
    if (name !== "SQLite") return;
    // The backup, from which it was taken out too, has the seals of what is left; the file is newer than the backup.
    const home = join(temp.path, "restored");
    mkdirSync(home);
    copyFileSync(backup, join(home, "tellback.db"));
    await using restored = await openMemory({ env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: "off" } });
    const { tasks: checked, violations } = await verifyTasks(restored, { folder, restore: false });
    expect(checked).toBe(1);
    expect(violations.filter(({ file }) => !file.endsWith("progress.md"))).toEqual([]);
  });

  test("a sealed file that somebody changed is left alone and reported", async () => {
    const memory = await open();
    const temp = await tempDir("egforget");
    onTestFinished(() => temp[Symbol.asyncDispose]());
    const folder = join(temp.path, "work");
    mkdirSync(folder);
    await writePlan(memory, { folder, task: "deal", content: "1. The Kaltwasser merger\n2. Ship", ...mine });
    const [plan = ""] = filesBelow(join(folder, ".tellback")).filter((path) => path.endsWith("plan.md"));
    const changed = `${readFileSync(plan, "utf8")}\n3. Added by hand`;
    chmodSync(plan, 0o644);
    writeFileSync(plan, changed);
    const done = await forget(memory, forgetInput.parse({ match: "Kaltwasser merger" }));
    expect(done.proof?.found).toEqual([plan]);
    expect(readFileSync(plan, "utf8")).toBe(changed);
  });
});

function textsBelow(folder: string): string {
  return filesBelow(folder)
    .map((path) => `${path.slice(folder.length)}\n${readFileSync(path, "utf8")}`)
    .join("\n");
}
