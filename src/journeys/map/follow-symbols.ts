// What memory does when symbols change their place: nodes that are anchored to a renamed or moved symbol follow it.

import type { SymbolChange } from "../../indexes/codemap/symbol-changes.ts";
import type { Memory } from "../../memory/memory.ts";
import { moveAnchors } from "../../rooms/anchors/room.ts";
import { enqueue } from "../../store/jobs.ts";

export async function followSymbols(
  { db }: Memory,
  projectId: string,
  changes: readonly SymbolChange[],
  { dir, at }: { dir: string; at: string },
): Promise<void> {
  for (const { path, qualified, was } of changes) {
    if (was === null) continue;
    const cut = was.indexOf("#");
    const from = { file: was.slice(0, cut), symbol: was.slice(cut + 1) };
    const moved = await db
      .transaction()
      .execute((tx) => moveAnchors(tx, projectId, from, { file: path, symbol: qualified }));
    if (moved === 0) continue;
    const payload = { projectId, dir, file: path, observationId: null, at };
    await enqueue(db, { kind: "check-anchors", key: `${projectId}:${path}`, payload });
  }
}
