// Removes from the graph what only a deleted session has said.

import type { Db } from "../../store/schema.ts";
import { changeNode, deleteNode } from "./nodes.ts";

/** Before the session's own rows are deleted, because its evidence goes with them. */
export async function forgetSession(db: Db, sessionId: string, at: string): Promise<void> {
  const rows = await db
    .selectFrom("nodes as n")
    .select((eb) => [
      "n.id",
      "n.is_manual",
      "n.times_seen",
      eb
        .selectFrom("evidence as o")
        .select((sub) => sub.fn.count<number>("o.session_id").distinct().as("n"))
        .whereRef("o.node_id", "=", "n.id")
        .where("o.kind", "=", "supports")
        .where("o.session_id", "!=", sessionId)
        .as("others"),
    ])
    .where((eb) =>
      eb.or([
        eb("n.session_id", "=", sessionId),
        eb("n.id", "in", eb.selectFrom("evidence").select("node_id").where("session_id", "=", sessionId)),
      ]),
    )
    .execute();
  for (const row of rows) {
    const others = Number(row.others ?? 0);
    if (row.is_manual === 0 && others === 0 && row.times_seen > 0 && (await isItsOwn(db, row.id, sessionId)))
      await deleteNode(db, row.id);
    else await changeNode(db, row.id, { times_seen: others }, at);
  }
  await forgetWords(db, sessionId);
}

/** Supported by this session; a session that only contradicted a node removes nothing. */
async function isItsOwn(db: Db, id: string, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("evidence")
    .select("seq")
    .where("node_id", "=", id)
    .where("session_id", "=", sessionId)
    .where("kind", "=", "supports")
    .executeTakeFirst();
  return row !== undefined;
}

/** Otherwise the log of changes to deleted nodes would keep their text. */
async function forgetWords(db: Db, sessionId: string): Promise<void> {
  await db
    .deleteFrom("changes")
    .where("what", "like", `%${JSON.stringify(sessionId).slice(1, -1)}%`)
    .execute();
}
