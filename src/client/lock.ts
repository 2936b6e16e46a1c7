// Never two at once: a lock is held by a living process and freed by the kernel when it dies, however it dies.

import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { ensurePrivateFolder } from "../config/private-files.ts";

export interface Lock {
  release(): void;
}

const sqliteBusy = 5;

/** Null when somebody else holds it. A database's lock is the one lock in Node that dies with its holder. */
export function takeLock(path: string): Lock | null {
  ensurePrivateFolder(dirname(path));
  // Never one that is there: closing a file frees the locks that this process has on it.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  // Loaded here: nearly every command finds the daemon and needs no lock.
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
