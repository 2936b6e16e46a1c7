// cleanup: deletes the raw material of old sessions and files that a killed writer left behind. Never nodes, learnings,
// summaries or tasks.

import { lstatSync, rmSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import type { Memory } from "../../memory/memory.ts";
import { deleteOldMaterial } from "../../memory/observations.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { filesBelow } from "../../platform/files-below.ts";
import { oldMaterial } from "../../rooms/observations/room.ts";
import { projectScope, treeOf } from "../../rooms/projects/room.ts";

const dayMs = 86_400_000;
const atOnce = 100;

export async function cleanUp(
  memory: Memory,
  { days, dryRun, folder, allProjects }: ParsedInputOf<"cleanup">,
): Promise<OutputOf<"cleanup">> {
  const before = new Date(Date.now() - days * dayMs).toISOString();
  const projects = await projectScope(memory.db, { folder, allProjects });
  const material = await oldMaterial(memory.db, projects, before);
  const orphans = orphansOf(memory, folder);
  const orphanBytes = orphans.reduce((sum, { size }) => sum + size, 0);
  if (!dryRun) {
    const step = () =>
      memory.db.transaction().execute((tx) => deleteOldMaterial(tx, projects, before, atOnce));
    while ((await step()) > 0);
    for (const { path } of orphans) rmSync(path, { force: true });
  }
  return { dryRun, before, ...material, orphans: orphans.map(({ path }) => path), orphanBytes };
}

/** Younger ones may belong to a running writer. */
const abandonedAfterMs = 3_600_000;
const ours = /^\.[\w.-]+\.[0-9a-f]{12}\.part$|^\d+\.\d+\.(?:answer|done)$/;

/** What a killed process left: parts of task files, and answers to hooks that nobody fetched. */
function orphansOf(memory: Memory, folder: string | undefined): { path: string; size: number }[] {
  const setting = memory.settingsFor(folder ?? "")["tasks.path"];
  const tasks = isAbsolute(setting) ? setting : folder ? join(revealedPath(treeOf(folder)), setting) : null;
  const files = [
    ...(tasks === null ? [] : filesBelow(tasks, { maxDepth: 3 })),
    ...filesBelow(memory.paths.inbox, { maxDepth: 1 }),
  ];
  return files.flatMap((path) => {
    const found = ours.test(basename(path)) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return found && Date.now() - found.mtimeMs > abandonedAfterMs ? [{ path, size: found.size }] : [];
  });
}
