// Candidates become learnings: each is compared with what is known, in one transaction. For reflect, for what a prompt states
// and for what a model describes.

import type { Memory } from "../../memory/memory.ts";
import type { Learning } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { evidenceOf, listLearnings } from "../../rooms/knowledge/room.ts";
import type { Db } from "../../store/schema.ts";
import type { Candidate } from "./extract/candidate.ts";
import { judge, type Neighbour } from "./judge.ts";
import { type Learned, type LearningSource, learn, statementKindOf } from "./learn.ts";
import type { Nearness } from "./nearness.ts";

const maxKnown = 2_000;

export async function learnAll(
  tx: Db,
  origin: LearningSource,
  candidates: readonly Candidate[],
  nearness: Nearness,
  /** What was dropped just now: it contradicts nothing. */
  dropped: ReadonlySet<string> = new Set(),
): Promise<Learned[]> {
  const before = await evidenceOf(tx, { sessionId: origin.sessionId });
  const said = new Set(before.filter(({ kind }) => kind === "supports").map(({ claim }) => claim));
  const learned: Learned[] = [];
  for (const candidate of candidates) {
    if (said.has(candidate.claim)) continue;
    const known = (await knownIn(tx, origin.projectId)).filter(({ id }) => !dropped.has(id));
    const neighbours = known.map((one): Neighbour => {
      const similarity = nearness.between(candidate.content, one.content);
      return { ...one, statementKind: statementKindOf(one), similarity };
    });
    const verdict = judge(candidate, neighbours, nearness.likeness);
    const done = await learn(tx, candidate, verdict, origin);
    if (done) learned.push(done);
  }
  return learned;
}

/**
 * What a candidate can duplicate or contradict. A merged learning is represented by the one that replaced it; one that
 * a later statement superseded may be stated again.
 */
export async function knownIn(db: Db, projectId: string): Promise<Learning[]> {
  const all = await listLearnings(db, {
    projects: inProject(projectId),
    states: ["active", "waiting", "archived", "rejected"],
    limit: maxKnown,
  });
  return all.filter((one) => one.supersededBy === null || one.state !== "archived");
}

const eventOf = {
  new: "learning.extracted",
  contradicts: "learning.extracted",
  reinforces: "learning.reinforced",
  proven: "learning.reinforced",
} as const;

export function recordLearned(memory: Memory, sessionId: string, learned: readonly Learned[]): void {
  for (const { verdict, learning, against } of learned) {
    const { id, category, confidence } = learning;
    memory.events.record({ type: eventOf[verdict], sessionId, data: { id, category, confidence, verdict } });
    for (const one of against) {
      const data = { id: one.id, category: one.category, confidence: one.confidence, by: id };
      memory.events.record({ type: "learning.invalidated", sessionId, data });
    }
  }
}
