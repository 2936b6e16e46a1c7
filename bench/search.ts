// How good and how fast search is, for tellback's maintainers.
// Quality: recall and MRR on the data sets, through the product, for full text alone, vectors alone, and both.
// Other words: how many of the questions that share no word with their answer an explicit search answers, of 5,000 notes.
// Scale: a store of generated documents, search next to a bare FTS5 query and a bare vector scan in the same run.

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Retrievers } from "../src/indexes/search/fuse.ts";
import { openSearch } from "../src/indexes/search/search.ts";
import { createEvaluation, type Evaluation } from "../src/journeys/eval/eval.ts";
import { openMemory } from "../src/journeys/followers.ts";
import type { Memory } from "../src/memory/memory.ts";
import { trackRecordsOf } from "../src/memory/owners.ts";
import type { Embedder } from "../src/models/embed/embedder.ts";
import { readFlags, shared } from "./flags.ts";
import { measureOtherWords, otherWordsBar } from "./other-words.ts";
import { bareIndex } from "./search-bare.ts";
import { measureScale, type ScaleResult, type Timed, timeEmbedding } from "./search-scale.ts";

const flags = readFlags({
  shared,
  data: {
    value: "LIST",
    default: "locomo,cosqa,prs-clippy,code-scrapy",
    about: 'data sets; "" for none. CoSQA embeds 6,267 functions: minutes',
  },
  sizes: {
    value: "LIST",
    default: "1000,10000,100000",
    about: 'documents in the scale part; "" for none; 1000000 takes an hour',
  },
  ways: { value: "LIST", default: "bare,text,meaning,both", about: "of searching the data sets" },
  otherWords: { about: "ask 5,000 notes for seventy of them in other words" },
  cache: { value: "FILE", about: "keeps vectors of texts, so that the next run need not make them again" },
  json: { about: "the figures as JSON" },
});

interface DataSet {
  corpora: Map<string, Parameters<Evaluation["index"]>[1]>;
  queries: { corpus: string; query: string; cat: string; gold: string[] }[];
  /** The categories that count together. */
  headlineCats: string[];
}
interface Quality {
  dataSet: string;
  category: string;
  questions: number;
  way: Way;
  recall: Record<5 | 10 | 20, number>;
  mrr: number;
}
interface Answered {
  /** Its place in the data set. */
  number: number;
  category: string;
  recall: Record<5 | 10 | 20, number>;
  reciprocal: number;
}

/** `bare` is a plain FTS5 table with SQLite's own stemmer, without common words. */
type Way = Retrievers | "bare";
const ways: readonly Way[] = ["bare", "text", "meaning", "both"];
const wayNames: Record<Way, string> = {
  bare: "bare FTS5",
  text: "full text",
  meaning: "vectors",
  both: "fused",
};
/** DESIGN.md: search costs at most this many times the sum of its parts. */
const bar = 2;

const known = readVectors();
const quality: Quality[] = [];
for (const name of listOf(flags.data)) quality.push(...(await measureQuality(name)));
if (!flags.json) printQuality();

const otherWords = flags.otherWords ? await inMemory(measureOtherWords) : null;
if (otherWords && !flags.json) printOtherWords(otherWords);

const sizes = listOf(flags.sizes).map(Number);
const embedding = sizes.length > 0 ? await timeEmbedding() : { bare: 0, product: 0 };
if (!flags.json && sizes.length > 0) printScaleHead();
const scale: (ScaleResult & { ratio: number })[] = [];
for (const size of sizes) {
  const result = await measureScale(size);
  scale.push({ ...result, ratio: ratioOf(result) });
  if (!flags.json) printScale(result);
}
if (flags.json) console.log(JSON.stringify({ quality, otherWords, embedding, bar, scale }, null, 2));

