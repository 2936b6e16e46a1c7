// embed: documents without a vector get one. Runs as a job, in small steps, and goes on where it was killed.

import { setTimeout as pause } from "node:timers/promises";
import {
  hasToEmbed,
  indexVectors,
  markComplete,
  vectorProgress,
} from "../indexes/search/document-vectors.ts";
import { embedJob } from "../indexes/search/documents.ts";
import { preparePgvector } from "../indexes/search/pgvector.ts";
import { embedSettings, type Memory } from "../memory.ts";
import { enqueue } from "../store/jobs.ts";

export { vectorProgress };

/** The file is written as a whole, and once more when the daemon stops. */
const newEnoughToSave = 2_000;

export async function embedPending(
  memory: Memory,
  onStep: () => Promise<void> | void = () => {},
): Promise<number> {
  const { db, embedder, search } = memory;
  if (embedder.dimensions === 0) return 0;
  await preparePgvector(db, embedder, onStep);
  const done = await embedAll(memory, onStep);
  const { apiKey: _, ...settings } = embedSettings(memory.config, memory.paths);
  search.serve(embedder);
  await markComplete(db, embedder.id, JSON.stringify(settings));
  await search.save(newEnoughToSave);
  return done;
}

interface Patience {
  /** A client that has been silent for so long is not at work, or thinks. */
  silenceMs: number;
  /** Whoever works without a pause shall find what was done all the same. */
  longestWaitMs: number;
  lookEveryMs: number;
}
const patience: Patience = { silenceMs: 2_000, longestWaitMs: 30_000, lookEveryMs: 500 };
const lastWork = new WeakMap<Memory, number>();

/** To be called when something was captured. */
export function noteWork(memory: Memory): void {
  lastWork.set(memory, performance.now());
}

/** The model would take the machine from the client at work. */
export async function untilSilence(
  memory: Memory,
  onStep: () => Promise<void> | void,
  { silenceMs, longestWaitMs, lookEveryMs }: Patience = patience,
): Promise<void> {
  const end = performance.now() + longestWaitMs;
  const isAtWork = () => performance.now() - (lastWork.get(memory) ?? Number.NEGATIVE_INFINITY) < silenceMs;
  while (isAtWork() && performance.now() < end) {
    await pause(lookEveryMs);
    await onStep();
  }
}

/** After a change of model, or a failure that a restart may have mended. */
export async function enqueueEmbedding({ db, embedder }: Memory): Promise<void> {
  if (embedder.dimensions === 0) return;
  if (await hasToEmbed(db, embedder.id)) await enqueue(db, { kind: embedJob, key: "documents" });
}

/** From the newest document to the oldest, and again for what came meanwhile, until there is nothing left. */
async function embedAll({ db, embedder }: Memory, onStep: () => Promise<void> | void): Promise<number> {
  let done = 0;
  for (let isOver = false; !isOver; ) {
    isOver = true;
    let step = await indexVectors(db, embedder);
    while (step) {
      isOver = false;
      done += step.documents;
      await onStep();
      step = await indexVectors(db, embedder, step.oldest);
    }
  }
  return done;
}
