// A file of another program where the store belongs: refused in words, and left as it is.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { copiesOf } from "../../../src/memory/forgetting/copies.ts";
import { backupStore, listBackups, manualBackupPath, restoreBackup } from "../../../src/store/backup.ts";
import { foreignContentOf } from "../../../src/store/identity.ts";
import { aHome, fill, type Home } from "./sqlite-home.ts";

function writeForeign(path: string, journal: "delete" | "wal" = "delete"): DatabaseSync {
  const file = new DatabaseSync(path);
  file.exec(
    `pragma journal_mode = ${journal}; create table notes (text); insert into notes values ('theirs')`,
  );
  return file;
}

const contentOf = (home: Home) =>
  Object.fromEntries(
    readdirSync(home.path).map((name) => [name, readFileSync(join(home.path, name), "hex")]),
  );

const refused = (content: string) => ({ code: "forbidden", message: expect.stringContaining(content) });

test("a database of another program is refused with its tables, and nothing beside it is created", async () => {
  const home = await aHome();
  writeForeign(home.paths.database).close();
  const before = contentOf(home);
  await expect(home.open()).rejects.toMatchObject(
    refused("is an SQLite database of another program (tables notes)"),
  );
  await expect(restoreBackup(home.paths, join(home.path, "none.db"))).rejects.toMatchObject({
    code: "not_found",
  });
  expect(contentOf(home)).toEqual(before);
});

test("one that is open with a write-ahead log is refused, too", async () => {
  const home = await aHome();
  using theirs = writeForeign(home.paths.database, "wal");
  const before = contentOf(home);
  await expect(home.open()).rejects.toMatchObject(refused("of another program"));
  expect(contentOf(home)).toEqual(before);
  expect(theirs.prepare("select text from notes").get()).toEqual({ text: "theirs" });
});

test.each([
  ["a text", Buffer.from("my notes\n")],
  ["a store whose header is damaged", null],
])("%s is refused and kept", async (_, content) => {
  const home = await aHome();
  await fill(home, 3);
  const bytes = content ?? readFileSync(home.paths.database).fill(0xa5, 0, 100);
  writeFileSync(home.paths.database, bytes);
  const before = contentOf(home);
  await expect(home.open()).rejects.toMatchObject(refused("is not an SQLite database"));
  expect(contentOf(home)).toEqual(before);
});

test("a store, its backups and its copies carry tellback's mark; other files among them are left alone", async () => {
  const home = await aHome();
  await fill(home, 3);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  const theirs = join(home.paths.backups, "theirs.db");
  writeForeign(theirs).close();
  expect([home.paths.database, path].map(foreignContentOf)).toEqual([null, null]);
  expect(listBackups(home.paths).map((one) => one.path)).toEqual([path]);
  expect(copiesOf(memory)).toEqual([path]);
  await memory.close();
  await expect(restoreBackup(home.paths, theirs)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("of another program (tables notes)"),
  });
  const { setAside } = await restoreBackup(home.paths, path);
  expect([home.paths.database, setAside ?? ""].map(foreignContentOf)).toEqual([null, null]);
});

test("a restore does not move a file of another program aside", async () => {
  const home = await aHome();
  await fill(home, 3);
  const memory = await home.open();
  const { path } = await backupStore(memory.store, manualBackupPath(memory.paths));
  await memory.close();
  writeFileSync(home.paths.database, "my notes\n");
  await expect(restoreBackup(home.paths, path)).rejects.toMatchObject(refused("is not an SQLite database"));
  expect(readFileSync(home.paths.database, "utf8")).toBe("my notes\n");
});