async function measureQuality(name: string): Promise<Quality[]> {
  const library = pathToFileURL(resolve(flags.shared, "data/search/lib/datasets.mjs")).href;
  const { loadLocomo, loadCosqa, loadJson } = (await import(library)) as Record<
    string,
    (file?: string) => DataSet
  >;
  const file = resolve(flags.shared, `data/search/${name}.json`);
  const load = { locomo: loadLocomo, cosqa: loadCosqa }[name] ?? (() => loadJson?.(file));
  const data = load();
  if (!data) throw new Error(`no data set is called ${name}`);
  const measured: Quality[] = [];
  for (const way of ways.filter((one) => listOf(flags.ways).includes(one))) {
    const answered = way === "bare" ? await answersByBare(data) : await answersTo(data, way);
    const categories = [...new Set(answered.map(({ category }) => category))];
    const headline = answered.filter(({ category }) => data.headlineCats.includes(category));
    const row = (category: string, of: Answered[]): Quality => ({
      dataSet: name,
      category,
      questions: of.length,
      way,
      recall: {
        5: mean(of.map(({ recall }) => recall[5])),
        10: mean(of.map(({ recall }) => recall[10])),
        20: mean(of.map(({ recall }) => recall[20])),
      },
      mrr: mean(of.map(({ reciprocal }) => reciprocal)),
    });
    measured.push(row("headline", headline));
    // Weights chosen on one half must hold on the other.
    for (const [half, odd] of [
      ["even questions", 0],
      ["odd questions", 1],
    ] as const)
      measured.push(
        row(
          half,
          headline.filter((one) => one.number % 2 === odd),
        ),
      );
    if (categories.length > 1) {
      for (const category of categories) {
        const of = answered.filter((one) => one.category === category);
        measured.push(row(category, of));
      }
    }
  }
  return measured;
}

async function answersTo(data: DataSet, retrievers: Retrievers): Promise<Answered[]> {
  return inMemory(async (memory) => {
    const evaluation = createEvaluation(memory, retrievers);
    for (const [corpus, docs] of data.corpora) await evaluation.index(corpus, docs);
    return answersBy(data, async (corpus, query) =>
      (await evaluation.search(corpus, query, 20)).map(({ id }) => id),
    );
  });
}

async function inMemory<T>(work: (memory: Memory) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "tellback-bench-"));
  const opened = await openMemory({ env: { TELLBACK_HOME: home } });
  try {
    return await work(withCache(opened));
  } finally {
    await opened.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function answersByBare(data: DataSet): Promise<Answered[]> {
  const indexes = new Map([...data.corpora].map(([corpus, docs]) => [corpus, bareIndex(docs)]));
  return answersBy(data, async (corpus, query) => indexes.get(corpus)?.(query, 20) ?? []);
}

async function answersBy(
  { queries }: DataSet,
  idsFor: (corpus: string, query: string) => Promise<string[]>,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const [number, { corpus, query, cat, gold }] of queries.entries()) {
    const ids = await idsFor(corpus, query);
    const first = ids.findIndex((id) => gold.includes(id));
    const among = (k: number) => ids.slice(0, k).filter((id) => gold.includes(id)).length / gold.length;
    answered.push({
      number,
      category: cat,
      recall: { 5: among(5), 10: among(10), 20: among(20) },
      reciprocal: first < 0 ? 0 : 1 / (first + 1),
    });
  }
  return answered;
}

function withCache(memory: Memory): Memory {
  const embedder = remembering(memory.embedder);
  return {
    ...memory,
    embedder,
    search: openSearch(memory.db, embedder, join(memory.paths.home, "vectors"), trackRecordsOf),
  };
}

/** The bundled model reads questions and documents alike, so a text's hash is enough to know its vector. */
function remembering(embedder: Embedder): Embedder {
  return {
    ...embedder,
    async embed(texts, purpose, subject) {
      const keys = texts.map((text) => createHash("sha1").update(text).digest("hex"));
      const missing = [...keys.keys()].filter((i) => !known.has(keys[i] ?? ""));
      const made = await embedder.embed(
        missing.map((i) => texts[i] ?? ""),
        purpose,
        subject,
      );
      for (const [n, i] of missing.entries()) keep(keys[i] ?? "", made[n] ?? new Float32Array());
      return keys.map((key) => known.get(key) ?? new Float32Array(embedder.dimensions));
    },
  };
}

