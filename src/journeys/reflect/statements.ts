// statements: what the user states in a prompt is known soon afterwards, not only when the session ends, so that a
// session that starts meanwhile knows it. Capture notes the statements of the whole prompt; this job learns them as reflect
// does, and reflect then finds them known.

import { NoResultError } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { getObservation } from "../../rooms/observations/room.ts";
import { lockProject } from "../../rooms/projects/room.ts";
import { enqueueAll } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { candidateOf } from "./extract/extract.ts";
import type { Learned } from "./learn.ts";
import { knownIn, learnAll, recordLearned } from "./learn-all.ts";
import { nearnessOf } from "./nearness.ts";

export async function learnSoon(tx: Db, said: readonly JobPayload<"statements">[]): Promise<void> {
  await enqueueAll(
    tx,
    said.map((payload) => ({ kind: "statements", key: payload.observationId, payload })),
  );
}

export async function learnStatements(
  memory: Memory,
  { sessionId, observationId, at, stated }: JobPayload<"statements">,
): Promise<Learned[]> {
  const { db } = memory;
  const projectId = await projectOf(db, observationId);
  if (projectId === null) return [];
  const candidates = stated.map((one) => candidateOf(one, "user", { observationId, at }));
  if (candidates.length === 0) return [];
  const known = await knownIn(db, projectId);
  const nearness = await nearnessOf(memory, [
    ...known,
    ...candidates.map(({ content }) => ({ id: null, content })),
  ]);
  const learned = await db.transaction().execute(async (tx) => {
    await lockProject(tx, projectId);
    if ((await projectOf(tx, observationId)) === null) return [];
    const origin = { projectId, sessionId, review: memory.config["knowledge.review"] };
    return learnAll(tx, origin, candidates, nearness);
  });
  recordLearned(memory, sessionId, learned);
  return learned;
}

/** Null: the prompt was deleted meanwhile, and what it stated is forgotten with it. */
async function projectOf(db: Db, observationId: string): Promise<string | null> {
  try {
    return (await getObservation(db, observationId)).projectId;
  } catch (error) {
    if (error instanceof NoResultError) return null;
    throw error;
  }
}
