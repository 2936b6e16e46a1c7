// Opens the store from the settings: an embedded SQLite file, or PostgreSQL. Brings its tables up to date.

import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";
import type { Config } from "../config/schema.ts";
import { asStoreError, isCorrupt } from "./failure.ts";
import { refuseForeignFile } from "./identity.ts";
import { migrateUp } from "./migrate.ts";
import { postgresDialect, refuseForeignSchema } from "./postgres.ts";
import type { Db, Tables } from "./schema.ts";
import { busyTimeoutMs, NodeSqliteDialect, openSqliteFile, usualCache } from "./sqlite.ts";
import { whileBusy } from "./while-busy.ts";

export type Store = { db: Db; close(): Promise<void> } & (
  | { dialect: "sqlite"; file: DatabaseSync; path: string }
  | { dialect: "postgres" }
);

/** Programs may create the file at the same moment; each gets it. */
export function openStore(config: Config, paths: Paths, options = { migrate: true }): Promise<Store> {
  return whileBusy(() => openOnce(config, paths, options));
}

async function openOnce(config: Config, paths: Paths, options: { migrate: boolean }): Promise<Store> {
  const store = config["store.url"] ? openPostgres(config["store.url"]) : openSqlite(paths);
  try {
    if (store.dialect === "postgres") await refuseForeignSchema(store.db);
    if (options.migrate) await migrateUp(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw asStoreError(error);
  }
}

function openPostgres(url: string): Store {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) });
  return { dialect: "postgres", db, close: () => db.destroy() };
}

function openSqlite(paths: Paths): Store {
  ensurePrivateFolder(paths.home);
  refuseForeignFile(paths.database);
  const file = openIntactFile(paths.database);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) });
  const close = async () => {
    await db.destroy();
    if (file.isOpen) file.close();
  };
  return { dialect: "sqlite", db, file, path: paths.database, close };
}

const usualPagesInJournal = 1_000;
/** 64 MB: many transactions write the same pages, and each page is copied into the file once. */
const pagesInJournal = 16_000;
/** An import reads little of what it wrote; 32 MB of cache cost it 60 MB, 8 MB cost 16 MB more than 4 MB. */
const smallCache = -4_000;

/** For long work that writes much: SQLite then moves its journal into the file less often. */
export async function writingMuch<T>(store: Store, work: () => Promise<T>): Promise<T> {
  if (store.dialect !== "sqlite") return work();
  store.file.exec(`pragma wal_autocheckpoint = ${pagesInJournal}; pragma cache_size = ${smallCache}`);
  try {
    return await work();
  } finally {
    if (store.file.isOpen)
      store.file.exec(
        `pragma wal_autocheckpoint = ${usualPagesInJournal}; pragma cache_size = ${usualCache}`,
      );
  }
}

/** A damaged file is moved aside unchanged and a new one is created, so that capture continues. */
function openIntactFile(path: string): DatabaseSync {
  try {
    if (isSmall(path) && damageOfFile(path) !== null) setAside(path, "corrupt");
    return openPrivateFile(path);
  } catch (error) {
    if (!isCorrupt(error)) throw asStoreError(error);
    setAside(path, "corrupt");
    return openPrivateFile(path);
  }
}

/** SQLite gives its journals the file's permissions, so these must be right before it creates any. */
function openPrivateFile(path: string): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  return openSqliteFile(path);
}

/** The check reads the whole file, so only `tellback doctor` checks a large one. */
const checkedAtOpenBytes = 256 * 1024 * 1024;

function isSmall(path: string): boolean {
  return existsSync(path) && statSync(path).size <= checkedAtOpenBytes;
}

/** Opens it read-only: a writing connection would merge the journal into a damaged file when it closes. */
export function damageOfFile(path: string): string | null {
  const file = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
  try {
    return damageOf(file);
  } finally {
    file.close();
  }
}

/** What SQLite finds wrong with the file, or null. */
export function damageOf(file: DatabaseSync): string | null {
  try {
    const row = file.prepare("pragma quick_check(1)").get() as { quick_check: string };
    return row.quick_check === "ok" ? null : row.quick_check;
  } catch (error) {
    if (isCorrupt(error)) return (error as Error).message;
    throw error;
  }
}

/** Renames the database and its journals; returns the new name. */
export function setAside(path: string, why: "corrupt" | "replaced"): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const aside = `${path}.${why}-${stamp}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}
