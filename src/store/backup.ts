// Backups of the store: one daily, more on request, and restoring.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { Paths } from "../config/paths.ts";
import { checkTarget, partBeside, putInPlace, type ReplaceOptions } from "../config/user-files.ts";
import { TellbackError } from "../protocol/errors.ts";
import { foreignContentOf, isOwnFile, refuseForeignFile } from "./identity.ts";
import { damageOf, type Store, setAside } from "./open.ts";
import { differenceIn } from "./shape.ts";

export interface Backup {
  path: string;
  bytes: number;
  madeAt: string;
}

export async function backupStore(store: Store, to: string, replacing: ReplaceOptions = {}): Promise<Backup> {
  if (store.dialect !== "sqlite") {
    throw new TellbackError("not_supported", "tellback backs up only its own SQLite file", {
      hint: 'For PostgreSQL use its own tool: pg_dump --schema=tellback "$DATABASE_URL" > tellback.sql',
    });
  }
  checkTarget(to, replacing);
  const part = partBeside(to);
  try {
    await copyTo(part, store.file);
    putInPlace(part, to, replacing);
  } finally {
    removePart(part);
  }
  return describe(to);
}

const attempts = 3;

/** A write while Node's thread copies can, very rarely, end the copy with "not an error": it is then made again. */
async function copyTo(part: string, file: DatabaseSync): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await backup(file, part);
      return;
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error && error.message === "not an error")) throw error;
      truncateSync(part);
    }
  }
}

/** Unfinished copies of a killed daemon. Only one daemon runs, and it has not started a copy yet. */
export function removeUnfinishedBackups({ backups }: Paths): void {
  if (!existsSync(backups)) return;
  for (const name of readdirSync(backups)) if (name.endsWith(".part")) removePart(join(backups, name));
}

function removePart(part: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(part + suffix, { force: true });
}

/** Makes today's copy if there is none; only the newest daily copies are kept. */
export async function backupDaily(
  store: Store,
  paths: Paths,
  keep: number,
  now = new Date(),
): Promise<Backup | null> {
  if (store.dialect !== "sqlite") return null;
  mkdirSync(paths.backups, { recursive: true, mode: 0o700 });
  const path = join(paths.backups, `daily-${now.toISOString().slice(0, 10)}.db`);
  if (existsSync(path)) return null;
  const made = await backupStore(store, path);
  const daily = listBackups(paths).filter(({ path }) => /^daily-/.test(basename(path)));
  for (const { path } of daily.toSorted((a, b) => b.path.localeCompare(a.path)).slice(keep)) unlinkSync(path);
  return made;
}

export function manualBackupPath(paths: Paths, now = new Date()): string {
  mkdirSync(paths.backups, { recursive: true, mode: 0o700 });
  return join(paths.backups, `manual-${now.toISOString().slice(0, 19).replace(/:/g, "-")}.db`);
}

/** Newest first; files of other programs in the folder are none. */
export function listBackups(paths: Paths): Backup[] {
  if (!existsSync(paths.backups)) return [];
  return readdirSync(paths.backups)
    .filter((name) => name.endsWith(".db"))
    .map((name) => join(paths.backups, name))
    .filter(isOwnFile)
    .map(describe)
    .sort((a, b) => b.madeAt.localeCompare(a.madeAt));
}

/** Replaces the store by a copy; the old store is set aside, not deleted. The daemon must not be running. */
export async function restoreBackup(paths: Paths, from: string): Promise<{ setAside: string | null }> {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) {
    throw new TellbackError("not_found", `there is no backup at ${from}`, {
      hint: `\`tellback restore\` without a file restores the newest backup in ${paths.backups}.`,
    });
  }
  refuseForeignFile(paths.database);
  const foreign = foreignContentOf(from);
  if (foreign !== null) throw noBackup(from, foreign);
  const damage = checkCopy(from);
  if (damage)
    throw new TellbackError("store_corrupt", `${from} is damaged: ${damage}`, {
      hint: "Restore an older one.",
    });
  const part = partBeside(`${paths.database}.restore`);
  try {
    copyInto(from, part);
    await refuseStrange(part, from);
    const aside = existsSync(paths.database) ? setAside(paths.database, "replaced") : null;
    renameSync(part, paths.database);
    return { setAside: aside };
  } finally {
    removePart(part);
  }
}

async function refuseStrange(copy: string, from: string): Promise<void> {
  const file = new DatabaseSync(copy, { readOnly: true });
  try {
    const strange = await differenceIn(file);
    if (strange === null) return;
    throw noBackup(from, strange);
  } finally {
    file.close();
  }
}

function noBackup(path: string, why: string): TellbackError {
  return new TellbackError("forbidden", `${path} is not a tellback backup: ${why}`, {
    hint: "Nothing was changed. Use a file that `tellback backup` or the daemon has made.",
  });
}

/** By SQLite itself: a database that was set aside may have its last changes in its journal. */
function copyInto(from: string, to: string): void {
  const file = new DatabaseSync(from, { readOnly: true });
  try {
    file.prepare("vacuum into ?").run(to);
  } finally {
    file.close();
  }
}

function checkCopy(path: string): string | null {
  try {
    const file = new DatabaseSync(path, { readOnly: true });
    try {
      const tables = file
        .prepare(
          "select count(*) as n from sqlite_master where type = 'table' and name in ('observations', 'schema_migrations')",
        )
        .get();
      return tables?.n === 2 ? damageOf(file) : "it holds no memories of tellback";
    } finally {
      file.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function describe(path: string): Backup {
  const { size, mtime } = statSync(path);
  return { path, bytes: size, madeAt: mtime.toISOString() };
}