/** One line per text: the hash, a space, the vector as base64 of its floats. */
function readVectors(): Map<string, Float32Array> {
  const lines = flags.cache && existsSync(flags.cache) ? readFileSync(flags.cache, "utf8").split("\n") : [];
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [key = "", base64 = ""] = line.split(" ");
      return [key, new Float32Array(Uint8Array.from(Buffer.from(base64, "base64")).buffer)];
    }),
  );
}

function keep(key: string, vector: Float32Array): void {
  known.set(key, vector);
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  if (flags.cache) appendFileSync(flags.cache, `${key} ${bytes.toString("base64")}\n`);
}

function ratioOf({ search, bareText, bareScan }: ScaleResult): number {
  return (search.cpu + embedding.product) / (bareText.cpu + bareScan.cpu + embedding.bare);
}

function printQuality(): void {
  if (quality.length === 0) return;
  row("data set", "category", "", ...["questions", "R@5", "R@10", "R@20", "MRR"]);
  for (const { dataSet, category, questions, way, recall, mrr } of quality) {
    const figures = [recall[5], recall[10], recall[20], mrr].map((part) => (100 * part).toFixed(1));
    row(dataSet, category, wayNames[way], String(questions), ...figures);
  }
  console.log();
}

function printOtherWords({ known, held }: Awaited<ReturnType<typeof measureOtherWords>>): void {
  for (const [name, { questions, missed }] of [
    ["known", known],
    ["held", held],
  ] as const) {
    const verdict = 1 - missed.length / questions >= otherWordsBar ? "within" : "BELOW";
    console.log(
      `Asked in other words (${name}): ${questions - missed.length} of ${questions} notes among the first ten rows, ${verdict} the bar of ${otherWordsBar}`,
    );
    for (const question of missed) console.log(`  missed: ${question}`);
  }
  console.log();
}

function printScaleHead(): void {
  const [product, bare] = [embedding.product.toFixed(1), embedding.bare.toFixed(1)];
  console.log(`Reading one question: ${product} ms CPU through the product, ${bare} ms by the bare model.`);
  console.log("Milliseconds a query; search gets a precomputed vector.\n");
  row("documents", "way", "", "p50", "p95", "CPU");
}

function printScale(result: ScaleResult): void {
  const of = (way: string, { p50, p95, cpu }: Timed) =>
    row(result.documents.toLocaleString("en"), way, "", ...[p50, p95, cpu].map((ms) => ms.toFixed(2)));
  of("search", result.search);
  of("search in one project", result.inProject);
  of("bare FTS5", result.bareText);
  of("bare FTS5, own index", result.sameIndex);
  of("bare vector scan", result.bareScan);
  const verdict = ratioOf(result) <= bar ? "within" : "ABOVE";
  console.log(
    [
      `  (search + question) ÷ (bare FTS5 + bare scan + question) = ${ratioOf(result).toFixed(2)}, ${verdict} the bar of ${bar}`,
      `cold: open ${result.openMs.toFixed(0)} ms, first query ${result.firstMs.toFixed(0)} ms`,
      `index: ${result.index.wall.toFixed(2)} ms a document (${result.index.cpu.toFixed(2)} CPU)`,
      `memory ${result.memoryMB.toFixed(0)} MB, disk ${result.diskMB.toFixed(0)} MB\n`,
    ].join("\n  "),
  );
}

function row(first: string, second: string, third: string, ...figures: string[]): void {
  const cells = figures.map((figure) => figure.padStart(10));
  console.log([first.padEnd(11), second.padEnd(22), third.padEnd(10), ...cells].join(" "));
}

function listOf(text: string): string[] {
  return text.split(",").filter(Boolean);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
