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

export async function evidenceOf(db: Db, nodeId: string): Promise<Evidence[]> {
  const rows = await db
    .selectFrom("evidence")
    .selectAll()
    .where("node_id", "=", nodeId)
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

/** What a session has already contributed, so that reading it again adds nothing. */
export async function claimsOf(db: Db, sessionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("evidence")
    .select("claim")
    .where("session_id", "=", sessionId)
    .where("kind", "=", "supports")
    .execute();
  return new Set(rows.map(({ claim }) => claim));
}
