// Evidence: the sessions that support a node, and those that contradict it. One session counts once.

import type { Evidence } from "../../protocol/knowledge.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db } from "../../store/schema.ts";

export interface NewEvidence {
  nodeId: string;
  kind: Evidence["kind"];
  sessionId: string;
  observationId: string | null;
  claim: string;
  at: string;
}

/** True if it is the first of its kind from this session. */
export async function addEvidence(db: Db, seen: NewEvidence): Promise<boolean> {
  const before = await db
    .selectFrom("evidence")
    .select("claim")
    .where("node_id", "=", seen.nodeId)
    .where("session_id", "=", seen.sessionId)
    .where("kind", "=", seen.kind)
    .execute();
  if (before.some(({ claim }) => claim === seen.claim)) return false;
  await db
    .insertInto("evidence")
    .values({
      id: newId("evidence"),
      node_id: seen.nodeId,
      session_id: seen.sessionId,
      observation_id: seen.observationId,
      kind: seen.kind,
      claim: seen.claim,
      at: seen.at,
    })
    .execute();
  return before.length === 0;
}

/** Of a node, or what a session has contributed. */
export async function evidenceOf(
  db: Db,
  of: { nodeId: string } | { sessionId: string },
): Promise<Evidence[]> {
  const rows = await db
    .selectFrom("evidence")
    .selectAll()
    .where((eb) => ("nodeId" in of ? eb("node_id", "=", of.nodeId) : eb("session_id", "=", of.sessionId)))
    .orderBy("seq")
    .execute();
  return rows.map(({ kind, session_id, observation_id, claim, at }) => ({
    kind,
    sessionId: session_id,
    observationId: observation_id,
    claim,
    at,
  }));
}
