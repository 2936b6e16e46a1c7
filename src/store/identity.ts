// Whose database a file is. tellback marks its own; a file that has content and not this mark belongs to another
// program (or is no database) and is never opened for writing, renamed or deleted.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { TellbackError } from "../protocol/errors.ts";

/** "tbk1" in ASCII; SQLite keeps it in the header of the file and in every copy. */
export const applicationId = 0x74_62_6b_31;

/** The content of a file that is not tellback's, in words; null if the file is tellback's, empty or missing. */
export function foreignContentOf(path: string): string | null {
  const header = headerOf(path);
  if (header === null || header.length === 0) return null;
  if (header.toString("latin1", 0, magic.length) !== magic) return "not an SQLite database";
  if (header.length > idOffset + 3 && header.readInt32BE(idOffset) === applicationId) return null;
  const tables = tablesIn(path);
  return `an SQLite database of another program${tables.length > 0 ? ` (${someOf(tables)})` : ""}`;
}

/** A file with content that has tellback's mark. */
export function isOwnFile(path: string): boolean {
  return foreignContentOf(path) === null && (headerOf(path)?.length ?? 0) > 0;
}

export function refuseForeignFile(path: string): void {
  const content = foreignContentOf(path);
  if (content === null) return;
  throw new TellbackError("forbidden", `${path} is ${content}`, {
    hint: "Nothing was changed. Move the file away, or set TELLBACK_HOME to another folder. If it was tellback's store, it is damaged: `tellback restore` then puts a backup back.",
  });
}

const magic = "SQLite format 3\0";
const headerBytes = 100;
const idOffset = 68;

/** Read as plain bytes: SQLite itself may recover a journal or create files beside the database. */
function headerOf(path: string): Buffer | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(headerBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, headerBytes, 0));
  } finally {
    closeSync(file);
  }
}

const maxNamed = 5;

export function someOf(tables: readonly string[]): string {
  const more = tables.length > maxNamed ? ", …" : "";
  return `tables ${tables.slice(0, maxNamed).join(", ")}${more}`;
}

/** Immutable: no lock, no journal, no file beside it. */
function tablesIn(path: string): string[] {
  const url = pathToFileURL(path);
  url.search = "immutable=1";
  try {
    const file = new DatabaseSync(url, { readOnly: true });
    try {
      const rows = file
        .prepare(
          "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
        )
        .all();
      return rows.map(({ name }) => String(name));
    } finally {
      file.close();
    }
  } catch {
    return [];
  }
}
