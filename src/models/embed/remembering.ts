// An embedder that remembers the documents it has read last: agents open the same file and run the same command again
// and again, and the same text always gets the same vector.

import { createHash } from "node:crypto";
import type { Embedder } from "./embedder.ts";

/** 384 values each: 1.5 MB. */
const maxRemembered = 1_000;

export function remembering(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array>();

  function keep(key: string, vector: Float32Array): void {
    known.delete(key); // The newest stands last.
    known.set(key, vector);
    const [oldest] = known.keys();
    if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
  }

  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    get isLoaded() {
      return embedder.isLoaded ?? true;
    },
    close: () => embedder.close(),
    async embed(texts, purpose, subject) {
      if (purpose === "query") return embedder.embed(texts, purpose, subject);
      const keys = texts.map((text) => createHash("sha256").update(text).digest("base64"));
      const vectors = new Map(keys.map((key) => [key, known.get(key)]));
      const missing = [...vectors.keys()].filter((key) => vectors.get(key) === undefined);
      const made = await embedder.embed(
        missing.map((key) => texts[keys.indexOf(key)] ?? ""),
        purpose,
        subject,
      );
      for (const [n, key] of missing.entries()) vectors.set(key, made[n]);
      return keys.map((key) => {
        const vector = vectors.get(key) ?? new Float32Array();
        keep(key, vector);
        return vector;
      });
    },
  };
}
