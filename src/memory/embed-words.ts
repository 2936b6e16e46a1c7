// embed-words: computes the vectors of the words of a project's symbols, by which search finds symbols in other words than
// their names. Runs as a job while the client is silent, after all documents have their vectors, in small steps.

import {
  copyWordVectors,
  dropOtherModels,
  dropWords,
  mappedProjects,
  planWords,
  putWordVectors,
} from "../indexes/codemap/word-vectors.ts";
import { hasToEmbed } from "../indexes/search/document-vectors.ts";
import { enqueue } from "../store/jobs.ts";
import { untilSilence } from "./embed.ts";
import type { Memory } from "./memory.ts";

/** A third of a second of the bundled model. */
const wordsAtOnce = 64;
/** Edits come in bursts, and few bring a new word. */
const gatherMs = 10 * 60_000;
const afterDocumentsMs = 30_000;
const patience = { silenceMs: 2_000, maxWaitMs: 10 * 60_000, checkEveryMs: 1_000 };
/** Projects mapped longer ago wait until they are mapped again. */
const maxAtOnce = 50;

export async function embedWordsSoon(
  { db, embedder }: Memory,
  projectId: string,
  withinMs = gatherMs,
): Promise<void> {
  if (embedder.dimensions === 0) return;
  const runAt = new Date(Date.now() + withinMs);
  await enqueue(db, { kind: "embed-words", key: projectId, payload: { projectId }, runAt });
}

/** When derived data is rebuilt; after a start those projects that the model has not read yet. */
export async function embedAllWordsSoon(memory: Memory, only: "all" | "unread"): Promise<void> {
  const { db, embedder } = memory;
  if (embedder.dimensions === 0) return;
  const unreadBy = only === "unread" ? embedder.id : undefined;
  for (const projectId of await mappedProjects(db, maxAtOnce, unreadBy))
    await embedWordsSoon(memory, projectId, 0);
}

export async function embedWords(
  memory: Memory,
  projectId: string,
  onStep: () => Promise<void> | void = () => {},
): Promise<void> {
  const { db, embedder } = memory;
  if (embedder.dimensions === 0) return;
  const model = embedder.id;
  const plan = await planWords(db, projectId, model, onStep);
  await dropWords(db, projectId, plan.gone);
  const copied = await copyWordVectors(db, projectId, model, plan.missing);
  const missing = plan.missing.filter((word) => !copied.has(word));
  for (let from = 0; from < missing.length; from += wordsAtOnce) {
    if (await hasToEmbed(db, model)) return embedWordsSoon(memory, projectId, afterDocumentsMs);
    await untilSilence(memory, onStep, patience);
    const words = missing.slice(from, from + wordsAtOnce);
    const vectors = await embedder.embed(words, "document", "code");
    await putWordVectors(
      db,
      projectId,
      model,
      words.flatMap((word, i) => {
        const vector = vectors[i];
        return vector ? [[word, vector] as const] : [];
      }),
    );
    await onStep();
  }
  await dropOtherModels(db, projectId, model);
}
