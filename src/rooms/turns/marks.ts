// What was said about open points besides turns: a person or a model closes one or gives it other words. It holds for
// what was said until then: a point that is said again later is open again.

import { newId } from "../../protocol/new-id.ts";
import type { Turn } from "../../protocol/turns.ts";
import type { Db, PointMarkRow } from "../../store/schema.ts";
import { saysTheSamePoint } from "./open-list.ts";

export interface PointMark {
  projectId: string;
  /** In which it was said. */
  sessionId: string;
  /** As it stands in the list. */
  point: string;
  /** Null closes it. */
  words: string | null;
  saidBy: PointMarkRow["said_by"];
  at: string;
}

/** The same said twice is one mark. */
export async function markPoint(db: Db, mark: PointMark): Promise<void> {
  const { projectId, point, words, saidBy, at } = mark;
  const known = (await marksOf(db, projectId)).some((one) => one.point === point && one.at === at);
  if (known) return;
  await db
    .insertInto("point_marks")
    .values({
      ...{ id: newId("pointMark"), project_id: projectId, session_id: mark.sessionId, point, words, at },
      said_by: saidBy,
    })
    .execute();
}

export async function marksOf(db: Db, projectId: string): Promise<PointMarkRow[]> {
  return db
    .selectFrom("point_marks")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The turns without the points that are closed, the others in their last words. */
export function withMarks(turns: readonly Turn[], marks: readonly PointMarkRow[]): Turn[] {
  if (marks.length === 0) return [...turns];
  return turns.map((turn) => {
    if (turn.open.length === 0) return turn;
    const later = marks.filter(({ at }) => at > turn.endedAt);
    const open = turn.open.flatMap((text) => {
      const mark = later.find(
        ({ point, words }) => point === text || words === text || saysTheSamePoint(point, text),
      );
      return mark === undefined ? [text] : mark.words === null ? [] : [mark.words];
    });
    return { ...turn, open };
  });
}
