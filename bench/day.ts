// How long a day's work takes until all of it can be found by meaning, for tellback's maintainers: the busiest day of each
// real history is captured into an empty store and embedded by the bundled model, as the daemon does when the agent rests.
// Linux only: the model's CPU time is read from /proc.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemory } from "../src/journeys/followers.ts";
import { importTranscripts } from "../src/journeys/import/import.ts";
import { embedPending } from "../src/memory/embed.ts";
import { openBundled } from "../src/models/embed/bundled.ts";
import { remembering } from "../src/models/embed/remembering.ts";
import { readFlags, shared } from "./flags.ts";
import { type HistorySession, readHistory } from "./value-history.ts";

const flags = readFlags({
  shared,
  projects: { value: "LIST", default: "", about: "histories to use; all if empty" },
  json: { about: "the figures as JSON" },
});

/** A day's work is searchable by meaning within this time. */
const barSeconds = 60;
/** The kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

interface Day {
  history: string;
  day: string;
  documents: number;
  /** From the first event to the last vector, capture included. */
  wallSeconds: number;
  captureCpuSeconds: number;
  modelCpuSeconds: number;
}

const head =
  "history             day         documents   wall s   capture CPU s   model CPU s   ms a document";

const place = mkdtempSync(join(tmpdir(), "tellback-day-"));
const days: Day[] = [];
try {
  execFileSync("tar", ["-xzf", join(flags.shared, "corpora/value/transcripts.tar.gz"), "-C", place]);
  const transcripts = join(place, "transcripts");
  const names = flags.projects === "" ? readdirSync(transcripts) : flags.projects.split(",");
  if (!flags.json) console.log(head);
  for (const name of names) {
    const day = await measure(transcripts, name);
    days.push(day);
    if (!flags.json) print(day);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
if (flags.json) console.log(JSON.stringify({ barSeconds, days }, null, 2));
else printVerdict();

async function measure(transcripts: string, history: string): Promise<Day> {
  const { day, sessions } = busiestDay(
    readHistory(transcripts, history, join(place, "code", history)).sessions,
  );
  const home = join(place, "homes", history);
  const folder = join(home, "transcripts");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { id, lines } of sessions) {
    const written = lines.map(({ line }) => JSON.stringify(line));
    writeFileSync(join(folder, `${id}.jsonl`), `${written.join("\n")}\n`);
  }
  const model = openBundled();
  await using opened = await openMemory({ env: { TELLBACK_HOME: home } });
  const memory = { ...opened, embedder: remembering(model) };
  const began = performance.now();
  const cpu = process.cpuUsage();
  await importTranscripts(memory, folder);
  const captured = process.cpuUsage(cpu);
  const documents = await embedPending(memory);
  const wallSeconds = (performance.now() - began) / 1000;
  const modelCpuSeconds = cpuOf(model.pid);
  await model.close();
  const captureCpuSeconds = (captured.user + captured.system) / 1e6;
  return { history, day, documents, wallSeconds, captureCpuSeconds, modelCpuSeconds };
}

function busiestDay(sessions: readonly HistorySession[]): { day: string; sessions: HistorySession[] } {
  const days = Map.groupBy(sessions, ({ from }) => new Date(from).toISOString().slice(0, 10));
  const linesOf = (some: readonly HistorySession[]) => some.reduce((sum, { lines }) => sum + lines.length, 0);
  const [busiest] = [...days].sort(([, a], [, b]) => linesOf(b) - linesOf(a));
  return { day: busiest?.[0] ?? "", sessions: busiest?.[1] ?? [] };
}

/** User and system time of a process and its threads. */
function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function print({ history, day, documents, wallSeconds, captureCpuSeconds, modelCpuSeconds }: Day): void {
  const figures = [
    String(documents).padStart(9),
    wallSeconds.toFixed(1).padStart(6),
    captureCpuSeconds.toFixed(1).padStart(13),
    modelCpuSeconds.toFixed(1).padStart(11),
    ((1000 * modelCpuSeconds) / documents).toFixed(1).padStart(13),
  ];
  console.log([history.padEnd(18), day, ...figures].join("   "));
}

function printVerdict(): void {
  const slowest = Math.max(...days.map(({ wallSeconds }) => wallSeconds));
  const verdict = slowest <= barSeconds ? "within" : "ABOVE";
  console.log(`slowest day: ${slowest.toFixed(0)} s, ${verdict} the bar of ${barSeconds} s`);
}
