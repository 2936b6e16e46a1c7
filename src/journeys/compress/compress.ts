// compress: a job that lets a model improve, in batches, what rules have shortened. An observation never waits for it,
// and if the model fails, the rules' text stays.

import { createHash } from "node:crypto";
import { compressionRatio, countTokens } from "../../context/tokens.ts";
import { type AskModel, improvesObservations } from "../../memory/ask-model.ts";
import { improvedBy } from "../../memory/compression/improve.ts";
import { requestFor } from "../../memory/compression/request.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfSessions } from "../../memory/without-secrets.ts";
import {
  batchOf,
  dropExcerpts,
  nextBatch,
  noteTrouble,
  pruneExcerpts as pruneBefore,
  type WaitingExcerpt,
} from "../../rooms/excerpts/room.ts";
import { improveObservation, markUnimproved } from "../../rooms/observations/room.ts";
import { enqueue, replaceJobs } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";

const jobKey = "pending";
/** A model call needs several observations to be worth it; a session's tool uses come every few seconds. */
const gatherMs = 20_000;

const batchSize = { items: 6, characters: 20_000 };
/**
 * After this many tries an observation keeps the rules' text. A third invalid answer is unlikely to be better (the
 * first try was in a batch, the second alone); a missing answer may come once the server works again.
 */
const maxTries = { wrong: 2, lost: 6, free: Number.POSITIVE_INFINITY };
type Failure = keyof typeof maxTries;

export type CompressResult = { improved: number; gaveUp: number } & (
  | { status: "done" }
  | { status: "capped"; until: string }
  | { status: "unavailable"; reason: string }
);

export interface CompressOptions {
  /** The batch in progress when the last worker was killed: requested again with the same key. */
  batch?: readonly string[] | undefined;
  onBatch?: ((observationIds: readonly string[]) => Promise<void> | void) | undefined;
  signal?: AbortSignal | undefined;
}

export async function compressSoon(db: Db, now = new Date()): Promise<void> {
  await enqueue(db, { kind: "compress", key: jobKey, runAt: new Date(now.getTime() + gatherMs) });
}

/** Includes observations that were deferred: the user has asked for them. */
export async function compressNow(db: Db, runAt = new Date()): Promise<void> {
  await replaceJobs(db, { kind: "compress", key: jobKey, runAt });
}

export async function compressPending(
  memory: Memory,
  ask: AskModel,
  { batch: interrupted = [], onBatch, signal }: CompressOptions = {},
): Promise<CompressResult> {
  const total = { improved: 0, gaveUp: 0 };
  let batch = await batchOf(memory.db, interrupted);
  for (;;) {
    if (batch.length === 0) batch = await nextBatch(memory.db, batchSize);
    if (batch.length === 0) return { ...total, status: "done" };
    await onBatch?.(batch.map(({ observationId }) => observationId));
    const outcome = await compressBatch(memory, ask, batch, signal);
    total.improved += outcome.improved;
    total.gaveUp += outcome.gaveUp;
    if (outcome.status !== "done") return { ...outcome, ...total };
    batch = [];
  }
}

