// How fast and how exact the vector index is, against a plain JavaScript float scan in the same run.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBest, type Hit } from "../src/indexes/search/vectors/best.ts";
import { createFlat, type Flat } from "../src/indexes/search/vectors/flat.ts";
import { encode } from "../src/indexes/search/vectors/quantise.ts";
import { load, save } from "../src/indexes/search/vectors/sidecar.ts";
import { createDice } from "../src/journeys/eval/sample-events.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  sizes: { value: "LIST", default: "10000,100000", about: "rows; 1000000 needs 3 GB and some minutes" },
});
const dimensions = 384;
const k = 10;

/** Topics of about fifty rows each; some dimensions wider than others and a common offset, as embedders have. */
function createWorld(rows: number) {
  const dice = createDice(7);
  const normal = Float32Array.from({ length: 2 ** 18 }, () => {
    return Math.sqrt(-2 * Math.log(1 - dice())) * Math.cos(2 * Math.PI * dice());
  });
  const noise = (offset: number, i: number) => normal[(offset + i * 7) & (2 ** 18 - 1)] ?? 0;
  const anywhere = () => Math.floor(dice() * 2 ** 32);
  const widths = Float32Array.from({ length: dimensions }, (_, i) => Math.exp(noise(1, i) / 4));
  const topics = Uint32Array.from({ length: Math.max(8, rows / 50) }, anywhere);
  const place = (into: Float32Array, topic: number) => {
    const own = anywhere();
    let squares = 0;
    for (let i = 0; i < dimensions; i++) {
      const x = (widths[i] ?? 1) * (0.2 * noise(5, i) + noise(topic, i) + 0.7 * noise(own, i));
      into[i] = x;
      squares += x * x;
    }
    for (let i = 0; i < dimensions; i++) into[i] = (into[i] ?? 0) / Math.sqrt(squares);
  };
  const topic = () => topics[Math.floor(dice() * topics.length)] ?? 0;
  const floats = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) place(rowOf(floats, row), topic());
  const queries = Array.from({ length: rows > 200_000 ? 20 : 60 }, () => {
    const query = new Float32Array(dimensions);
    place(query, topic());
    return query;
  });
  return { floats, queries };
}

function rowOf(floats: Float32Array, row: number): Float32Array {
  return floats.subarray(row * dimensions, (row + 1) * dimensions);
}

/** As fast as plain JavaScript goes: four sums, so that additions do not wait for each other. */
function plainDot(floats: Float32Array, at: number, query: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < dimensions; i += 4) {
    a += (floats[at + i] as number) * (query[i] as number);
    b += (floats[at + i + 1] as number) * (query[i + 1] as number);
    c += (floats[at + i + 2] as number) * (query[i + 2] as number);
    d += (floats[at + i + 3] as number) * (query[i + 3] as number);
  }
  return a + b + c + d;
}

function plainScan(floats: Float32Array, query: Float32Array): Hit[] {
  const best = createBest(k);
  for (let at = 0; at < floats.length; at += dimensions) {
    best.offer(at / dimensions, plainDot(floats, at, query));
  }
  return best.ranked();
}

interface Timed {
  p50: number;
  p95: number;
  cpu: number;
  answers: Hit[][];
}

/**
 * Milliseconds a query: wall clock p50 and p95, and CPU on average, because some systems count CPU in ticks of 4 ms.
 * Rounds go on until they add up to a fifth of a second.
 */
function time(queries: Float32Array[], ask: (query: Float32Array) => Hit[]): Timed {
  const answers = queries.map(ask);
  const spent: number[] = [];
  const before = process.threadCpuUsage();
  const began = performance.now();
  do {
    for (const query of queries) {
      const asked = performance.now();
      ask(query);
      spent.push(performance.now() - asked);
    }
  } while (performance.now() - began < 200);
  const { user, system } = process.threadCpuUsage(before);
  spent.sort((a, b) => a - b);
  const at = (part: number) => spent[Math.floor(spent.length * part)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), cpu: (user + system) / 1000 / spent.length, answers };
}

function recall(found: Hit[][], exact: Hit[][]): number {
  const hits = exact.map((truth, query) => {
    const keys = new Set(found[query]?.map(({ key }) => key));
    return truth.filter(({ key }) => keys.has(key)).length / truth.length;
  });
  return hits.reduce((sum, part) => sum + part, 0) / hits.length;
}

/** Wall milliseconds of the best of three. */
function wall(act: () => void): number {
  const spent = [1, 2, 3].map(() => {
    const began = performance.now();
    act();
    return performance.now() - began;
  });
  return Math.min(...spent);
}

function show(rows: number, way: string, timed: Timed, plain: Timed, bytes: number): void {
  const cells = [
    rows.toLocaleString("en").padStart(9),
    way.padEnd(24),
    timed.p50.toFixed(2).padStart(8),
    timed.p95.toFixed(2).padStart(8),
    timed.cpu.toFixed(2).padStart(8),
    (timed.cpu / plain.cpu).toFixed(3).padStart(8),
    (timed.answers.length > 0 ? recall(timed.answers, plain.answers).toFixed(4) : "").padStart(8),
    (bytes / 1e6).toFixed(1).padStart(7),
  ];
  console.log(cells.join("  "));
}

async function measure(rows: number): Promise<void> {
  const { floats, queries } = createWorld(rows);
  const fill = (flat: Flat) => {
    for (let row = 0; row < rows; row++) flat.add(row, encode(rowOf(floats, row)));
    return flat;
  };
  const plain = time(queries, (query) => plainScan(floats, query));
  show(rows, "plain JS float32", plain, plain, floats.byteLength);

  const exact = fill(createFlat(dimensions, { scanUpTo: Number.POSITIVE_INFINITY }));
  const scanned = time(queries, (query) => exact.search(query, k).hits);
  show(rows, "int8 scan", scanned, plain, exact.bytes);
  const tenth = new Uint32Array(Math.ceil(rows / 32)).map((_, word) => (word % 10 === 0 ? 0xffffffff : 0));
  const part = time(queries, (query) => exact.search(query, k, { bits: tenth }).hits);
  show(rows, "int8, a tenth in scope", { ...part, answers: [] }, plain, exact.bytes);

  const folder = mkdtempSync(join(tmpdir(), "tellback-vectors-"));
  const path = join(folder, "vectors");
  const stamp = { model: "bench", dimensions, generation: 1 };
  const began = performance.now();
  await save(path, exact, stamp);
  const saving = performance.now() - began;
  const reading = wall(() => readFileSync(path));
  const loading = wall(() => load(path, stamp));

  for (const candidates of [1000, Math.max(3000, rows / 100)]) {
    const loaded = load(path, stamp, { scanUpTo: 0, candidates });
    if (loaded.status !== "loaded") throw new Error(loaded.status);
    const rough = time(queries, (query) => loaded.flat.search(query, k).hits);
    show(rows, `signs, best ${candidates} as int8`, rough, plain, loaded.flat.bytes);
  }
  rmSync(folder, { recursive: true });
  const [save_, load_, read_] = [saving, loading, reading].map((ms) => ms.toFixed(1));
  console.log(`           sidecar: save ${save_} ms, load ${load_} ms, a bare read of the file ${read_} ms`);
}

console.log("     rows  way                        p50 ms       p95      CPU   × plain    recall       MB");
for (const rows of flags.sizes.split(",").map(Number)) await measure(rows);
