// embed: documents without a vector get one. Runs as a job, in small steps, and starts again where it was killed.

import { indexVectors } from "../indexes/search/document-vectors.ts";
import type { Memory } from "../memory.ts";

export async function embedPending(memory: Memory, onStep: (done: number) => Promise<void> | void = () => {}): Promise<number> {
  let done = 0;
  for (;;) {
    const embedded = await indexVectors(memory.db, memory.embedder);
    if (embedded === 0) return done;
    done += embedded;
    await onStep(done);
  }
}
