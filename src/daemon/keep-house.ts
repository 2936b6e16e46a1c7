// Once a day: a backup, and away with old logs and old unreadable payloads.

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "../memory.ts";
import { backupDaily } from "../store/backup.ts";

const dayMs = 86_400_000;
let lastKept = 0;

export async function keepHouse(memory: Memory): Promise<void> {
  if (Date.now() - lastKept < dayMs / 24) return;
  lastKept = Date.now();
  const made = await backupDaily(memory.store, memory.paths, memory.config["backup.keep"]);
  if (!made) return;
  memory.events.record({ type: "store.backup", data: { ...made } });
  await memory.events.prune(memory.config["log.keepDays"]);
  pruneUnreadable(memory.paths.unreadable, memory.config["log.keepDays"]);
}

function pruneUnreadable(folder: string, keepDays: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > keepDays * dayMs) rmSync(path, { force: true });
  }
}
