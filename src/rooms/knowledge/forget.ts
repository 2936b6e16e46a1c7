// Removes from the graph what only a deleted session, or deleted observations, have said.

import type { Db } from "../../store/schema.ts";
import { deleteNode, dropChangesOf } from "./changes.ts";
import { changeNode, findNode, removeNode } from "./nodes.ts";

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
      await removeNode(db, row.id);
    else await changeNode(db, row.id, { times_seen: others }, at);
  }
  await dropChangesOf(db, sessionId);
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

/**
 * Deletes evidence, or that of observations which are about to be deleted, and the nodes that have no other support; what
 * the user has confirmed stays. Returns the nodes that went.
 */
export async function dropEvidence(
  db: Db,
  of: { ids: readonly string[] } | { observations: readonly string[] },
  at: string,
): Promise<string[]> {
  const isOfObservations = "observations" in of;
  const ids = isOfObservations ? of.observations : of.ids;
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom("evidence")
    .where(isOfObservations ? "observation_id" : "id", "in", ids)
    .returning("node_id")
    .execute();
  const own = isOfObservations
    ? await db.selectFrom("nodes").select("id as node_id").where("observation_id", "in", ids).execute()
    : [];
  const gone: string[] = [];
  for (const id of new Set([...own, ...rows].map(({ node_id }) => node_id))) {
    const node = await findNode(db, id);
    if (!node) continue;
    const { n } = await db
      .selectFrom("evidence")
      .select((eb) => eb.fn.count<number>("session_id").distinct().as("n"))
      .where("node_id", "=", id)
      .where("kind", "=", "supports")
      .executeTakeFirstOrThrow();
    if (Number(n) === 0 && node.is_manual === 0) {
      await deleteNode(db, id);
      gone.push(id);
    } else await changeNode(db, id, { times_seen: Number(n) }, at);
  }
  return gone;
}
