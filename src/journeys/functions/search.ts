// search in the function library, through the one search index.

import type { Memory } from "../../memory/memory.ts";
import type { LibraryFunction } from "../../protocol/functions.ts";
import { everywhere } from "../../protocol/scope.ts";
import { asFunction, rowOf } from "../../rooms/functions/room.ts";

export type FoundFunction = LibraryFunction & { relevance: number };

/** In a small library everything is among the nearest; what has nothing to do with the query is not. */
const leastRelevant = 0.05;

export async function findFunctions(memory: Memory, query: string, limit: number): Promise<FoundFunction[]> {
  const found = await memory.search.find(query, {
    scope: { projects: everywhere, kind: "function" },
    limit,
    embeddingWithinMs: 1_000,
  });
  const functions: FoundFunction[] = [];
  for (const { document, relevance } of found) {
    if (relevance < leastRelevant) continue;
    const row = await rowOf(memory.db, document.owner_id);
    // The index may still know one that was just deleted.
    if (row) functions.push({ ...(await asFunction(memory.db, row)), relevance });
  }
  return functions;
}

const similarShown = 3;
const leastSimilar = 0.1;

/** Names of functions that do something similar. */
export async function similarTo(
  memory: Memory,
  one: { name: string; description: string },
): Promise<string[]> {
  const words = `${one.name.replaceAll("_", " ")} ${one.description}`;
  const found = await findFunctions(memory, words, similarShown + 1);
  return found
    .filter(({ name, relevance }) => name !== one.name && relevance >= leastSimilar)
    .slice(0, similarShown)
    .map(({ name }) => name);
}
