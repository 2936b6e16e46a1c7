// Which symbols matter most: PageRank over the calls, weighted by confidence and drawn towards what the task is about
// (changed files, mentioned names). Pure.

import type { Edge } from "./calls.ts";

const damping = 0.85;
const rounds = 30;

/** The rank of each id; they add up to 1. `interest` has the ids that the task is about, with weights. */
export function rankSymbols(
  ids: readonly string[],
  edges: readonly Edge[],
  interest: ReadonlyMap<string, number>,
): Map<string, number> {
  const size = ids.length;
  if (size === 0) return new Map();
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const start = startOf(ids, interest);
  const links = edges.flatMap(({ from, to, confidence }) => {
    const [a, b] = [indexOf.get(from), indexOf.get(to)];
    return a === undefined || b === undefined || a === b ? [] : [{ a, b, weight: Math.max(0, confidence) }];
  });
  const out = new Float64Array(size);
  for (const { a, weight } of links) out[a] = (out[a] ?? 0) + weight;
  let rank = Float64Array.from(start);
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size);
    let dangling = 0;
    for (let i = 0; i < size; i++) if (out[i] === 0) dangling += rank[i] ?? 0;
    for (const { a, b, weight } of links)
      next[b] = (next[b] ?? 0) + ((rank[a] ?? 0) * weight) / (out[a] ?? 1);
    for (let i = 0; i < size; i++)
      next[i] = damping * ((next[i] ?? 0) + dangling * (start[i] ?? 0)) + (1 - damping) * (start[i] ?? 0);
    rank = next;
  }
  return new Map(ids.map((id, index) => [id, rank[index] ?? 0]));
}

/** Half of the start is spread evenly: what the task is about must not hide everything else. */
function startOf(ids: readonly string[], interest: ReadonlyMap<string, number>): Float64Array {
  const wanted = ids.map((id) => Math.max(0, interest.get(id) ?? 0));
  const total = wanted.reduce((sum, weight) => sum + weight, 0);
  return Float64Array.from(wanted, (weight) =>
    total === 0 ? 1 / ids.length : (0.5 * weight) / total + 0.5 / ids.length,
  );
}
