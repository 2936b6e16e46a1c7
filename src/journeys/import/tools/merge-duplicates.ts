// A transcript that is imported after another tool's store holds the same prompts: the host's own record replaces them,
// and their sources become its own.

import type { Memory } from "../../../memory/memory.ts";
import { rebuildTurns } from "../../../memory/turns.ts";
import { dropTwins } from "../../../rooms/observations/room.ts";
import { moveSources, ownersWithSources } from "../../../store/sources.ts";

export async function mergeDuplicates(memory: Memory): Promise<number> {
  let merged = 0;
  for (const sessionId of await ownersWithSources(memory.db, "session")) {
    await memory.db.transaction().execute(async (tx) => {
      const dropped = await dropTwins(tx, sessionId);
      for (const { from, to } of dropped) await moveSources(tx, "observation", from, to);
      if (dropped.length > 0) await rebuildTurns(tx, sessionId, null);
      merged += dropped.length;
    });
  }
  return merged;
}
