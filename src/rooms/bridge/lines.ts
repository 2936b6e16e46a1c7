// Which nodes the bridge wrote into which file, and how they looked: what differs now was changed by somebody.

import type { BridgeLineRow, Db } from "../../store/schema.ts";

export interface WrittenLine {
  nodeId: string;
  lineHash: string;
  contentHash: string;
  state: BridgeLineRow["state"];
}

export async function linesIn(db: Db, file: string): Promise<WrittenLine[]> {
  const rows = await db
    .selectFrom("bridge_lines")
    .selectAll()
    .where("file", "=", file)
    .orderBy("node_id")
    .execute();
  return rows.map((row) => ({
    nodeId: row.node_id,
    lineHash: row.line_hash,
    contentHash: row.content_hash,
    state: row.state,
  }));
}

export async function filesWithLines(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("bridge_lines").select("file").distinct().orderBy("file").execute();
  return rows.map(({ file }) => file);
}

export async function putLine(db: Db, file: string, line: WrittenLine, at: string): Promise<void> {
  const row = { line_hash: line.lineHash, content_hash: line.contentHash, state: line.state, at };
  await db
    .insertInto("bridge_lines")
    .values({ file, node_id: line.nodeId, ...row })
    .onConflict((conflict) => conflict.columns(["file", "node_id"]).doUpdateSet(row))
    .execute();
}

/** Those that are no longer written; a removed one stays noted. */
export async function dropLinesTo(db: Db, file: string, nodeIds: readonly string[]): Promise<void> {
  if (nodeIds.length === 0) return;
  await db.deleteFrom("bridge_lines").where("file", "=", file).where("node_id", "in", nodeIds).execute();
}
