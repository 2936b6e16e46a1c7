// Finds symbols by meaning: a question's vector is compared with those of the words of a project, and a symbol is as near as
// the sum of its words' vectors would be. For search. Nothing but words has a vector, so a project of 100,000 symbols
// costs a few thousand comparisons; what each symbol's words are is kept in memory, by file.

import type { Db } from "../../store/schema.ts";
import { createBest } from "../search/vectors/best.ts";
import { createFlat, type Flat } from "../search/vectors/flat.ts";
import { blobBytes, decode } from "../search/vectors/quantise.ts";
import { symbolWords } from "./words.ts";

/** A question as the model has read it. */
export interface ReadQuestion {
  model: string;
  vector: Float32Array;
}

interface NearSymbol {
  id: string;
  /** How many standard deviations nearer than an average symbol of the project. */
  nearness: number;
}

export interface SymbolMeaning {
  /** The nearest symbols of a project, the best first; none before its words have vectors. */
  nearest(projectId: string, question: ReadQuestion, limit: number): Promise<NearSymbol[]>;
}

/** Projects in memory: 150 bytes a symbol. */
const maxProjects = 4;
const filesAtOnce = 200;

export function createSymbolMeaning(db: Db): SymbolMeaning {
  const projects = new Map<string, Promise<Project>>();

  async function opened(projectId: string, { model, vector }: ReadQuestion): Promise<Project> {
    const key = `${projectId} ${model}`;
    const before = projects.get(key) ?? Promise.resolve(emptyProject(vector.length));
    // One after the other: two that read the same rows at once would count them twice.
    const next = before.then(
      (project) => refresh(db, project, projectId, model),
      () => refresh(db, emptyProject(vector.length), projectId, model),
    );
    projects.delete(key); // The newest comes last.
    projects.set(key, next);
    const [oldest] = projects.keys();
    if (projects.size > maxProjects && oldest !== undefined) projects.delete(oldest);
    return next;
  }

  return {
    async nearest(projectId, question, limit) {
      const project = await opened(projectId, question);
      return project.vectors.size === 0 ? [] : nearestIn(project, question.vector, limit);
    },
  };
}

interface FileWords {
  hash: string;
  ids: string[];
  /** Where each symbol's words begin; one more than there are symbols. */
  starts: Uint32Array;
  words: Uint32Array;
  weights: Float32Array;
}

interface Project {
  numbers: Map<string, number>;
  files: Map<number, FileWords>;
  vectors: Flat;
  /** The sum of all word vectors: tells how near words are to each other on average. */
  sum: Float64Array;
  /** The last row of `symbol_words` that was read. */
  upTo: number;
}

function emptyProject(dimensions: number): Project {
  return {
    numbers: new Map(),
    files: new Map(),
    vectors: createFlat(dimensions),
    sum: new Float64Array(dimensions),
    upTo: 0,
  };
}

async function refresh(db: Db, project: Project, projectId: string, model: string): Promise<Project> {
  const read = await readVectors(db, project, projectId, model);
  if (read.vectors.size > 0) await readFiles(db, read, projectId);
  return read;
}

async function readVectors(db: Db, project: Project, projectId: string, model: string): Promise<Project> {
  const rows = await db
    .selectFrom("symbol_words")
    .select(["id", "word", "vector"])
    .where("project_id", "=", projectId)
    .where("model", "=", model)
    .where("id", ">", project.upTo)
    .orderBy("id")
    .execute();
  const { dimensions } = project.vectors;
  for (const { id, word, vector } of rows) {
    project.upTo = Number(id);
    if (vector.length !== blobBytes(dimensions)) continue;
    const number = numberOf(project, word);
    if (project.vectors.has(number)) continue;
    project.vectors.add(number, vector);
    decode(vector).forEach((value, i) => {
      project.sum[i] = (project.sum[i] ?? 0) + value;
    });
  }
  return project;
}

function numberOf({ numbers }: Project, word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  numbers.set(word, numbers.size);
  return numbers.size - 1;
}

