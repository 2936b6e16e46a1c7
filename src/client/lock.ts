// A lock for one process at a time. A living process holds it; the kernel frees it when the process dies.

import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { ensurePrivateFolder } from "../config/private-files.ts";

export interface Lock {
  release(): void;
}

const sqliteBusy = 5;

/** Null if another process holds it. In Node only a database's lock is freed when its holder dies. */
export function takeLock(path: string): Lock | null {
  ensurePrivateFolder(dirname(path));
  // Never an existing file: closing a file frees the locks that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  // Imported here: most commands find the daemon and need no lock.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma busy_timeout = 0; begin exclusive");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
  return { release: () => file.close() };
}
