// Daily, at a quiet moment: a backup, consolidation, removal of old logs and old unreadable payloads. Every minute:
// a check for sessions that have gone silent.

import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pruneExcerpts } from "../journeys/compress/compress.ts";
import { consolidateDaily } from "../journeys/reflect/consolidate.ts";
import { reflectOnSilent } from "../journeys/reflect/reflect.ts";
import type { Memory } from "../memory/memory.ts";
import { backupDaily } from "../store/backup.ts";

const dayMs = 86_400_000;
const lookEveryMs = dayMs / 24;
const silenceEveryMs = 60_000;
/** No request for this long: copying the whole store delays nobody. */
const quietMs = 60_000;
/** On a day without a quiet moment the upkeep runs anyway. */
const atLatestMs = dayMs / 24;

/** Returns a function that may be called often and works only when it is due. */
export function createUpkeep(
  memory: Memory,
  quietForMs: () => number,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  // A daemon that exits soon must not wait a minute.
  const enoughMs = Math.min(quietMs, (memory.config["daemon.idleMinutes"] * 60_000) / 2);
  let dueAt = now();
  let listenedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - listenedAt >= silenceEveryMs) {
      listenedAt = now();
      await reflectOnSilent(memory);
    }
    if (now() < dueAt || (quietForMs() < enoughMs && now() < dueAt + atLatestMs)) return;
    dueAt = now() + lookEveryMs;
    await doDaily(memory);
  };
}

async function doDaily(memory: Memory): Promise<void> {
  const made = await backupDaily(memory.store, memory.paths, memory.config["backup.keep"]);
  if (made) memory.events.record({ type: "store.backup", data: { ...made } });
  await consolidateDaily(memory);
  await memory.events.prune(memory.config["log.keepDays"]);
  await pruneExcerpts(memory);
  pruneUnreadable(memory.paths.unreadable, memory.config["log.keepDays"]);
}

function pruneUnreadable(folder: string, keepDays: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > keepDays * dayMs) rmSync(path, { force: true });
  }
}
