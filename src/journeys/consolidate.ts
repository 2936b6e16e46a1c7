// consolidate: once a day, near-duplicates become one, what was shown in vain is trusted less, what is old and unused
// is put away. Each step is a transaction of its own, and in the log for undo.

import type { Memory } from "../memory.ts";
import { applyStep, listKept, planConsolidation, type Step } from "../rooms/semantic/room.ts";
import { enqueue } from "../store/jobs.ts";
import { nearnessOf } from "./nearness.ts";

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

export const consolidateJob = "consolidate";
const dayMs = 86_400_000;

/** Puts the job in line when the last one is a day ago and there is something to consolidate. */
export async function consolidateDaily(memory: Memory, now = new Date()): Promise<boolean> {
  const { db } = memory;
  const any = await db
    .selectFrom("nodes")
    .select("id")
    .where("state", "=", "active")
    .limit(1)
    .executeTakeFirst();
  if (!any) return false;
  const recent = await db
    .selectFrom("events")
    .select("id")
    .where("type", "=", "learning.consolidated")
    .where("at", ">", new Date(now.getTime() - dayMs).toISOString())
    .limit(1)
    .executeTakeFirst();
  if (recent) return false;
  await enqueue(db, { kind: consolidateJob, key: "learnings" });
  return true;
}
