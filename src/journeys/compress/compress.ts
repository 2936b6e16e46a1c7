// compress: what rules have shortened is told better by a model, in batches, by a job. An observation never waits for
// it, and whatever happens to the model, the offline words stay until better ones are in the store.

import { createHash } from "node:crypto";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory.ts";
import type { OutputOf } from "../../protocol/operations.ts";
import {
  batchOf,
  countWaiting,
  dropRaw,
  improvedBy,
  improveObservation,
  markUnimproved,
  nextBatch,
  noteTrouble,
  pruneRaw,
  requestFor,
  type Waiting,
} from "../../rooms/episodic/room.ts";
import { enqueue, jobsOfKind, replaceJobs } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import type { AskModel } from "../ask-model.ts";
import { cleanerOfSessions } from "../capture/without-secrets.ts";
import { ratioOf } from "../report/measure.ts";

const jobKey = "pending";
/** A batch is worth a call; a session's tool uses come every few seconds. */
const gatherMs = 20_000;

const batchSize = { items: 6, characters: 20_000 };
/**
 * After so many tries an observation stays offline. An answer that cannot be used will hardly be better the third time
 * (the first was in a batch, the second alone); an answer that never came may, when the server is well again.
 */
const mostTries = { wrong: 2, lost: 6, free: Number.POSITIVE_INFINITY };
type Failure = keyof typeof mostTries;

export type Compressed = { improved: number; gaveUp: number } & (
  | { status: "done" }
  | { status: "capped"; until: string }
  | { status: "unavailable"; reason: string }
);

export interface CompressOptions {
  /** The batch that was under way when the last worker was killed: asked for again by the same key. */
  batch?: readonly string[] | undefined;
  onBatch?: ((observationIds: readonly string[]) => Promise<void> | void) | undefined;
  signal?: AbortSignal | undefined;
}

export async function enqueueCompression(db: Db, now = new Date()): Promise<void> {
  await enqueue(db, { kind: "compress", key: jobKey, runAt: new Date(now.getTime() + gatherMs) });
}

/** Also where it was put off: the user has asked for it. */
export async function compressNow(db: Db, runAt = new Date()): Promise<void> {
  await replaceJobs(db, { kind: "compress", key: jobKey, runAt });
}

export async function compressPending(
  memory: Memory,
  ask: AskModel,
  { batch: interrupted = [], onBatch, signal }: CompressOptions = {},
): Promise<Compressed> {
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
  batch: readonly Waiting[],
  signal: AbortSignal | undefined,
): Promise<Compressed> {
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
    // What was answered, but wrongly, is no reason to leave the others waiting.
    if (failure === "wrong") return { status: "done", improved: 0, gaveUp };
    return { status: "unavailable", reason, improved: 0, gaveUp };
  }
  const provider = `${asked.provider}/${asked.model}`;
  const items = clean.deep(asked.value.items) as Parameters<typeof improvedBy>[1];
  const { improved, tokens, gaveUp } = await apply(memory.db, batch, items, provider);
  memory.events.record({
    type: "compress.done",
    sessionId,
    data: { observations: improved, rawBytes, tokens, ratio: ratioOf([{ rawBytes, tokens }]), provider },
    durationMs: performance.now() - started,
    tokensIn: asked.usage.input + (asked.usage.cacheRead ?? 0),
    tokensOut: asked.usage.output,
  });
  return { status: "done", improved, gaveUp };
}

/** The same batch asks under the same key, so that the ledger knows a second call from a lost first one. */
function callKeyOf(batch: readonly Waiting[]): string {
  const ids = batch.map(({ observationId }) => observationId).join(" ");
  const tries = batch[0]?.tries ?? 0;
  return `compress:${createHash("sha256").update(`${ids} ${tries}`).digest("hex").slice(0, 24)}`;
}

/** Better words, their documents and the end of the waiting, all in one transaction. */
async function apply(
  db: Db,
  batch: readonly Waiting[],
  items: Parameters<typeof improvedBy>[1],
  provider: string,
): Promise<{ improved: number; tokens: number; gaveUp: number }> {
  const better = improvedBy(batch, items);
  const missing = batch.filter((_, i) => better[i] === null);
  return db.transaction().execute(async (tx) => {
    let [improved, tokens] = [0, 0];
    for (const [i, { observationId }] of batch.entries()) {
      const told = better[i];
      if (!told) continue;
      const kept = countTokens(told.title + told.summary + told.detail);
      if (await improveObservation(tx, observationId, { ...told, tokens: kept, provider })) improved++;
      tokens += kept;
      await dropRaw(tx, [observationId]);
    }
    const gaveUp = await putBack(tx, missing, "the model left it out", "wrong");
    return { improved, tokens, gaveUp };
  });
}

/** What was paid for and could not be used was answered wrongly, unless nobody knows what was paid. */
function failureOf(costs: readonly unknown[]): Failure {
  if (costs.length === 0) return "free";
  return costs.at(-1) === "unknown" ? "lost" : "wrong";
}

/** Back to the waiting ones with the reason, or offline for good, with a mark; gives how many of the latter. */
async function putBack(db: Db, batch: readonly Waiting[], reason: string, failure: Failure): Promise<number> {
  if (batch.length === 0) return 0;
  const lost = batch.filter(({ tries }) => tries + 1 >= mostTries[failure]);
  const rest = batch.filter((one) => !lost.includes(one));
  const idsOf = (some: readonly Waiting[]) => some.map(({ observationId }) => observationId);
  if (rest.length > 0) await noteTrouble(db, idsOf(rest), reason, failure !== "free");
  if (lost.length > 0) {
    await markUnimproved(db, idsOf(lost));
    await dropRaw(db, idsOf(lost));
  }
  return lost.length;
}

/** What no model came for in time stays as the rules have made it; without a model no excerpt stays at all. */
export async function pruneExcerpts({ db, config }: Memory, now = new Date()): Promise<void> {
  const days = config["llm.provider"] === "offline" ? 0 : config["compress.keepDays"];
  await pruneRaw(db, new Date(now.getTime() - days * 86_400_000).toISOString());
}

export async function compressionState({ db, config }: Memory): Promise<OutputOf<"compress.state">> {
  const provider = config["llm.provider"];
  const jobs = await jobsOfKind(db, "compress");
  const job = (["running", "pending", "failed"] as const)
    .map((state) => jobs.find((one) => one.state === state))
    .find((one) => one !== undefined);
  const { waiting, trouble } = await countWaiting(db);
  return {
    model: provider === "offline" ? null : [provider, config["llm.model"]].filter(Boolean).join("/"),
    waiting,
    state: job === undefined ? "idle" : job.state === "pending" ? "waiting" : job.state,
    trouble: job?.error ?? trouble,
    nextAt: job?.state === "pending" ? job.run_at : null,
  };
}
