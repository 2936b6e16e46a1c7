// The scale part of bench/search.ts: builds a store of generated documents, then a fresh process queries it, next to a
// bare
// FTS5 query and a bare vector scan over the same documents.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type NewDocument, putDocument } from "../src/indexes/search/documents.ts";
import { parseQuestion } from "../src/indexes/search/question.ts";
import { createFlat } from "../src/indexes/search/vectors/flat.ts";
import { encode } from "../src/indexes/search/vectors/quantise.ts";
import { openMemory } from "../src/journeys/followers.ts";
import type { Memory } from "../src/memory/memory.ts";
import { openBundled } from "../src/models/embed/bundled.ts";
import type { Embedder } from "../src/models/embed/embedder.ts";
import { loadMinilm } from "../src/models/embed/minilm.ts";
import { everywhere, inProject } from "../src/protocol/scope.ts";
import { createWorld, dimensions, documentsPerSession } from "./search-world.ts";

/** Milliseconds per query, except for the counts. */
export interface Timed {
  p50: number;
  p95: number;
  cpu: number;
}

export interface ScaleResult {
  documents: number;
  index: { wall: number; cpu: number };
  diskMB: number;
  openMs: number;
  firstMs: number;
  memoryMB: number;
  search: Timed;
  /** In the project that has the most documents. */
  inProject: Timed;
  bareText: Timed;
  /** The same bare query over the index that search itself reads, which knows more fields. */
  sameIndex: Timed;
  bareScan: Timed;
}

const model = "bench";
const limit = 10;
const atOnce = 200;

/** The CPU milliseconds for embedding one question, by the bare model and through the product's embedder. */
export async function timeEmbedding(): Promise<{ bare: number; product: number }> {
  const questions = [...createWorld().documents(50)].map(({ document }) =>
    document.summary.split(" ").slice(0, 8).join(" "),
  );
  const encodeText = await loadMinilm("auto");
  for (const text of questions.slice(0, 5)) await encodeText(text);
  const bare = await cpuEach(questions, async (text) => void (await encodeText(text)));
  const embedder = openBundled();
  await embedder.embed(questions.slice(0, 5), "query");
  const before = cpuOf(embedder.pid);
  const own = await cpuEach(questions, async (text) => void (await embedder.embed([text], "query")));
  const others = (cpuOf(embedder.pid) - before) / questions.length;
  await embedder.close();
  return { bare, product: own + others };
}

async function cpuEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (const item of items) await act(item);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / items.length;
}

