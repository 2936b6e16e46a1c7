// The vectors of the words of a project's symbols, in the store: which words get one, and those that are there. For the job
// that computes them and for search. A symbol has no vector of its own: each would cost 10 ms of CPU time, and a large
// project has a hundred thousand symbols.

import type { Db } from "../../store/schema.ts";
import { encode } from "../search/vectors/quantise.ts";
import { symbolWords } from "./words.ts";

/** Each costs 5 ms of CPU time. The others are rare, and count as near as an average word. */
const maxWords = 8_000;
const rowsAtOnce = 2_000;
const namesAtOnce = 500;

export interface WordPlan {
  /** Words without a vector, those of most symbols first. */
  missing: string[];
  /** Words that no symbol has any more. */
  gone: string[];
}

export async function planWords(
  db: Db,
  projectId: string,
  model: string,
  onStep: () => Promise<void> | void = () => {},
): Promise<WordPlan> {
  const uses = await countWords(db, projectId, onStep);
  const rows = await db
    .selectFrom("symbol_words")
    .select("word")
    .where("project_id", "=", projectId)
    .where("model", "=", model)
    .execute();
  const known = new Set(rows.map(({ word }) => word));
  const chosen = [...uses]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxWords)
    .map(([word]) => word);
  return {
    missing: chosen.filter((word) => !known.has(word)),
    gone: [...known].filter((word) => !uses.has(word)),
  };
}

/** Word → the sum of its weights in all symbols. */
async function countWords(
  db: Db,
  projectId: string,
  onStep: () => Promise<void> | void,
): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("symbols as s")
      .innerJoin("code_files as f", "f.id", "s.file_id")
      .select(["s.id", "s.name", "s.parent", "s.documentation", "f.path"])
      .where("s.project_id", "=", projectId)
      .where("s.id", ">", after)
      .orderBy("s.id")
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows)
      for (const [word, weight] of symbolWords(row)) uses.set(word, (uses.get(word) ?? 0) + weight);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < rowsAtOnce) return uses;
    await onStep();
  }
}

export async function putWordVectors(
  db: Db,
  projectId: string,
  model: string,
  vectors: readonly (readonly [word: string, vector: Float32Array])[],
): Promise<void> {
  if (vectors.length === 0) return;
  await db
    .insertInto("symbol_words")
    .values(vectors.map(([word, vector]) => ({ project_id: projectId, model, word, vector: encode(vector) })))
    .onConflict((conflict) => conflict.columns(["project_id", "model", "word"]).doNothing())
    .execute();
}

/** Takes over the vectors of these words that another project has already; gives the words. */
export async function copyWordVectors(
  db: Db,
  projectId: string,
  model: string,
  words: readonly string[],
): Promise<Set<string>> {
  const copied = new Set<string>();
  for (let at = 0; at < words.length; at += namesAtOnce) {
    const rows = await db
      .selectFrom("symbol_words")
      .select(["word", "vector"])
      .where("model", "=", model)
      .where("project_id", "!=", projectId)
      .where("word", "in", words.slice(at, at + namesAtOnce))
      .execute();
    const vectors = new Map(rows.map(({ word, vector }) => [word, vector]));
    if (vectors.size === 0) continue;
    for (const word of vectors.keys()) copied.add(word);
    await db
      .insertInto("symbol_words")
      .values(Array.from(vectors, ([word, vector]) => ({ project_id: projectId, model, word, vector })))
      .onConflict((conflict) => conflict.columns(["project_id", "model", "word"]).doNothing())
      .execute();
  }
  return copied;
}

export async function dropWords(db: Db, projectId: string, words: readonly string[]): Promise<void> {
  for (let at = 0; at < words.length; at += namesAtOnce)
    await db
      .deleteFrom("symbol_words")
      .where("project_id", "=", projectId)
      .where("word", "in", words.slice(at, at + namesAtOnce))
      .execute();
}

export async function dropOtherModels(db: Db, projectId: string, model: string): Promise<void> {
  await db
    .deleteFrom("symbol_words")
    .where("project_id", "=", projectId)
    .where("model", "!=", model)
    .execute();
}

/** Mapped projects, those mapped last first; only those that this model has read no word of, if one is given. */
export async function mappedProjects(db: Db, max: number, unreadBy?: string): Promise<string[]> {
  const rows = await db
    .selectFrom("code_maps")
    .select("project_id")
    .$if(unreadBy !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) => {
        const words = selectFrom("symbol_words").select("symbol_words.id");
        const own = words.whereRef("symbol_words.project_id", "=", "code_maps.project_id");
        return not(exists(own.where("symbol_words.model", "=", unreadBy ?? "")));
      }),
    )
    .orderBy("mapped_at", "desc")
    .limit(max)
    .execute();
  return rows.map(({ project_id }) => project_id);
}
