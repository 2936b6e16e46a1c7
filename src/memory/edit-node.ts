// A user changes a node: stored with the text before and after, so that it can be undone. For commands and the bridge.

import type { Node, WrittenType } from "../protocol/knowledge.ts";
import { changeNode, nodeOf, noteChange } from "../rooms/knowledge/room.ts";
import type { Db } from "../store/schema.ts";
import type { Memory } from "./memory.ts";

export async function updateByUser(
  memory: Memory,
  id: string,
  change: { content?: string | undefined; type?: WrittenType | undefined; summary?: string | undefined },
): Promise<Node> {
  await changingNode(memory, id, "changed by the user", (tx, at) =>
    changeNode(
      tx,
      id,
      {
        ...(change.content === undefined ? {} : { content: change.content.trim() }),
        ...(change.type === undefined ? {} : { type: change.type }),
        ...(change.summary === undefined ? {} : { summary: change.summary || null }),
        is_manual: 1,
        confidence: 1,
      },
      at,
    ),
  );
  return nodeOf(memory.db, id);
}

/** One transaction, noted in the log of changes. */
export async function changingNode(
  memory: Memory,
  id: string,
  why: string,
  work: (tx: Db, at: string) => Promise<unknown>,
): Promise<void> {
  const at = new Date().toISOString();
  await memory.db.transaction().execute((tx) =>
    noteChange(tx, why, [id], at, async () => {
      await work(tx, at);
      return { ids: [id] };
    }),
  );
}
