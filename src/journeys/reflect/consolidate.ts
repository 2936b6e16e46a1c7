// consolidate: once a day, merges near-duplicates, lowers the confidence of what was injected without use, and archives
// what is old and unused. Each step is its own transaction, and in the log for undo.

import type { Memory } from "../../memory/memory.ts";
import { hasNodes, listKept } from "../../rooms/knowledge/room.ts";
import { hasEvent } from "../../store/events.ts";
import { enqueue } from "../../store/jobs.ts";
import { nearnessOf } from "./nearness.ts";
import { applyStep, planConsolidation, type Step } from "./plan-consolidation.ts";

export type Consolidated = Record<Step["step"], number>;

export async function consolidate(
  memory: Memory,
  onStep: () => Promise<void> | void = () => {},
  now = new Date(),
): Promise<Consolidated> {
  const started = performance.now();
  const kept = await listKept(memory.db);
  const nearness = await nearnessOf(memory, kept, onStep);
  const between = (a: { content: string }, b: { content: string }) => nearness.between(a.content, b.content);
  const plan = planConsolidation(kept, between, nearness.likeness, now);
  const done: Consolidated = { merge: 0, lower: 0, archive: 0 };
  for (const step of plan) {
    await memory.db.transaction().execute((tx) => applyStep(tx, step, now.toISOString()));
    done[step.step]++;
    await onStep();
  }
  memory.events.record({
    type: "learning.consolidated",
    data: { learnings: kept.length, ...done },
    durationMs: performance.now() - started,
  });
  return done;
}

const dayMs = 86_400_000;

/** Adds the job if the last one ran a day ago and there is something to consolidate. */
export async function consolidateDaily(memory: Memory, now = new Date()): Promise<boolean> {
  const { db } = memory;
  if (!(await hasNodes(db, { state: "active" }))) return false;
  const since = new Date(now.getTime() - dayMs).toISOString();
  if (await hasEvent(db, "learning.consolidated", since)) return false;
  await enqueue(db, { kind: "consolidate", key: "learnings" });
  return true;
}
