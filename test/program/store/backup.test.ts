// Backups of the store: daily, on request, and restoring.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  backupDaily,
  backupStore,
  listBackups,
  manualBackupPath,
  removeUnfinishedBackups,
  restoreBackup,
} from "../../../src/store/backup.ts";
import { openStore, type Store } from "../../../src/store/open.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { record } from "../../support/record.ts";
import { aHome, fill, idsIn } from "./sqlite-home.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 12));

test("one backup is made a day, and only the newest are kept", async () => {
  const home = await aHome();
  await fill(home, 3);
  const { store, paths, close } = await home.open();
  expect(await backupDaily(store, paths, 3, day(1))).toMatchObject({ bytes: expect.any(Number) });
  expect(await backupDaily(store, paths, 3, day(1))).toBeNull();
  for (const n of [2, 3, 4, 5]) await backupDaily(store, paths, 3, day(n));
  expect(readdirSync(paths.backups).sort()).toEqual([3, 4, 5].map((n) => `daily-2026-01-0${n}.db`));
  await close();
});

test("backups made on request are never pruned", async () => {
  const home = await aHome();
  const { store, paths, close } = await home.open();
  const byHand = await backupStore(store, manualBackupPath(paths, day(1)));
  for (const n of [2, 3, 4]) await backupDaily(store, paths, 1, day(n));
  expect(listBackups(paths).map((one) => one.path)).toContain(byHand.path);
  expect(readdirSync(paths.backups)).toHaveLength(2);
  await close();
});

