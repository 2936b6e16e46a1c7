// Whether what was said in a turn still holds, for knowledge that has no other source.

import type { Db } from "../../../store/schema.ts";
import { valuesIn } from "./values.ts";

/** Whether a statement that was only said in this prompt or reply has been taken back. */
export type TakenBack = (observationId: string | null | undefined, content: string) => boolean;

/**
 * What was said in a turn that the next prompt rejected no longer holds. A later turn with another value takes back only
 * what states a value: a rule in the same prompt still holds.
 */
export async function takenBack(db: Db, observationIds: readonly string[]): Promise<TakenBack> {
  if (observationIds.length === 0) return () => false;
  const rows = await db
    .selectFrom("observations as o")
    .innerJoin("turns as t", (on) =>
      on
        .onRef("t.session_id", "=", "o.session_id")
        .onRef("t.started_at", "<=", "o.happened_at")
        .onRef("t.ended_at", ">=", "o.happened_at"),
    )
    .select(["o.id", "t.rejected_at"])
    .where("o.id", "in", observationIds)
    .where((where) =>
      where.or([where("t.rejected_at", "is not", null), where("t.superseded_by", "is not", null)]),
    )
    .execute();
  const states = new Map(rows.map((row) => [row.id, row.rejected_at === null ? "superseded" : "rejected"]));
  return (observationId, content) => {
    const state = states.get(observationId ?? "");
    return state === "rejected" || (state === "superseded" && valuesIn(content).length > 0);
  };
}
