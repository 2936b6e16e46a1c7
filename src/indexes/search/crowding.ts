// Which of the documents near a question are near it alone. Hundreds of similar texts lie close together, and each of them is
// as near to any question as the next one; a text that has no such neighbours and is as near means more. So the nearest
// are ordered by how near they are to the question less how near they are to each other.
//
// That finds a statement in other words than the question's. What people said in a talk lies among other words on the same
// thing and is found by the question alone, so the two orders take turns.
//
// Numbers chosen on bench/other-words.ts and 40 further pairs of a note and a question: of 70 notes among 5,000, 46 are among the
// six nearest without, 56 less what is crowded, 55 in turns; of LoCoMo's answers (two talks) 29 %, 18 % and 26 %.

import type { Db } from "../../store/schema.ts";
import { decode } from "./vectors/quantise.ts";

/** Whose distance to each other is part of the order. */
const neighbours = 10;
const share = 0.75;

interface Near {
  key: number;
  score: number;
}

/** The same documents, the least crowded and the nearest in turns. */
export async function alsoLeastCrowded(
  db: Db,
  model: string,
  nearest: readonly Near[],
  cosines: ReadonlyMap<number, number>,
): Promise<Near[]> {
  const apart = await leastCrowdedFirst(db, model, cosines);
  const scores = new Map(nearest.map(({ key, score }) => [key, score]));
  const keys = new Set<number>();
  for (const [i, { key }] of nearest.entries()) {
    const alone = apart[i];
    if (alone) keys.add(alone.key);
    keys.add(key);
  }
  return Array.from(keys, (key) => ({ key, score: scores.get(key) ?? 0 }));
}

/** `cosines`: how near each is to the question. */
async function leastCrowdedFirst(
  db: Db,
  model: string,
  cosines: ReadonlyMap<number, number>,
): Promise<Near[]> {
  const rows = await db
    .selectFrom("document_vectors")
    .select(["document_seq", "vector"])
    .where("model", "=", model)
    .where("document_seq", "in", [...cosines.keys()])
    .execute();
  const crowding = crowdingOf(rows.map(({ vector }) => decode(vector)));
  return rows
    .map(({ document_seq }, i) => {
      const key = Number(document_seq);
      return { key, score: (cosines.get(key) ?? 0) - share * (crowding[i] ?? 0) };
    })
    .sort((a, b) => b.score - a.score || b.key - a.key);
}

/** Of each vector the mean cosine to its nearest neighbours among the others. */
export function crowdingOf(vectors: readonly Float32Array[]): number[] {
  const cosines = vectors.map(() => [] as number[]);
  for (const [i, one] of vectors.entries()) {
    for (let j = 0; j < i; j++) {
      const cosine = dot(one, vectors[j] ?? one);
      cosines[i]?.push(cosine);
      cosines[j]?.push(cosine);
    }
  }
  return cosines.map((all) => {
    const nearest = all.sort((a, b) => b - a).slice(0, neighbours);
    return nearest.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, nearest.length);
  });
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
