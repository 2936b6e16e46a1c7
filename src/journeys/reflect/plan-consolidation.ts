// Consolidation: what to merge, what to lower, what to archive. A plan first (pure), then one step at a time, each
// recorded with the state before and after, so that it can be undone.

import { confidenceOf } from "../../memory/knowledge/confidence.ts";
import { type Learning, statementKindOfType } from "../../protocol/knowledge.ts";
import { changeNode, mergeNodes, noteChange } from "../../rooms/knowledge/room.ts";
import type { Db } from "../../store/schema.ts";
import { type Likeness, meansSame } from "./judge.ts";

/** A learning with how often it was injected and used. */
export interface LearningUsage extends Learning {
  timesShown: number;
  timesUsed: number;
  shownWhenLowered: number;
}

export type Step =
  | { step: "merge"; from: string; into: string }
  | { step: "lower"; id: string; confidence: number; shown: number }
  | { step: "archive"; id: string; reason: string };

/** Injected this often without ever being used. */
const shownInVain = 10;
const lowering = 0.1;
/** Learnings with low confidence are archived after a quarter without evidence, others after a year; sure ones stay. */
const unsureDays = 90;
const oldDays = 365;
const unsure = 0.35;
const sure = 0.85;
const dayMs = 86_400_000;

export function planConsolidation(
  all: readonly LearningUsage[],
  similarity: (a: LearningUsage, b: LearningUsage) => number,
  likeness: Likeness,
  now: Date,
): Step[] {
  const merges = merging(all, similarity, likeness);
  const gone = new Set(merges.map(({ from }) => from));
  const left = all.filter((one) => !one.isManual && !gone.has(one.id));
  const archives = left.flatMap((one): Step[] => {
    const reason = reasonToArchive(one, now);
    return reason ? [{ step: "archive", id: one.id, reason }] : [];
  });
  const archived = new Set(archives.map((step) => (step.step === "archive" ? step.id : "")));
  const lowers = left
    // A rule of the user is obeyed without a word about it, so silence says nothing about it.
    .filter((one) => !archived.has(one.id) && one.timesUsed === 0 && one.saidBy !== "user")
    .filter(
      (one) => one.timesShown - one.shownWhenLowered >= shownInVain && one.confidence > confidenceOf.floor,
    )
    .map((one): Step => {
      const confidence = Math.round(100 * Math.max(confidenceOf.floor, one.confidence - lowering)) / 100;
      return { step: "lower", id: one.id, confidence, shown: one.timesShown };
    });
  return [...merges, ...lowers, ...archives];
}

function merging(
  all: readonly LearningUsage[],
  similarity: (a: LearningUsage, b: LearningUsage) => number,
  likeness: Likeness,
): Extract<Step, { step: "merge" }>[] {
  const best = all.toSorted(byWorth);
  const gone = new Set<string>();
  const merges: Extract<Step, { step: "merge" }>[] = [];
  for (const [i, into] of best.entries()) {
    if (gone.has(into.id)) continue;
    for (const from of best.slice(i + 1)) {
      // Two learnings of the user are never merged.
      if (gone.has(from.id) || from.isManual || !isComparable(into, from)) continue;
      if (!meansSame(into, from, similarity(into, from), likeness)) continue;
      gone.add(from.id);
      merges.push({ step: "merge", from: from.id, into: into.id });
    }
  }
  return merges;
}

function isComparable(a: LearningUsage, b: LearningUsage): boolean {
  return a.projectId === b.projectId && statementKindOfType[a.type] === statementKindOfType[b.type];
}

function byWorth(a: LearningUsage, b: LearningUsage): number {
  return (
    Number(b.isManual) - Number(a.isManual) ||
    b.confidence - a.confidence ||
    b.timesSeen - a.timesSeen ||
    (a.createdAt < b.createdAt ? -1 : 1)
  );
}

function reasonToArchive(one: LearningUsage, now: Date): string | null {
  if (one.timesUsed > 0 || one.confidence >= sure) return null;
  const days = (now.getTime() - Date.parse(one.updatedAt)) / dayMs;
  if (one.confidence <= unsure && days > unsureDays)
    return `unsure, and not seen for ${Math.floor(days)} days`;
  return days > oldDays ? `not seen for ${Math.floor(days)} days` : null;
}

export async function applyStep(db: Db, step: Step, at: string): Promise<void> {
  switch (step.step) {
    case "merge":
      return mergeNodes(db, step.from, step.into, at);
    case "lower":
      await noteChange(db, `shown ${step.shown} times, never used`, [step.id], at, async () => {
        const change = { confidence: step.confidence, shown_when_lowered: step.shown };
        return { ids: [(await changeNode(db, step.id, change, at)).id] };
      });
      return;
    case "archive":
      await noteChange(db, `archived: ${step.reason}`, [step.id], at, async () => {
        return { ids: [(await changeNode(db, step.id, { state: "archived" }, at)).id] };
      });
  }
}