async function compressBatch(
  memory: Memory,
  ask: AskModel,
  batch: readonly WaitingExcerpt[],
  signal: AbortSignal | undefined,
): Promise<CompressResult> {
  const started = performance.now();
  const rawBytes = batch.reduce((sum, one) => sum + one.rawBytes, 0);
  const sessionId = batch[0]?.sessionId;
  memory.events.record({ type: "compress.start", sessionId, data: { observations: batch.length, rawBytes } });
  const costs: unknown[] = [];
  const onCost = (cost: unknown) => {
    costs.push(cost);
  };
  const asked = await ask("compress", callKeyOf(batch), { ...requestFor(batch), signal, onCost });
  const clean = await cleanerOfSessions(
    memory,
    batch.map((one) => one.sessionId),
  );
  if (asked.status !== "answered") {
    const reason =
      asked.status === "capped" ? `the cap of the ${asked.cap} is reached` : clean.text(asked.reason);
    const failure = failureOf(costs);
    const gaveUp = await putBack(memory.db, batch, reason, failure);
    const data = { observations: batch.length, status: asked.status, reason };
    memory.events.record({
      type: "compress.error",
      sessionId,
      data,
      durationMs: performance.now() - started,
    });
    if (asked.status === "capped") return { status: "capped", until: asked.until, improved: 0, gaveUp };
    // An invalid answer is no reason to let the other observations wait.
    if (failure === "wrong") return { status: "done", improved: 0, gaveUp };
    return { status: "unavailable", reason, improved: 0, gaveUp };
  }
  const provider = `${asked.provider}/${asked.model}`;
  const items = clean.deep(asked.value.items) as Parameters<typeof improvedBy>[1];
  const { improved, tokens, gaveUp } = await apply(memory.db, batch, items, provider);
  memory.events.record({
    type: "compress.done",
    sessionId,
    data: { observations: improved, rawBytes, tokens, ratio: compressionRatio(rawBytes, tokens), provider },
    durationMs: performance.now() - started,
    tokensIn: asked.usage.input + (asked.usage.cacheRead ?? 0),
    tokensOut: asked.usage.output,
  });
  return { status: "done", improved, gaveUp };
}

/** The same batch uses the same key, so the ledger can recognise a repeated call. */
function callKeyOf(batch: readonly WaitingExcerpt[]): string {
  const ids = batch.map(({ observationId }) => observationId).join(" ");
  const tries = batch[0]?.tries ?? 0;
  return `compress:${createHash("sha256").update(`${ids} ${tries}`).digest("hex").slice(0, 24)}`;
}

/** Stores the improved text and its documents, and ends the waiting, in one transaction. */
async function apply(
  db: Db,
  batch: readonly WaitingExcerpt[],
  items: Parameters<typeof improvedBy>[1],
  provider: string,
): Promise<{ improved: number; tokens: number; gaveUp: number }> {
  const better = improvedBy(batch, items);
  const missing = batch.filter((_, i) => better[i] === null);
  return db.transaction().execute(async (tx) => {
    let [improved, tokens] = [0, 0];
    for (const [i, { observationId }] of batch.entries()) {
      const improvement = better[i];
      if (!improvement) continue;
      const kept = countTokens(improvement.title + improvement.summary + improvement.detail);
      if (await improveObservation(tx, observationId, { ...improvement, tokens: kept, provider })) improved++;
      tokens += kept;
      await dropExcerpts(tx, [observationId]);
    }
    const gaveUp = await putBack(tx, missing, "the model left it out", "wrong");
    return { improved, tokens, gaveUp };
  });
}

/** A paid call without a usable result counts as an invalid answer, unless the cost is unknown. */
function failureOf(costs: readonly unknown[]): Failure {
  if (costs.length === 0) return "free";
  return costs.at(-1) === "unknown" ? "lost" : "wrong";
}

/** Puts them back in the queue with the reason, or marks them as not improved; returns how many were given up. */
async function putBack(
  db: Db,
  batch: readonly WaitingExcerpt[],
  reason: string,
  failure: Failure,
): Promise<number> {
  if (batch.length === 0) return 0;
  const lost = batch.filter(({ tries }) => tries + 1 >= maxTries[failure]);
  const rest = batch.filter((one) => !lost.includes(one));
  const idsOf = (some: readonly WaitingExcerpt[]) => some.map(({ observationId }) => observationId);
  if (rest.length > 0) await noteTrouble(db, idsOf(rest), reason, failure !== "free");
  if (lost.length > 0) {
    await markUnimproved(db, idsOf(lost));
    await dropExcerpts(db, idsOf(lost));
  }
  return lost.length;
}

/** Drops excerpts that no model used in time; where no model is to improve observations, all of them. */
export async function pruneExcerpts({ db, config }: Memory, now = new Date()): Promise<void> {
  const days = improvesObservations(config) ? config["compress.keepDays"] : 0;
  await pruneBefore(db, new Date(now.getTime() - days * 86_400_000).toISOString());
}
