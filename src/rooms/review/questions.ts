// What a person is asked: whether a statement that waits is kept, and which of two statements holds that seem to
// contradict each other. Two that the person has confirmed both are settled.

import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";

export interface Question {
  /** The statement that waits, or the later one of a contradiction. */
  id: string;
  why: "waiting" | "contradiction";
  /** Statements that it seems to contradict, the oldest first. */
  against: string[];
}

/** Contradictions first, because both sides have an effect already; then the newest first. */
export async function listReview(db: Db, projects: ProjectScope): Promise<Question[]> {
  const [waiting, pairs] = await Promise.all([waitingIn(db, projects), pairsIn(db, projects)]);
  const against = new Map<string, string[]>();
  for (const { later, earlier } of pairs) against.set(later, [...(against.get(later) ?? []), earlier]);
  const waits = new Set(waiting);
  const contradictions = [...against].filter(([id]) => !waits.has(id));
  return [
    ...contradictions.map(([id, others]): Question => ({ id, why: "contradiction", against: others })),
    ...waiting.map((id): Question => ({ id, why: "waiting", against: against.get(id) ?? [] })),
  ];
}

export interface ReviewCounts {
  waiting: number;
  contradictions: number;
}

export async function countReview(db: Db, projects: ProjectScope): Promise<ReviewCounts> {
  const questions = await listReview(db, projects);
  const waiting = questions.filter(({ why }) => why === "waiting").length;
  return { waiting, contradictions: questions.length - waiting };
}

/** What a decision about a node is also about: the statements that it seems to contradict, from either side. */
export async function questionOf(db: Db, id: string): Promise<string[]> {
  const pairs = await pairsIn(db, { within: "everywhere" });
  return pairs.flatMap(({ later, earlier }) => (later === id ? [earlier] : earlier === id ? [later] : []));
}

async function waitingIn(db: Db, projects: ProjectScope): Promise<string[]> {
  const rows = await db
    .selectFrom("nodes")
    .select("id")
    .where("state", "=", "waiting")
    .where("superseded_by", "is", null)
    .where(holdsIn(projects, "project_id"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

const open: readonly NodeRow["state"][] = ["active", "waiting"];

async function pairsIn(db: Db, projects: ProjectScope): Promise<{ later: string; earlier: string }[]> {
  const rows = await db
    .selectFrom("edges as e")
    .innerJoin("nodes as a", "a.id", "e.from_id")
    .innerJoin("nodes as b", "b.id", "e.to_id")
    .select(["a.id as a", "b.id as b", "a.state as stateOfA", "b.state as stateOfB"])
    .select(["a.updated_at as atA", "b.updated_at as atB"])
    .where("e.type", "=", "CONTRADICTS")
    .where("a.state", "in", open)
    .where("b.state", "in", open)
    .where("a.superseded_by", "is", null)
    .where("b.superseded_by", "is", null)
    .where((eb) => eb.or([eb("a.is_manual", "=", 0), eb("b.is_manual", "=", 0)]))
    .where(holdsIn(projects, "a.project_id"))
    .orderBy("e.created_at", "desc")
    .orderBy("e.from_id")
    .execute();
  return rows.map((row) => {
    // What waits is asked about, whichever was said first.
    const isOfA = row.stateOfA === row.stateOfB ? row.atA >= row.atB : row.stateOfA === "waiting";
    return isOfA ? { later: row.a, earlier: row.b } : { later: row.b, earlier: row.a };
  });
}
