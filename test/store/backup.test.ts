// Copies of the store: daily, by hand, and the way back.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { record } from "../../src/rooms/episodic/observations.ts";
import {
  backupDaily,
  backupStore,
  listBackups,
  manualBackupPath,
  removeUnfinishedBackups,
  restoreBackup,
} from "../../src/store/backup.ts";
import { openStore } from "../../src/store/open.ts";
import { aSession, seen } from "../contract/samples.ts";
import { aHome, fill, idsIn } from "./sqlite-home.ts";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n, 12));

test("there is one daily copy a day, and only the newest are kept", async () => {
  const home = await aHome();
  await fill(home, 3);
  const { store, paths, close } = await home.open();
  expect(await backupDaily(store, paths, 3, day(1))).toMatchObject({ bytes: expect.any(Number) });
  expect(await backupDaily(store, paths, 3, day(1))).toBeNull();
  for (const n of [2, 3, 4, 5]) await backupDaily(store, paths, 3, day(n));
  expect(readdirSync(paths.backups).sort()).toEqual([3, 4, 5].map((n) => `daily-2026-01-0${n}.db`));
  await close();
});

test("copies made by hand are never pruned", async () => {
  const home = await aHome();
  const { store, paths, close } = await home.open();
  const byHand = await backupStore(store, manualBackupPath(paths, day(1)));
  for (const n of [2, 3, 4]) await backupDaily(store, paths, 1, day(n));
  expect(listBackups(paths).map((one) => one.path)).toContain(byHand.path);
  expect(readdirSync(paths.backups)).toHaveLength(2);
  await close();
});

test("a copy made while the store is written to is whole and private", async () => {
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

test("copies that were not finished are removed, and nothing else", async () => {
  const home = await aHome();
  const { store, paths, close } = await home.open();
  const made = await backupDaily(store, paths, 3, day(1));
  for (const name of ["daily-2026-01-02.db.part", "daily-2026-01-02.db.part-journal", "manual-x.db.part"])
    writeFileSync(join(paths.backups, name), "half a copy");
  removeUnfinishedBackups(paths);
  expect(readdirSync(paths.backups).map((name) => join(paths.backups, name))).toEqual([made?.path]);
  await close();
});

test("a copy that fails leaves nothing behind", async () => {
  const home = await aHome();
  await fill(home, 3);
  const { store, paths, close } = await home.open();
  const to = manualBackupPath(paths);
  mkdirSync(join(to, "in the way"), { recursive: true });
  await expect(backupStore(store, to)).rejects.toThrow();
  expect(readdirSync(paths.backups)).toEqual([basename(to)]);
  await close();
});

test("restoring puts the copy in place and sets aside what was there", async () => {
  const home = await aHome();
  const before = await fill(home, 5);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  const later = await fill(home, 3);

  const { setAside } = restoreBackup(home.paths, path);

  const restored = await home.open();
  expect(await idsIn(restored)).toEqual(before);
  expect(statSync(home.paths.database).mode & 0o777).toBe(0o600);
  await restored.close();

  restoreBackup(home.paths, setAside ?? "");
  const back = await home.open();
  expect(await idsIn(back)).toEqual([...before, ...later]);
  await back.close();
});

test("changes that are only in the journal of a set-aside store come back with it", async () => {
  const home = await aHome();
  await fill(home, 2);
  const memory = await home.open();
  await record(memory.db, seen(await aSession(memory.db), { title: "only in the journal" }));
  const copy = await aHome();
  for (const suffix of ["", "-wal"]) {
    writeFileSync(join(copy.path, `old.db${suffix}`), readFileSync(memory.paths.database + suffix));
  }
  await memory.close();
  restoreBackup(copy.paths, join(copy.path, "old.db"));
  const restored = await copy.open();
  expect(await idsIn(restored)).toHaveLength(3);
  await restored.close();
});

test("a copy can be restored where there is no store yet", async () => {
  const home = await aHome();
  const ids = await fill(home, 2);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  rmSync(home.paths.database);
  expect(restoreBackup(home.paths, path)).toEqual({ setAside: null });
  const restored = await home.open();
  expect(await idsIn(restored)).toEqual(ids);
  await restored.close();
});

test("a damaged, foreign or missing copy is refused, and the store stays as it is", async () => {
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

  for (const bad of [torn, text, foreign]) {
    expect(() => restoreBackup(home.paths, bad), bad).toThrow(
      expect.objectContaining({ code: "store_corrupt", hint: expect.any(String) }),
    );
  }
  expect(() => restoreBackup(home.paths, join(home.path, "gone.db"))).toThrow(
    expect.objectContaining({ code: "not_found", hint: expect.stringContaining("engram backup --list") }),
  );

  expect(readFileSync(home.paths.database).equals(before)).toBe(true);
  const after = await home.open();
  expect(await idsIn(after)).toEqual(ids);
  await after.close();
});

test("PostgreSQL is not ours to back up: the answer names the tool that does it", async () => {
  const home = await aHome();
  const { config, paths, close } = await home.open();
  const url = "postgres://nobody@127.0.0.1:1/none";
  const store = await openStore({ ...config, "store.url": url }, paths, { migrate: false });
  await expect(backupStore(store, join(home.path, "copy.db"))).rejects.toMatchObject({
    code: "not_supported",
    hint: expect.stringContaining("pg_dump"),
  });
  expect(await backupDaily(store, paths, 7)).toBeNull();
  await store.close();
  await close();
});

test("a PostgreSQL that does not answer is a clear error", async () => {
  const home = await aHome();
  const { config, paths, close } = await home.open();
  const opening = openStore({ ...config, "store.url": "postgres://nobody@127.0.0.1:1/none" }, paths);
  await expect(opening).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) });
  await close();
});
