// What an import costs, for tellback's maintainers: a generated history is imported by the built program. Beside it, in
// the same run, the least that such work can cost: reading the files and JSON.parse of each line; and prepared inserts of
// as many rows. --kill kills an import three times at random moments, and compares the store with an undisturbed one.
// Run `npm run build` first.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { listTranscripts } from "../src/agents/claude-code/transcript-file.ts";
import { transcriptFormat } from "../src/agents/transcript-events.ts";
import { openMemory } from "../src/journeys/followers.ts";
import { canonical } from "../test/support/canonical.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";
import { type History, writeHistory } from "./import-history.ts";

const flags = readFlags({
  mb: { value: "N", default: "20", about: "size of the history in MB; 2000 is the bar for memory" },
  kill: { about: "also kill an import three times, and compare the stores" },
  json: { about: "the figures as JSON" },
});

const bars = { parsedMbPerSecond: 50, storedPerSecond: 2_000, peakMb: 400 };

interface Run {
  bytes: number;
  stored: number;
  duplicates: number;
  usefulMs: number;
  wallSeconds: number;
  cpuSeconds: number;
  storingSeconds: number;
  peakBytes: number;
}

await using folder = await tempDir("egb");
await using home = await tempDir("egb");
const history = writeHistory(folder.path, Number(flags.mb) * 1e6);
const bare = await bareRead(history);
const parsed = await parse(history);
const inserted = bareInserts(history.observations);
const run = await importIn(home.path);
if (run.stored !== history.observations) throw new Error(`${run.stored} of ${history.observations} stored`);
const isSame = flags.kill ? await killedGivesTheSame() : null;
report();

function perSecond(n: number, seconds: number): number {
  return Math.round((n / seconds) * 10) / 10;
}

/** CPU seconds of this thread, so that a busy machine changes little. */
async function cpuOf(work: () => Promise<void> | void): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const used = process.threadCpuUsage(before);
  return (used.user + used.system) / 1e6;
}

async function bareRead({ bytes }: History): Promise<number> {
  const files = await listTranscripts(folder.path);
  const seconds = await cpuOf(() => {
    for (const { path } of files)
      for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") JSON.parse(line);
  });
  return perSecond(bytes / 1e6, seconds);
}

/** Reading and parsing as an import does it: lines in bounded memory, checked records, events. */
async function parse({ bytes }: History): Promise<number> {
  const files = await listTranscripts(folder.path);
  const about = { fingerprint: null, promptId: undefined, projectDir: undefined, ended: true };
  const seconds = await cpuOf(async () => {
    for (const { path: file } of files)
      for (let from = 0, more = true; more; ) {
        const read = await (await transcriptFormat("claude-code"))({ ...about, file, from }, () => {});
        if (read.status !== "read") throw new Error(read.status);
        more = read.more && read.resumeAt > from;
        from = read.resumeAt;
      }
  });
  return perSecond(bytes / 1e6, seconds);
}

/** The rows of an observation without their content being made: itself, its document, its words. */
function bareInserts(rows: number): number {
  const file = new DatabaseSync(":memory:");
  const columns = Array.from({ length: 20 }, (_, n) => `c${n}`).join(", ");
  file.exec(`create table o (${columns}); create table d (${columns});
    create virtual table w using fts5(a, b, c, content='')`);
  const marks = Array.from({ length: 20 }, () => "?").join(", ");
  const [o, d] = ["o", "d"].map((table) => file.prepare(`insert into ${table} values (${marks})`));
  const w = file.prepare("insert into w (rowid, a, b, c) values (?, ?, ?, ?)");
  const values = Array.from({ length: 20 }, (_, n) => `value ${n} of a row with some words in it`);
  const before = process.threadCpuUsage();
  file.exec("begin");
  for (let n = 1; n <= rows; n++) {
    o?.run(...values);
    d?.run(...values);
    w.run(n, values[0] ?? "", values.slice(0, 8).join(" "), values.join(" "));
  }
  file.exec("commit");
  const used = process.threadCpuUsage(before);
  file.close();
  return perSecond(rows, (used.user + used.system) / 1e6);
}

/** `killAfter`: the number of stored observations at which the process is killed. */
async function importIn(at: string, killAfter = Number.POSITIVE_INFINITY): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "import-run.ts"), folder.path], {
    env: { ...process.env, TELLBACK_HOME: at, TELLBACK_STORE_URL: "", TELLBACK_EMBED_PROVIDER: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let last = "";
  for await (const line of createInterface(child.stdout)) {
    last = line;
    if (Number(line) >= killAfter) child.kill("SIGKILL");
  }
  await exited;
  return last.startsWith("{") ? (JSON.parse(last) as Run) : ({ stored: Number(last) } as Run);
}

async function killedGivesTheSame(): Promise<boolean> {
  await using other = await tempDir("egb");
  for (let death = 0; death < 3; death++)
    await importIn(other.path, Math.floor(Math.random() * history.observations * 0.4));
  await importIn(other.path);
  const dumps = [];
  for (const path of [home.path, other.path]) {
    await using memory = await openMemory({
      env: { TELLBACK_HOME: path, TELLBACK_EMBED_PROVIDER: "off" },
    });
    dumps.push(JSON.stringify(await canonical(memory)));
  }
  return dumps[0] === dumps[1];
}

function report(): void {
  const mb = history.bytes / 1e6;
  const stored = perSecond(run.stored, run.storingSeconds);
  const peakMb = Math.round(run.peakBytes / 1e6);
  if (flags.json) {
    const figures = {
      ...history,
      bareMbPerSecond: bare,
      parsedMbPerSecond: parsed,
      bareRowsPerSecond: inserted,
    };
    console.log(JSON.stringify({ ...figures, storedPerSecond: stored, ...run, isSame }));
    return;
  }
  const line = (label: string, value: string) => console.log(label.padEnd(52) + value);
  console.log(`${mb.toFixed(0)} MB, ${history.files} sessions, ${history.observations} observations`);
  console.log("per second of CPU of one thread:");
  line("  bare read and JSON.parse", `${bare} MB`);
  line("  read and parsed into events", `${parsed} MB  (bar ${bars.parsedMbPerSecond})`);
  line("  bare prepared inserts of three rows each", `${inserted} observations`);
  line("  stored, with turns and search words", `${stored} observations  (bar ${bars.storedPerSecond})`);
  console.log("the whole import, with the threads that redact and shorten:");
  line(
    "  wall",
    `${run.wallSeconds.toFixed(1)} s, ${perSecond(mb, run.wallSeconds)} MB/s, ${perSecond(run.stored, run.wallSeconds)} observations/s`,
  );
  line(
    "  CPU of all threads",
    `${run.cpuSeconds.toFixed(1)} s, ${perSecond(run.stored, run.cpuSeconds)} observations/s`,
  );
  line("  first session can be found after", `${Math.round(run.usefulMs)} ms`);
  line("  peak memory", `${peakMb} MB  (bar ${bars.peakMb})`);
  if (isSame !== null) line("killed three times, the store is", isSame ? "the same" : "DIFFERENT");
  if (isSame === false) process.exitCode = 1;
}
