// The SQLite file: private, durable, and without any trace of deleted data.

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteObservation } from "../../../src/memory/observations.ts";
import { backupDaily } from "../../../src/store/backup.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { record } from "../../support/record.ts";
import { aHome } from "./sqlite-home.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("the file, its journals, logs and backups can be read by their owner only", async () => {
  const before = process.umask(0);
  try {
    const home = await aHome();
    home.env.TELLBACK_HOME = join(home.path, "deep/home");
    const memory = await home.open();
    await aSession(memory.db);
    memory.events.record({ type: "daemon.start" });
    await memory.events.flush();
    const backup = await backupDaily(memory.store, memory.paths, 7);
    const { database, backups, logs } = memory.paths;
    for (const file of [database, `${database}-wal`, `${database}-shm`, backup?.path ?? ""]) {
      expect(modeOf(file), file).toBe("600");
    }
    for (const folder of [memory.paths.home, backups, logs]) expect(modeOf(folder), folder).toBe("700");
    await memory.close();
  } finally {
    process.umask(before);
  }
});

test("a home that others could read is closed to them", async () => {
  const home = await aHome();
  home.env.TELLBACK_HOME = join(home.path, "open");
  mkdirSync(home.env.TELLBACK_HOME, { mode: 0o755 });
  const memory = await home.open();
  expect(modeOf(memory.paths.home)).toBe("700");
  await memory.close();
});

test("every connection has a write-ahead log, foreign keys, a busy timeout and secure deletion", async () => {
  const home = await aHome();
  const { store, close } = await home.open();
  const pragma = (name: string): unknown =>
    Object.values(store.file.prepare(`pragma ${name}`).get() ?? {})[0];
  expect(["journal_mode", "foreign_keys", "busy_timeout", "secure_delete"].map(pragma)).toEqual([
    "wal",
    1,
    5000,
    1,
  ]);
  await close();
});

test("the text of a deleted observation is no longer anywhere in the file", async () => {
  const home = await aHome();
  const memory = await home.open();
  const place = await aSession(memory.db);
  const recorded = await record(memory.db, seen(place, { detail: "a regrettable sentence. ".repeat(500) }));
  for (let n = 0; n < 50; n++) await record(memory.db, seen(place));
  const bytes = (): string => {
    memory.store.file.exec("pragma wal_checkpoint(truncate)");
    return readFileSync(memory.paths.database, "latin1");
  };
  expect(bytes()).toContain("regrettable sentence");
  if (recorded.status === "stored") await deleteObservation(memory.db, recorded.id);
  expect(bytes()).not.toContain("regrettable sentence");
  await memory.close();
});
