// A damaged file is set aside unchanged, and a new one is created: capture continues, and nothing is destroyed.

import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { damageOfFile } from "../../../src/store/open.ts";
import { aSession, seen } from "../../contract/samples.ts";
import { record } from "../../support/record.ts";
import { aHome, fill, type Home, idsIn } from "./sqlite-home.ts";

function asideIn(home: Home): string[] {
  const names = readdirSync(home.path).filter((name) => /\.db\.corrupt-[^/]*Z$/.test(name));
  return names.map((name) => join(home.path, name));
}

function damage(path: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
  return bytes;
}

const damages: [string, (bytes: Buffer) => void][] = [
  ["pages overwritten in the middle", (bytes) => bytes.fill(0xff, 4096 * 3, 4096 * 20)],
  ["one page of zeros", (bytes) => bytes.fill(0, 4096 * 2, 4096 * 3)],
];

test.each(damages)("%s: it is kept byte for byte, and a new store is created", async (_, change) => {
  const home = await aHome();
  await fill(home, 100);
  const bytes = damage(home.paths.database, change);

  const memory = await home.open();
  expect(await idsIn(memory)).toEqual([]);
  expect(await record(memory.db, seen(await aSession(memory.db)))).toMatchObject({ status: "stored" });
  await memory.close();

  const aside = asideIn(home);
  expect(aside).toHaveLength(1);
  expect(readFileSync(aside[0] ?? "").equals(bytes)).toBe(true);

  const again = await home.open();
  expect(await idsIn(again)).toHaveLength(1);
  await again.close();
  expect(asideIn(home)).toHaveLength(1);
});

test("a truncated file is kept as it is, and a new store is created", async () => {
  const home = await aHome();
  await fill(home, 100);
  const half = readFileSync(home.paths.database).subarray(0, 4096 * 10 + 17);
  writeFileSync(home.paths.database, half);
  const memory = await home.open();
  expect(await idsIn(memory)).toEqual([]);
  await memory.close();
  expect(readFileSync(asideIn(home)[0] ?? "").equals(half)).toBe(true);
});

test("the journal of a damaged file is kept with it, not merged into it", async () => {
  const [home, crashed] = [await aHome(), await aHome()];
  await fill(home, 100);
  const memory = await home.open();
  await record(memory.db, seen(await aSession(memory.db)));
  // As after a crash: the last changes are only in the journal.
  for (const suffix of ["", "-wal"])
    copyFileSync(home.paths.database + suffix, crashed.paths.database + suffix);
  await memory.close();
  const bytes = damage(crashed.paths.database, (file) => file.fill(0xff, 4096 * 8, 4096 * 16));
  const journal = readFileSync(`${crashed.paths.database}-wal`);
  expect(journal.length).toBeGreaterThan(0);

  await (await crashed.open()).close();

  const [aside = ""] = asideIn(crashed);
  expect(readFileSync(aside).equals(bytes)).toBe(true);
  expect(readFileSync(`${aside}-wal`).equals(journal)).toBe(true);
});

test("an empty file is a new store, not a damaged one", async () => {
  const home = await aHome();
  writeFileSync(home.paths.database, "");
  await (await home.open()).close();
  expect(asideIn(home)).toEqual([]);
});

test("an intact file shows no damage and is not changed by the check", async () => {
  const home = await aHome();
  await fill(home, 20);
  const before = readFileSync(home.paths.database);
  expect(damageOfFile(home.paths.database)).toBeNull();
  expect(readFileSync(home.paths.database).equals(before)).toBe(true);
  expect(existsSync(home.paths.database)).toBe(true);
});
