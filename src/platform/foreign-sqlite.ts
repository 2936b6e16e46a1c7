// Opens the SQLite file of another program for reading. Nothing in it is trusted: it may be damaged, made to attack, or
// in use. Only plain tables are read, no text is longer than a limit, and no file appears beside it.

import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { TellbackError } from "../protocol/errors.ts";
import { openForeign } from "./foreign-file.ts";

export type Row = Record<string, unknown>;

export interface ForeignDatabase {
  bytes: number;
  has(table: string): boolean;
  /** The rows of a table; columns that it lacks are null. */
  rows(table: string, columns: readonly string[], order: string, where?: Match): Iterable<Row>;
  check(): void;
  close(): void;
}

/** The column must have this value. */
type Match = readonly [column: string, value: string | number];

/** Which tables and columns a store must have to be that of the tool. */
export type RequiredTables = Readonly<Record<string, readonly string[]>>;

const maxFileBytes = 16 * 1024 ** 3;
/** Longer text is cut: tellback shortens it anyway. */
const maxTextLength = 256 * 1024;
const header = "SQLite format 3\0";
/** Longer than a commit takes; the daemon does nothing else meanwhile. */
const lockedMs = 1_000;

export async function openForeignDatabase(
  path: string,
  tool: string,
  needed: RequiredTables,
): Promise<ForeignDatabase> {
  const file = await regularFile(path, tool);
  let db: DatabaseSync | undefined;
  try {
    db = open(file);
    const tables = tablesIn(db);
    for (const [table, columns] of Object.entries(needed)) {
      const known = tables.get(table);
      if (!known) throw refused(path, tool, `it has no table ${table}`);
      const missing = columns.find((column) => !known.has(column));
      if (missing) throw refused(path, tool, `its table ${table} has no column ${missing}`);
    }
    return opened(db, path, file, tables, tool);
  } catch (error) {
    db?.close();
    throw asRefusal(error, path, tool);
  }
}

/** The real path of a regular file that begins as SQLite files do. */
async function regularFile(path: string, tool: string): Promise<string> {
  const opened = await openForeign(path, { maxBytes: maxFileBytes });
  if (opened.status === "missing")
    throw new TellbackError("not_found", `file not found: ${path}`, { hint: `Name the store of ${tool}.` });
  if (opened.status === "refused") throw new TellbackError("invalid_input", `${path} ${opened.why}`);
  try {
    const start = Buffer.alloc(header.length);
    await opened.file.read(start, 0, start.length, 0);
    if (!isSqlite(start)) throw refused(path, tool, "it is not an SQLite file");
    return opened.path;
  } finally {
    await opened.file.close();
  }
}

/**
 * A read-only connection to a file with a write-ahead log still creates files beside it. So when nobody has it open, it
 * is opened as unchangeable, and compared with itself at the end. One that is being changed has a log or a journal
 * beside it: without them, its pages may hold what was never committed.
 */
function open(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  if (!existsSync(`${file}-wal`) && !existsSync(`${file}-journal`)) url.searchParams.set("immutable", "1");
  url.searchParams.set("mode", "ro");
  const db = new DatabaseSync(url, { readOnly: true, allowExtension: false, timeout: lockedMs });
  db.exec("pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on");
  db.exec("begin");
  return db;
}

/** Plain tables only: a view or a virtual table can compute for ever. */
function tablesIn(db: DatabaseSync): Map<string, Set<string>> {
  const names = db
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'")
    .all() as { name: string }[];
  const columns = db.prepare("select name from pragma_table_xinfo(?) where hidden = 0");
  return new Map(
    names.map(({ name }) => [name, new Set(columns.all(name).map((column) => String(column.name)))]),
  );
}

function opened(
  db: DatabaseSync,
  path: string,
  file: string,
  tables: ReadonlyMap<string, ReadonlySet<string>>,
  tool: string,
): ForeignDatabase {
  const before = stateOf(file);
  const column = (table: string, name: string) =>
    tables.get(table)?.has(name) ? `substr("${name}", 1, ${maxTextLength})` : "null";
  /** `substr` makes text of a number, which is wanted: every value is text or null. A blob stays one and is dropped. */
  const plain = (row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? value : null]),
    );
  return {
    bytes: statSync(file).size,
    has: (table) => tables.has(table),
    *rows(table, columns, order, where) {
      const chosen = columns.map((name) => `${column(table, name)} as "${name}"`).join(", ");
      if (where && !tables.get(table)?.has(where[0])) return;
      const only = where ? `where "${where[0]}" = ?` : "";
      const sorted = tables.get(table)?.has(order) ? `order by "${order}", rowid` : "order by rowid";
      try {
        const query = db.prepare(`select ${chosen} from "${table}" ${only} ${sorted}`);
        for (const row of where ? query.iterate(where[1]) : query.iterate()) yield plain(row);
      } catch (error) {
        throw asRefusal(error, path, tool);
      }
    },
    check() {
      if (stateOf(file) === before) return;
      throw new TellbackError("conflict", `${path} was changed while it was read`, {
        hint: `Run the import again; close ${tool} first if it happens again. Nothing is imported twice.`,
      });
    },
    close: () => db.close(),
  };
}

/** Changes in the log beside it are not seen by an open transaction, and do no harm. */
function stateOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file);
  return existsSync(`${file}-wal`) ? "in use" : `${size} ${mtimeMs} ${ino}`;
}

const busy = 5;
const readonly = 8;

function asRefusal(error: unknown, path: string, tool: string): TellbackError {
  if (error instanceof TellbackError) return error;
  const { message, errcode = 0 } = error as Error & { errcode?: number };
  const hint = (first: string) => ({ hint: `${first}, then run the import again. Nothing was imported.` });
  if ((errcode & 0xff) === busy)
    return new TellbackError("conflict", `${path} is locked by another program`, hint(`Close ${tool}`));
  // A journal of a killed writer: only a program that may write can undo its change.
  if ((errcode & 0xff) === readonly) {
    const repaired = hint(`Start and close ${tool}, which repairs it`);
    return new TellbackError("conflict", `${path} was left in the middle of a change`, repaired);
  }
  return refused(path, tool, message);
}

function refused(path: string, tool: string, why: string): TellbackError {
  const next = /malformed|corrupt/.test(why)
    ? "Name a backup of it, or what `sqlite3 FILE .recover` saves of it."
    : `Name the SQLite file of ${tool}.`;
  return new TellbackError("invalid_input", `${path} is not a store of ${tool} that can be read: ${why}`, {
    hint: `Nothing was imported. ${next}`,
  });
}

export function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, header.length)).toString("latin1") === header;
}