/** Milliseconds of another process, from /proc; in ticks of 10, so only sums are meaningful. */
function cpuOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Builds a store of this many documents and lets a fresh process query it. */
export async function measureScale(documents: number): Promise<ScaleResult> {
  const home = mkdtempSync(join(tmpdir(), "tellback-bench-"));
  try {
    const index = await build(home, documents);
    const diskMB = megabytes(sizeOf(home, /^tellback\.db$/) + sizeOf(join(home, "vectors"), /./));
    await buildBare(home);
    const script = `import { ask } from ${JSON.stringify(import.meta.url)}; await ask(${JSON.stringify(home)}, ${documents});`;
    const args = ["--input-type=module", "--disable-warning=ExperimentalWarning", "-e", script];
    const asked = execFileSync(process.execPath, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return { documents, index, diskMB, ...JSON.parse(asked) };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function build(home: string, count: number): Promise<ScaleResult["index"]> {
  const memory = await openMemory({ env: { TELLBACK_HOME: home } });
  const world = createWorld();
  await addProjects(memory, world.projects, Math.ceil(count / documentsPerSession));
  const before = process.cpuUsage();
  let own = 0;
  let wall = 0;
  let part: { document: NewDocument; vector: Float32Array }[] = [];
  const flush = async () => {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const seqs: number[] = [];
    await memory.db.transaction().execute(async (tx) => {
      for (const { document } of part) seqs.push(await putDocument(tx, document));
    });
    wall += performance.now() - began;
    own += spent(cpu);
    await memory.db.transaction().execute(async (tx) => {
      for (const [i, { vector }] of part.entries()) {
        const row = { document_seq: seqs[i] ?? 0, model, vector: encode(vector) };
        await tx.insertInto("document_vectors").values(row).execute();
      }
    });
    part = [];
  };
  for (const one of world.documents(count)) {
    part.push(one);
    if (part.length === atOnce) await flush();
  }
  await flush();
  if (spent(before) > 120_000) process.stderr.write(`${count} documents are indexed\n`);
  memory.search.serve(standIn(() => new Float32Array(dimensions)));
  await memory.search.find("warm", { scope: { projects: everywhere }, limit });
  await memory.close();
  return { wall: wall / count, cpu: own / count };
}

async function addProjects(memory: Memory, projects: readonly string[], sessions: number): Promise<void> {
  const at = "2025-01-01T00:00:00.000Z";
  const row = (id: string) => ({ id, key: id, name: id, root: `/${id}`, remote: null, created_at: at });
  await memory.db.insertInto("projects").values(projects.map(row)).execute();
  const { id } = row(projects[0] ?? "");
  await memory.db.transaction().execute(async (tx) => {
    for (let i = 0; i < sessions; i++) {
      const times = { started_at: at, last_seen_at: at, ended_at: at };
      const session = { id: `session-${i}`, host: "bench", project_id: id, name: null, status: "closed" };
      await tx
        .insertInto("sessions")
        .values({ ...session, status: "closed", ...times })
        .execute();
    }
  });
}

/** The simplest solution: FTS5 with stemming over the three texts, and nothing else. */
async function buildBare(home: string): Promise<void> {
  const file = new DatabaseSync(join(home, "bare.db"));
  file.exec(`
    pragma journal_mode = wal;
    create virtual table words using fts5(title, summary, detail, content = '', tokenize = 'porter unicode61');
    attach '${join(home, "tellback.db")}' as store;
    insert into words (rowid, title, summary, detail) select seq, title, summary, detail from store.documents;
  `);
  file.close();
}

/** In a separate process: how the store answers. Prints the rest of a ScaleResult. */
export async function ask(home: string, documents: number): Promise<void> {
  const questions = questionsOf(documents);
  const vectors = new Map(questions.map(({ text, vector }) => [parseQuestion(text).text, vector]));
  const stub = standIn((text) => vectors.get(text) ?? new Float32Array(dimensions));
  globalThis.gc?.();
  const rssBefore = process.memoryUsage.rss();
  const began = performance.now();
  const memory = await openMemory({ env: { TELLBACK_HOME: home } });
  memory.search.serve(stub);
  const opened = performance.now();
  const find = (projectId?: string) => async (text: string) => {
    return memory.search.find(text, {
      scope: { projects: projectId === undefined ? everywhere : inProject(projectId) },
      limit,
    });
  };
  const texts = questions.map(({ text }) => text);
  await find()(texts[0] ?? "");
  const openMs = opened - began;
  const firstMs = performance.now() - opened;
  for (const text of texts) await find()(text);
  const memoryMB = megabytes(process.memoryUsage.rss() - rssBefore);

  const bare = new DatabaseSync(join(home, "bare.db"));
  bare.exec("pragma cache_size = -32000");
  const own = new DatabaseSync(join(home, "tellback.db"));
  own.exec("pragma cache_size = -32000");
  const flat = createFlat(dimensions);
  const rows = own.prepare("select document_seq as seq, vector from document_vectors where model = ?");
  for (const row of rows.iterate(model)) flat.add(Number(row.seq), row.vector as Uint8Array);
  const bareText = bare.prepare("select rowid from words where words match ? order by rank limit 10");
  const sameIndex = own.prepare(
    "select rowid from document_words where document_words match ? order by rank limit 10",
  );
  const plain = (text: string) => (text.match(/\w+/g) ?? []).map((word) => `"${word}"`).join(" OR ");
  const terms = (text: string) =>
    parseQuestion(text)
      .any.map((term) => `"${term}"`)
      .join(" OR ");
  const timed = await time(texts, {
    search: find(),
    inProject: find(createWorld().projects[0]),
    bareText: (text) => bareText.all(plain(text)),
    sameIndex: (text) => sameIndex.all(terms(text)),
    bareScan: (text) =>
      flat.search(vectors.get(parseQuestion(text).text) ?? new Float32Array(dimensions), limit),
  });
  console.log(JSON.stringify({ openMs, firstMs, memoryMB, ...timed }));
  await memory.close();
}

function questionsOf(documents: number) {
  const world = createWorld();
  // Questions are about the topics of the documents, which are known once they are generated.
  for (const _ of world.documents(documents));
  return world.questions(40);
}

function standIn(vectorOf: (text: string) => Float32Array): Embedder {
  return {
    id: model,
    dimensions,
    embed: async (texts) => texts.map(vectorOf),
    close: async () => {},
  };
}

/** Every way takes its turn on all questions, round by round, so that a busy machine is as busy for all of them. */
async function time<Way extends string>(
  texts: readonly string[],
  ways: Record<Way, (text: string) => unknown>,
): Promise<Record<Way, Timed>> {
  const names = Object.keys(ways) as Way[];
  const walls = new Map<Way, number[]>(names.map((name) => [name, []]));
  const cpus = new Map<Way, number>();
  const began = performance.now();
  let rounds = 0;
  do {
    for (const name of names) {
      const cpu = process.cpuUsage();
      for (const text of texts) {
        const asked = performance.now();
        await ways[name](text);
        if (rounds > 0) walls.get(name)?.push(performance.now() - asked);
      }
      // The first round warms up.
      if (rounds > 0) cpus.set(name, (cpus.get(name) ?? 0) + spent(cpu));
    }
    rounds++;
  } while (rounds < 3 || performance.now() - began < 5_000);
  const asTimed = (name: Way): Timed => {
    const sorted = (walls.get(name) ?? []).sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
    return { p50: at(0.5), p95: at(0.95), cpu: (cpus.get(name) ?? 0) / Math.max(1, sorted.length) };
  };
  return Object.fromEntries(names.map((name) => [name, asTimed(name)])) as Record<Way, Timed>;
}

/** CPU milliseconds of this process since then. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function sizeOf(folder: string, named: RegExp): number {
  return readdirSync(folder)
    .filter((name) => named.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

const megabytes = (bytes: number) => bytes / 1e6;
