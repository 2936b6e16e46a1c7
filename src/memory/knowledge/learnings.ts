// How the user adds, confirms and rejects learnings.

import type { Learning, LearningCategory } from "../../protocol/knowledge.ts";
import { addNode, asLearning, changeNode, getNode } from "../../rooms/knowledge/room.ts";
import type { Db } from "../../store/schema.ts";
import { confidenceOf } from "./confidence.ts";

/** The user's own word holds from now on, whatever sessions bring. */
export async function addLearning(
  db: Db,
  said: { projectId: string | null; category: LearningCategory; content: string },
  at: string,
): Promise<Learning> {
  const row = await addNode(db, {
    ...said,
    type: "learning",
    confidence: confidenceOf.confirmed,
    isManual: true,
    sessionId: null,
    observationId: null,
    at,
  });
  return asLearning(row);
}

export async function confirmLearning(
  db: Db,
  id: string,
  change: { content?: string | undefined; category?: LearningCategory | undefined },
  at: string,
): Promise<Learning> {
  const { type } = await getNode(db, id);
  const row = await changeNode(
    db,
    id,
    {
      ...(change.content === undefined ? {} : { content: change.content }),
      ...(change.category === undefined ? {} : { category: change.category }),
      ...(type === "hypothesis" ? { type: "fact" as const } : {}),
      confidence: confidenceOf.confirmed,
      is_manual: 1,
      state: "active",
      superseded_by: null,
      stale_since: null,
    },
    at,
  );
  return asLearning(row);
}

/** The rejected learning stays in the store, so that it is not added again. */
export async function rejectLearning(db: Db, id: string, at: string): Promise<Learning> {
  return asLearning(await changeNode(db, id, { state: "rejected", confidence: 0, is_manual: 0 }, at));
}
