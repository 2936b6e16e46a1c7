// Once a day: a backup, consolidation, and away with old logs and old unreadable payloads. Every minute: a look for
// sessions that fell silent.

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pruneExcerpts } from "../journeys/compress.ts";
import { consolidateDaily } from "../journeys/consolidate.ts";
import { reflectOnSilent } from "../journeys/reflect.ts";
import type { Memory } from "../memory.ts";
import { backupDaily } from "../store/backup.ts";

const dayMs = 86_400_000;
const lookEveryMs = dayMs / 24;
const silenceEveryMs = 60_000;

/** Gives a function that may be called as often as one likes and works when it is time. */
export function housekeeping(memory: Memory): () => Promise<void> {
  let lookedAt = 0;
  let listenedAt = 0;
  return async () => {
    if (Date.now() - listenedAt >= silenceEveryMs) {
      listenedAt = Date.now();
      await reflectOnSilent(memory);
    }
    if (Date.now() - lookedAt < lookEveryMs) return;
    lookedAt = Date.now();
    const made = await backupDaily(memory.store, memory.paths, memory.config["backup.keep"]);
    if (made) memory.events.record({ type: "store.backup", data: { ...made } });
    await consolidateDaily(memory);
    await memory.events.prune(memory.config["log.keepDays"]);
    await pruneExcerpts(memory);
    pruneUnreadable(memory.paths.unreadable, memory.config["log.keepDays"]);
  };
}

function pruneUnreadable(folder: string, keepDays: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > keepDays * dayMs) rmSync(path, { force: true });
  }
}
