// Whether `relevance` is accurate: its value for results, compared with how many of them really answer. On the small
// stores of relevance-samples.ts and on LoCoMo and CoSQA, with questions of other stores that have no answer.

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openSearch } from "../src/indexes/search/search.ts";
import { createEvaluation } from "../src/journeys/eval/eval.ts";
import { openMemory } from "../src/journeys/followers.ts";
import type { Memory } from "../src/memory/memory.ts";
import { trackRecordsOf } from "../src/memory/owners.ts";
import type { Embedder } from "../src/models/embed/embedder.ts";
import { readFlags, shared } from "./flags.ts";
import { sampleStores } from "./relevance-samples.ts";

const flags = readFlags({
  shared: { ...shared, about: 'where the public data is; "" for the small stores only' },
  cache: { value: "FILE", about: "keeps vectors of texts, so that the next run need not make them again" },
  words: { about: "without a model, by words alone" },
});

interface Asked {
  corpus: string;
  query: string;
  gold: readonly string[];
}
interface DataSet {
  corpora: Map<string, { id: string; text: string }[]>;
  queries: Asked[];
}
interface Judged {
  relevance: number;
  answers: boolean;
}

const edges = [0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];
const resultsEach = 10;

for (const [name, set] of await dataSets()) {
  const home = mkdtempSync(join(tmpdir(), "egrel-"));
  const memory = await openMemory({
    env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: flags.words ? "off" : "bundled" },
  });
  try {
    await measure(name, set, flags.cache ? withCache(memory, flags.cache) : memory);
  } finally {
    await memory.close();
    rmSync(home, { recursive: true });
  }
}

async function measure(name: string, { corpora, queries }: DataSet, memory: Memory): Promise<void> {
  const evaluation = createEvaluation(memory);
  for (const [corpus, documents] of corpora) await evaluation.index(corpus, documents);
  const judged: Judged[] = [];
  const firsts = { answerable: [] as number[], unanswerable: [] as number[] };
  for (const { corpus, query, gold } of queries) {
    const found = await evaluation.search(corpus, query, resultsEach);
    for (const { id, score } of found) judged.push({ relevance: score, answers: gold.includes(id) });
    if (found[0]) firsts[gold.length > 0 ? "answerable" : "unanswerable"].push(found[0].score);
  }
  console.log(`\n${name}: ${queries.length} questions${flags.words ? ", by words alone" : ""}`);
  console.log("  said          results   mean said   true");
  for (const [i, low] of edges.slice(0, -1).entries()) {
    const high = edges[i + 1] ?? 1;
    const within = judged.filter(({ relevance }) => relevance >= low && relevance < high);
    if (within.length === 0) continue;
    const said = meanOf(within.map(({ relevance }) => relevance));
    const isTrue = meanOf(within.map(({ answers }) => Number(answers)));
    const cells = [
      String(within.length).padStart(7),
      said.toFixed(2).padStart(11),
      isTrue.toFixed(2).padStart(6),
    ];
    console.log(`  ${low.toFixed(2)} – ${high.toFixed(2)}  ${cells.join(" ")}`);
  }
  const means = [meanOf(firsts.answerable), meanOf(firsts.unanswerable)].map((mean) => mean.toFixed(2));
  console.log(`  the first result, where there is an answer: ${means[0]}, where there is none: ${means[1]}`);
}

async function dataSets(): Promise<[string, DataSet][]> {
  const own: DataSet = { corpora: new Map(), queries: [] };
  for (const [corpus, { documents, questions }] of Object.entries(sampleStores)) {
    own.corpora.set(
      corpus,
      Object.entries(documents).map(([id, text]) => ({ id, text })),
    );
    for (const [query, ...gold] of questions) own.queries.push({ corpus, query, gold });
  }
  const named: [string, DataSet][] = [["small stores", own]];
  if (flags.shared) {
    const path = join(flags.shared, "data/search/lib/datasets.mjs");
    const { loadLocomo, loadCosqa } = await import(pathToFileURL(path).href);
    named.push(["LoCoMo", loadLocomo(undefined, { captions: true })], ["CoSQA", loadCosqa()]);
  }
  return named.map(([name, set], i) => [name, withStrangers(set, named[(i + 1) % named.length]?.[1] ?? set)]);
}

/** A quarter of the questions come from another store. */
function withStrangers(set: DataSet, other: DataSet): DataSet {
  const corpora = [...set.corpora.keys()];
  const all = set.queries.length;
  const strangers = Array.from({ length: Math.ceil(all / 3) }, (_, i): Asked => {
    const query = other.queries[(i * 7) % other.queries.length]?.query ?? "";
    const home = other.queries[(i * 7) % other.queries.length]?.corpus;
    return {
      corpus: corpora.filter((corpus) => corpus !== home)[i % (corpora.length - 1 || 1)] ?? "",
      query,
      gold: [],
    };
  });
  return { corpora: set.corpora, queries: [...set.queries, ...strangers] };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** The same memory with a caching embedder. */
function withCache(memory: Memory, path: string): Memory {
  const known = new Map<string, Float32Array>();
  for (const line of existsSync(path) ? readFileSync(path, "utf8").split("\n") : []) {
    const [key = "", text = ""] = line.split(" ");
    const bytes = Buffer.from(text, "base64");
    if (key)
      known.set(key, new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)));
  }
  const embedder: Embedder = {
    ...memory.embedder,
    async embed(texts, purpose, subject) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const key = createHash("sha1").update(text).digest("hex");
        let vector = known.get(key);
        if (!vector) {
          [vector = new Float32Array(0)] = await memory.embedder.embed([text], purpose, subject);
          known.set(key, vector);
          appendFileSync(
            path,
            `${key} ${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64")}\n`,
          );
        }
        vectors.push(vector);
      }
      return vectors;
    },
  };
  return {
    ...memory,
    embedder,
    search: openSearch(memory.db, embedder, join(memory.paths.home, "vectors"), trackRecordsOf),
  };
}
