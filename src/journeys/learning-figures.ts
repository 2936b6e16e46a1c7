// What a report says of learnings.

import type { LearningFigures } from "../protocol/report.ts";
import type { Span } from "../rooms/episodic/room.ts";
import type { Db } from "../store/schema.ts";

/** Null until there is a room that keeps learnings. */
export async function learningsIn(_db: Db, _span: Span): Promise<LearningFigures | null> {
  return null;
}
