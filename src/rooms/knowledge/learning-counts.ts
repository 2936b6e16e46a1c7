// Figures about learnings, for reports: how many are known, and what a period added for and against them.

import type { LearningFigures } from "../../protocol/report.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";

export interface LearningSpan {
  from: string;
  to: string;
  projects: ProjectScope;
  sessionId?: string | undefined;
}

const shown = 5;

const sureAt = 0.8;

export async function learningsIn(db: Db, span: LearningSpan): Promise<LearningFigures> {
  const all = await nodes(db, span)
    .$if(span.sessionId !== undefined, (query) => query.where("session_id", "=", span.sessionId ?? ""))
    .select((eb) => [
      eb.fn.countAll<number>().as("n"),
      eb.fn.sum<number>(eb.case().when("confidence", ">=", sureAt).then(1).else(0).end()).as("sure"),
      eb.fn.sum<number>("is_manual").as("confirmed"),
    ])
    .executeTakeFirst();
  const entered = nodes(db, span)
    .where("created_at", ">=", span.from)
    .where("created_at", "<=", span.to)
    .$if(span.sessionId !== undefined, (query) => query.where("session_id", "=", span.sessionId ?? ""));
  const extracted = await entered.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirst();
  const newest = await entered
    .select(["id", "content as text", "confidence"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(shown)
    .execute();
  return {
    all: Number(all?.n ?? 0),
    sure: Number(all?.sure ?? 0),
    confirmed: Number(all?.confirmed ?? 0),
    extracted: Number(extracted?.n ?? 0),
    reinforced: await countEvidence(db, span, "supports"),
    contradicted: await countEvidence(db, span, "contradicts"),
    newest: newest.map((row) => ({ ...row, confidence: Number(row.confidence) })),
  };
}

/** What holds everywhere holds in a project too. */
function nodes(db: Db, { projects }: LearningSpan) {
  return db
    .selectFrom("nodes")
    .where("category", "is not", null)
    .where("state", "=", "active")
    .where(holdsIn(projects, "project_id"));
}

/** Learnings that got evidence in the period, beyond the evidence with which they were added. */
async function countEvidence(db: Db, span: LearningSpan, kind: "supports" | "contradicts"): Promise<number> {
  const row = await nodes(db, span)
    .innerJoin("evidence", "evidence.node_id", "nodes.id")
    .select((eb) => eb.fn.count<number>("nodes.id").distinct().as("n"))
    .where("evidence.kind", "=", kind)
    .where("evidence.at", ">=", span.from)
    .where("evidence.at", "<=", span.to)
    .whereRef("evidence.at", ">", "nodes.created_at")
    .$if(span.sessionId !== undefined, (query) =>
      query.where("evidence.session_id", "=", span.sessionId ?? ""),
    )
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}
