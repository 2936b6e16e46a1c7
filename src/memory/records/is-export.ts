// Recognises an export of tellback by its first bytes. Light: the command line asks before it loads anything.

import { closeSync, openSync, readSync, statSync } from "node:fs";

export function isExport(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  return isSqlite(path) || beginningOf(path).startsWith('{"kind":"tellback export"');
}

export function isSqlite(path: string): boolean {
  return beginningOf(path).startsWith("SQLite format 3\0");
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(64);
    return bytes.subarray(0, readSync(file, bytes)).toString("latin1");
  } finally {
    closeSync(file);
  }
}
