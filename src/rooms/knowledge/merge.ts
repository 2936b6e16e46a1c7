// What consolidation reads and merges.

import type { Learning } from "../../protocol/knowledge.ts";
import type { Db } from "../../store/schema.ts";
import { noteChange } from "./changes.ts";
import { linkNodes } from "./edges.ts";
import { asLearning, changeNode, getNode } from "./nodes.ts";

/** Every active learning, of all projects. */
export async function listKept(
  db: Db,
): Promise<(Learning & { timesShown: number; timesUsed: number; shownWhenLowered: number })[]> {
  const rows = await db
    .selectFrom("nodes")
    .selectAll()
    .where("category", "is not", null)
    .where("state", "=", "active")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...asLearning(row),
    timesShown: row.times_shown,
    timesUsed: row.times_used,
    shownWhenLowered: row.shown_when_lowered,
  }));
}

/** The evidence of both is merged; a session that saw both counts once. */
export async function mergeNodes(db: Db, from: string, into: string, at: string): Promise<void> {
  await noteChange(db, `merged ${from} into ${into}`, [from, into], at, async () => {
    const moving = await db.selectFrom("evidence").select("seq").where("node_id", "=", from).execute();
    await db.updateTable("evidence").set({ node_id: into }).where("node_id", "=", from).execute();
    const { n } = await db
      .selectFrom("evidence")
      .select((eb) => eb.fn.count<number>("session_id").distinct().as("n"))
      .where("node_id", "=", into)
      .where("kind", "=", "supports")
      .executeTakeFirstOrThrow();
    const kept = await getNode(db, into);
    await changeNode(db, into, { times_seen: Math.max(kept.times_seen, Number(n)) }, at);
    await changeNode(db, from, { state: "archived", superseded_by: into }, at);
    await linkNodes(db, into, from, "SUPERSEDES", at);
    return {
      ids: [from, into],
      moved: {
        evidence: moving.map(({ seq }) => ({ seq, from, to: into })),
        edges: [{ from: into, to: from, type: "SUPERSEDES" }],
      },
    };
  });
}