/** Reads files that are new or have changed. */
async function readFiles(db: Db, project: Project, projectId: string): Promise<void> {
  const rows = await db
    .selectFrom("code_files")
    .select(["id", "path", "content_hash"])
    .where("project_id", "=", projectId)
    .where("state", "!=", "skipped")
    .execute();
  const present = new Set(rows.map(({ id }) => Number(id)));
  for (const id of project.files.keys()) if (!present.has(id)) project.files.delete(id);
  const changed = rows.filter(({ id, content_hash }) => project.files.get(Number(id))?.hash !== content_hash);
  for (let at = 0; at < changed.length; at += filesAtOnce) {
    const part = changed.slice(at, at + filesAtOnce);
    const symbols = await db
      .selectFrom("symbols")
      .select(["id", "file_id", "name", "parent", "documentation"])
      .where(
        "file_id",
        "in",
        part.map(({ id }) => id),
      )
      .execute();
    const byFile = Map.groupBy(symbols, ({ file_id }) => Number(file_id));
    for (const { id, path, content_hash } of part) {
      const described = (byFile.get(Number(id)) ?? []).map((symbol) => ({ ...symbol, path }));
      project.files.set(Number(id), fileWords(project, content_hash, described));
    }
  }
}

function fileWords(
  project: Project,
  hash: string,
  symbols: readonly (Parameters<typeof symbolWords>[0] & { id: string })[],
): FileWords {
  const starts = new Uint32Array(symbols.length + 1);
  const words: number[] = [];
  const weights: number[] = [];
  for (const [i, symbol] of symbols.entries()) {
    for (const [word, weight] of symbolWords(symbol)) {
      words.push(numberOf(project, word));
      weights.push(weight);
    }
    starts[i + 1] = words.length;
  }
  return {
    hash,
    ids: symbols.map(({ id }) => id),
    starts,
    words: Uint32Array.from(words),
    weights: Float32Array.from(weights),
  };
}

/**
 * The cosine of the question with Σ gᵢ xᵢ is Σ gᵢ cosᵢ / |Σ gᵢ xᵢ|, and the length follows from how near words are to each
 * other on average (c): √((1 − c) Σ gᵢ² + c (Σ gᵢ)²). With the true length recall@10 is the same.
 */
function nearestIn(project: Project, vector: Float32Array, limit: number): NearSymbol[] {
  const cosines = cosinesOf(project, vector);
  const rarity = rarityOf(project);
  const mutual = mutualCosine(project);
  const best = createBest(limit);
  const ids: string[] = [];
  let [sum, squares] = [0, 0];
  for (const { ids: own, starts, words, weights } of project.files.values()) {
    for (const [i, id] of own.entries()) {
      let [near, all, square] = [0, 0, 0];
      for (let at = starts[i] ?? 0; at < (starts[i + 1] ?? 0); at++) {
        const word = words[at] ?? 0;
        const weight = (weights[at] ?? 0) * (rarity[word] ?? 0);
        near += weight * (cosines[word] ?? 0);
        all += weight;
        square += weight * weight;
      }
      const length = Math.sqrt((1 - mutual) * square + mutual * all * all);
      const cosine = length > 0 ? near / length : 0;
      best.offer(ids.length, cosine);
      ids.push(id);
      sum += cosine;
      squares += cosine * cosine;
    }
  }
  const mean = sum / Math.max(1, ids.length);
  const deviation = Math.sqrt(Math.max(1e-9, squares / Math.max(1, ids.length) - mean * mean));
  return best
    .ranked()
    .map(({ key, score }) => ({ id: ids[key] ?? "", nearness: (score - mean) / deviation }));
}

/** By number of the word; a word without a vector is as near as the average one. */
function cosinesOf({ numbers, vectors }: Project, vector: Float32Array): Float32Array {
  const scores = vectors.scoresOf(vector, numbers.values());
  let sum = 0;
  for (const score of scores.values()) sum += score;
  const cosines = new Float32Array(numbers.size).fill(sum / Math.max(1, scores.size));
  for (const [number, score] of scores) cosines[number] = score;
  return cosines;
}

/** A word that many symbols have says little about each. */
function rarityOf({ numbers, files }: Project): Float32Array {
  const uses = new Float32Array(numbers.size);
  let symbols = 0;
  for (const { ids, words } of files.values()) {
    symbols += ids.length;
    for (const word of words) uses[word] = (uses[word] ?? 0) + 1;
  }
  return uses.map((count) => Math.log(1 + symbols / (1 + count)));
}

function mutualCosine({ sum, vectors }: Project): number {
  let squares = 0;
  for (const value of sum) squares += (value / vectors.size) ** 2;
  return Math.min(0.9, squares);
}
