// embed: computes the missing vectors of documents. Runs as a job, in small steps, and resumes after a kill.

import { setTimeout as pause } from "node:timers/promises";
import {
  hasToEmbed,
  indexVectors,
  markComplete,
  planVectors,
  vectorProgress,
} from "../indexes/search/document-vectors.ts";
import { preparePgvector } from "../indexes/search/pgvector.ts";
import { enqueue } from "../store/jobs.ts";
import { embedSettings, type Memory } from "./memory.ts";

export { vectorProgress };

/** The file is written as a whole, and once more when the daemon stops. */
const newEnoughToSave = 2_000;

const documentsAtOnce = 16;

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
  /** A client that has been silent for so long is not working, or is thinking. */
  silenceMs: number;
  /** Without any pause, documents are embedded after this time. */
  maxWaitMs: number;
  checkEveryMs: number;
}
const patience: Patience = { silenceMs: 2_000, maxWaitMs: 30_000, checkEveryMs: 500 };

/** Waits until the client is silent: the model would compete with it for the processor. */
export async function untilSilence(
  { activity }: Memory,
  onStep: () => Promise<void> | void,
  { silenceMs, maxWaitMs, checkEveryMs }: Patience = patience,
): Promise<void> {
  const end = performance.now() + maxWaitMs;
  const isClientBusy = () => performance.now() - activity.capturedAt < silenceMs;
  while (isClientBusy() && performance.now() < end) {
    await pause(checkEveryMs);
    await onStep();
  }
}

/** After a change of model, or a failure that a restart may have mended. */
export async function enqueueEmbedding({ db, embedder }: Memory): Promise<void> {
  if (embedder.dimensions === 0) return;
  if (await hasToEmbed(db, embedder.id)) await enqueue(db, { kind: "embed", key: "documents" });
}

/** Repeated for documents that were added meanwhile, until none is left. */
async function embedAll({ db, embedder }: Memory, onStep: () => Promise<void> | void): Promise<number> {
  let done = 0;
  for (;;) {
    const planned = await planVectors(db, embedder.id);
    if (planned.length === 0) return done;
    for (let from = 0; from < planned.length; from += documentsAtOnce) {
      const seqs = planned.slice(from, from + documentsAtOnce);
      await indexVectors(db, embedder, seqs);
      done += seqs.length;
      await onStep();
    }
  }
}
