// Never two daemons: the lock is held by a living process and freed by the kernel when it dies, however it dies.

import { DatabaseSync } from "node:sqlite";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";

export interface Lock {
  release(): void;
}

const sqliteBusy = 5;

/** Null when a living daemon holds it. A database's lock is the one lock in Node that dies with its holder. */
export function takeLock(paths: Paths): Lock | null {
  ensurePrivateFolder(paths.home);
  const file = new DatabaseSync(paths.lock);
  try {
    file.exec("pragma busy_timeout = 0; begin exclusive");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null;
    throw error;
  }
  return { release: () => file.close() };
}