test("a backup made during writes is complete and private", async () => {
  const home = await aHome();
  await fill(home, 50);
  const memory = await home.open();
  const place = await aSession(memory.db);
  const path = manualBackupPath(memory.paths);
  writeFileSync(`${path}.part`, "left by a copy that was interrupted", { mode: 0o644 });
  const [made] = await Promise.all([
    backupStore(memory.store, path),
    ...Array.from({ length: 20 }, () => record(memory.db, seen(place))),
  ]);
  await memory.close();
  expect(statSync(made.path).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(made.path, { readOnly: true });
  expect(copy.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  const row = copy.prepare("select count(*) as n from observations").get() as { n: number };
  expect(row.n).toBeGreaterThanOrEqual(50);
  copy.close();
});

test("unfinished backups are removed, and nothing else", async () => {
  const home = await aHome();
  const { store, paths, close } = await home.open();
  const made = await backupDaily(store, paths, 3, day(1));
  for (const name of ["daily-2026-01-02.db.part", "daily-2026-01-02.db.part-journal", "manual-x.db.part"])
    writeFileSync(join(paths.backups, name), "half a copy");
  removeUnfinishedBackups(paths);
  expect(readdirSync(paths.backups).map((name) => join(paths.backups, name))).toEqual([made?.path]);
  await close();
});

test("a failed backup leaves nothing behind", async () => {
  const home = await aHome();
  await fill(home, 3);
  const { store, paths, close } = await home.open();
  const to = manualBackupPath(paths);
  mkdirSync(join(to, "in the way"), { recursive: true });
  await expect(backupStore(store, to)).rejects.toThrow();
  expect(readdirSync(paths.backups)).toEqual([basename(to)]);
  await close();
});

test("restoring replaces the store and sets the old one aside", async () => {
  const home = await aHome();
  const before = await fill(home, 5);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  const later = await fill(home, 3);

  const { setAside } = await restoreBackup(home.paths, path);

  const restored = await home.open();
  expect(await idsIn(restored)).toEqual(before);
  expect(statSync(home.paths.database).mode & 0o777).toBe(0o600);
  await restored.close();

  await restoreBackup(home.paths, setAside ?? "");
  const back = await home.open();
  expect(await idsIn(back)).toEqual([...before, ...later]);
  await back.close();
});

test("restoring a set-aside store includes the changes in its journal", async () => {
  const home = await aHome();
  await fill(home, 2);
  const memory = await home.open();
  await record(memory.db, seen(await aSession(memory.db), { title: "only in the journal" }));
  const copy = await aHome();
  for (const suffix of ["", "-wal"]) {
    writeFileSync(join(copy.path, `old.db${suffix}`), readFileSync(memory.paths.database + suffix));
  }
  await memory.close();
  await restoreBackup(copy.paths, join(copy.path, "old.db"));
  const restored = await copy.open();
  expect(await idsIn(restored)).toHaveLength(3);
  await restored.close();
});

test("a backup can be restored without an existing store", async () => {
  const home = await aHome();
  const ids = await fill(home, 2);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  rmSync(home.paths.database);
  expect(await restoreBackup(home.paths, path)).toEqual({ setAside: null });
  const restored = await home.open();
  expect(await idsIn(restored)).toEqual(ids);
  await restored.close();
});

test("a damaged, foreign or missing backup is refused, and the store stays unchanged", async () => {
  const home = await aHome();
  const ids = await fill(home, 100);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  const damaged = readFileSync(path).fill(0xff, 4096 * 3, 4096 * 20);
  const [torn, text, foreign] = ["torn.db", "text.db", "foreign.db"].map((name) => join(home.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(torn, damaged);
  writeFileSync(text, "this is not a database, it is a sentence that goes on for a while");
  const other = new DatabaseSync(foreign);
  other.exec("create table recipes (id integer)");
  other.close();
  const before = readFileSync(home.paths.database);

  for (const [bad, code] of [
    [torn, "store_corrupt"],
    [text, "forbidden"],
    [foreign, "forbidden"],
  ] as const)
    await expect(restoreBackup(home.paths, bad), bad).rejects.toMatchObject({
      code,
      hint: expect.any(String),
    });
  await expect(restoreBackup(home.paths, join(home.path, "gone.db"))).rejects.toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("tellback restore"),
  });

  expect(readFileSync(home.paths.database).equals(before)).toBe(true);
  const after = await home.open();
  expect(await idsIn(after)).toEqual(ids);
  await after.close();
});

test("tellback does not back up PostgreSQL: the error names the tool to use", async () => {
  const home = await aHome();
  const { db, paths, close } = await home.open();
  const store: Store = { dialect: "postgres", db, close };
  await expect(backupStore(store, join(home.path, "copy.db"))).rejects.toMatchObject({
    code: "not_supported",
    hint: expect.stringContaining("pg_dump"),
  });
  expect(await backupDaily(store, paths, 7)).toBeNull();
  await close();
});

test("a PostgreSQL that does not answer is a clear error", async () => {
  const home = await aHome();
  const { config, paths, close } = await home.open();
  const opening = openStore({ ...config, "store.url": "postgres://nobody@127.0.0.1:1/none" }, paths);
  await expect(opening).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) });
  await close();
});

test.each([
  [
    "a trigger",
    "create trigger gossip after insert on observations begin delete from sessions; end",
    "trigger gossip",
  ],
  ["a view", "create view gossip as select * from sessions", "view gossip"],
  ["a table of its own", "create table gossip (id text)", "table gossip"],
  ["another column", "alter table sessions add column gossip text", "table sessions"],
  ["another trigger", "drop trigger documents_forget_words", "trigger documents_forget_words"],
  ["another index", "create index gossip on sessions (id)", "index gossip"],
])("a backup with %s is refused, and the store stays unchanged", async (_, change, named) => {
  const home = await aHome();
  const ids = await fill(home, 3);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  const file = new DatabaseSync(path);
  file.exec(change);
  file.close();
  await expect(restoreBackup(home.paths, path)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining(named),
  });
  const after = await home.open();
  expect(await idsIn(after)).toEqual(ids);
  await after.close();
  expect(readdirSync(home.path).filter((name) => /restore|part/.test(name))).toEqual([]);
});

test("a backup of a newer tellback is refused", async () => {
  const home = await aHome();
  await fill(home, 3);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  const newer = new DatabaseSync(path);
  newer.exec("insert into schema_migrations values ('9999-later', '2030-01-01')");
  newer.close();
  await expect(restoreBackup(home.paths, path)).rejects.toMatchObject({ code: "store_newer" });
});
