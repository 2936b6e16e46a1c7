// Stores one observation, as tests need it.

import { recordAll } from "../../src/memory/observations.ts";
import {
  type NewObservation,
  prepareObservation,
  type RecordResult,
} from "../../src/rooms/observations/room.ts";
import { dialectOf } from "../../src/store/dialect.ts";
import type { Db } from "../../src/store/schema.ts";

export async function record(db: Db, { projectId, ...seen }: NewObservation): Promise<RecordResult> {
  const [recorded] = await recordAll(db, [{ ...prepareObservation(seen, dialectOf(db)), projectId }]);
  return recorded ?? { status: "duplicate" };
}
