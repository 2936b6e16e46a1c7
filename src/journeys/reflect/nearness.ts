// How similar learnings are: by the vectors of the search index, computed if missing; by shared words if the embedding
// model is unavailable. For reflect and consolidate.

import { sharedTerms } from "../../../libs/language/statement-model.ts";
import { vectorsOf } from "../../indexes/search/document-vectors.ts";
import type { Memory } from "../../memory/memory.ts";
import { type Likeness, likenessOf } from "./judge.ts";

export interface Nearness {
  likeness: Likeness;
  between(one: string, other: string): number;
}

export interface Sentence {
  /** The id of a known learning; its vector may be in the store. */
  id: string | null;
  content: string;
}

const textsAtOnce = 32;

export async function nearnessOf(
  memory: Pick<Memory, "db" | "embedder">,
  sentences: readonly Sentence[],
  onStep: () => Promise<void> | void = () => {},
): Promise<Nearness> {
  const { embedder } = memory;
  const vectors = embedder.dimensions === 0 ? null : await vectorsFor(memory, sentences, onStep);
  if (vectors === null) return { likeness: likenessOf({ id: "off", dimensions: 0 }), between: sharedTerms };
  return {
    likeness: likenessOf(embedder),
    between(one, other) {
      const [a, b] = [vectors.get(one), vectors.get(other)];
      return a && b ? cosine(a, b) : 0;
    },
  };
}

/** Vectors by content; null if the model is unavailable. */
async function vectorsFor(
  { db, embedder }: Pick<Memory, "db" | "embedder">,
  sentences: readonly Sentence[],
  onStep: () => Promise<void> | void,
): Promise<Map<string, Float32Array> | null> {
  const ids = sentences.flatMap(({ id }) => id ?? []);
  const stored = await vectorsOf(db, embedder.id, "learning", ids);
  const vectors = new Map<string, Float32Array>();
  for (const { id, content } of sentences) {
    const vector = id === null ? undefined : stored.get(id);
    if (vector?.length === embedder.dimensions) vectors.set(content, vector);
  }
  const missing = [...new Set(sentences.map(({ content }) => content))].filter((text) => !vectors.has(text));
  for (let from = 0; from < missing.length; from += textsAtOnce) {
    const texts = missing.slice(from, from + textsAtOnce);
    const made = await embedder.embed(texts, "document", "learning").catch(() => null);
    if (made === null) return null;
    for (const [i, text] of texts.entries()) if (made[i]) vectors.set(text, made[i]);
    await onStep();
  }
  return vectors;
}

/** Of two unit vectors. */
function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
