// embed: documents without a vector get one. Runs as a job, in small steps, and goes on where it was killed.

import { indexVectors, markComplete, vectorProgress } from "../indexes/search/document-vectors.ts";
import { embedSettings, type Memory } from "../memory.ts";

export { vectorProgress };

export async function embedPending(
  memory: Memory,
  onStep: () => Promise<void> | void = () => {},
): Promise<number> {
  const { db, embedder, search } = memory;
  if (embedder.dimensions === 0) return 0;
  let done = 0;
  for (;;) {
    const embedded = await indexVectors(db, embedder);
    if (embedded === 0) break;
    done += embedded;
    await onStep();
  }
  const { apiKey: _, ...settings } = embedSettings(memory.config, memory.paths);
  await markComplete(db, embedder.id, JSON.stringify(settings));
  search.serve(embedder);
  await search.save();
  return done;
}
