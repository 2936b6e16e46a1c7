// Copies of the store: backups, and stores that were set aside. What must go leaves them too.

import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { filesBelow } from "../../platform/files-below.ts";
import { addEntry, lockTask, sealedAgainAfter } from "../../rooms/tasks/room.ts";
import { type CutTasks, type Forgetting, forgetInCopy } from "../../store/forget-in-copy.ts";
import { isOwnFile } from "../../store/identity.ts";
import type { Db } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";

export function copiesOf({ paths, store }: Memory): string[] {
  if (store.dialect !== "sqlite") return [];
  const aside = readdirSync(dirname(paths.database))
    .filter((name) => name.startsWith(`${basename(paths.database)}.`) && !/-(?:wal|shm|journal)$/.test(name))
    .map((name) => join(dirname(paths.database), name));
  const backups = filesBelow(paths.backups).filter((path) => path.endsWith(".db"));
  return [...backups, ...aside].filter(isOwnFile);
}

export interface CopyCounts {
  backupsRewritten: number;
  backupsDeleted: number;
}

export function deleteCopies(memory: Memory): CopyCounts {
  const copies = copiesOf(memory);
  for (const path of copies) removeCopy(path);
  return { backupsRewritten: 0, backupsDeleted: copies.length };
}

function removeCopy(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

const cutTasks: CutTasks = async (copy, cut) => {
  for (const taskId of await sealedAgainAfter(copy, cut)) await noteNewSeal(copy, taskId);
};

/** A copy that cannot be rewritten, because it is damaged, is deleted: it would keep what must go. */
export async function rewriteCopies(memory: Memory, gone: Forgetting): Promise<CopyCounts> {
  const counts: CopyCounts = { backupsRewritten: 0, backupsDeleted: 0 };
  for (const path of copiesOf(memory)) {
    try {
      await forgetInCopy(path, gone, cutTasks);
      counts.backupsRewritten++;
    } catch {
      removeCopy(path);
      counts.backupsDeleted++;
    }
  }
  return counts;
}

/** An entry in the task says that a text was taken out, so that a new seal never looks like the first one. */
export async function noteNewSeal(db: Db, taskId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await addEntry(tx, await lockTask(tx, taskId), {
      ...{ kind: "deviation", agent: "tellback", ticks: [], sessionId: null, key: null, repeat: true },
      text: "A text was forgotten at the user's request. The plan and the entries were sealed again without it.",
      at: new Date().toISOString(),
    });
  });
}
