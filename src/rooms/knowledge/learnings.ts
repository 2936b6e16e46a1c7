// Lists and counts learnings.

import type { Learning, LearningCategory } from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";
import { asLearning } from "./nodes.ts";

export interface LearningFilter {
  /** With what holds everywhere. */
  projects: ProjectScope;
  category?: LearningCategory | undefined;
  states: readonly NodeRow["state"][];
  minConfidence?: number | undefined;
  /** Only what the user confirmed, or only the rest. */
  isConfirmed?: boolean | undefined;
}

export interface LearningPage {
  /** Default: the surest. */
  first?: "surest" | "doubtful" | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

export async function listLearnings(db: Db, filter: LearningFilter & LearningPage): Promise<Learning[]> {
  const { limit, offset = 0 } = filter;
  const rows = await matching(db, filter)
    .selectAll()
    .orderBy("confidence", filter.first === "doubtful" ? "asc" : "desc")
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset))
    .execute();
  return rows.map(asLearning);
}

export async function countLearnings(db: Db, filter: LearningFilter): Promise<number> {
  const { n } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function matching(db: Db, { projects, category, states, minConfidence, isConfirmed }: LearningFilter) {
  return db
    .selectFrom("nodes")
    .where("category", "is not", null)
    .where("state", "in", states)
    .where(holdsIn(projects, "project_id"))
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? null))
    .$if(minConfidence !== undefined, (query) => query.where("confidence", ">=", minConfidence ?? 0))
    .$if(isConfirmed !== undefined, (query) => query.where("is_manual", "=", Number(isConfirmed)));
}
