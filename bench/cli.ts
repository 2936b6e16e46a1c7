// How long a command takes, for tellback's maintainers: each as a ratio to a bare `node -e 0` of the same run, by wall
// time and by the CPU time of the command's own process. The kinds take turns, so that a busy machine is as busy for
// all of them. Needs a build (`npm run build`), and Linux for the CPU time.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readRegistration } from "../src/client/registration.ts";
import { pathsOf } from "../src/config/paths.ts";
import { tempDir } from "../test/support/temp.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  rounds: { value: "N", default: "20", about: "how often each command runs" },
  only: { value: "LIST", default: "", about: "only these kinds, e.g. version,status" },
  json: { about: "the figures as JSON" },
});

interface Kind {
  label: string;
  /** Maximum ratio to the wall time of a bare Node; none if it is only observed. */
  bar?: number;
  args(round: number): string[];
  env?: Record<string, string>;
  /** Sent to its stdin; measured until it answers, else until it exits. */
  stdin?: string;
  before?(): Promise<void>;
}

const tellback = join(import.meta.dirname, "../dist/tellback.mjs");
await using place = await tempDir("egb");
const [warm, cold] = ["warm", "cold"].map((name) => ({ TELLBACK_HOME: join(place.path, name) })) as [
  Env,
  Env,
];
type Env = { TELLBACK_HOME: string; TELLBACK_EMBED_IDLE_MINUTES?: string };
// The model is unloaded as soon as it has answered.
cold.TELLBACK_EMBED_IDLE_MINUTES = "0.0005";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** A different question each time: none is answered from the model's cache. */
const questions = [
  "login with an empty body",
  "why does the test fail",
  "validation of the request",
  "which port",
];
const search = (round: number) => [
  tellback,
  "search",
  `${questions[round % questions.length]} ${round}`,
  "--all-projects",
];

const kinds: Record<string, Kind> = {
  node: { label: "node -e 0", args: () => ["-e", "0"] },
  version: { label: "tellback --version", bar: 1.5, args: () => [tellback, "--version"] },
  help: { label: "tellback --help", args: () => [tellback, "--help"] },
  status: { label: "tellback status", bar: 2.5, args: () => [tellback, "status"] },
  search: { label: "tellback search", bar: 2.5, args: search },
  cold: {
    label: "  the model not loaded",
    bar: 8,
    args: search,
    env: cold,
    before: () => until("the model has left memory", () => childrenOf(daemonPid(cold)).length === 0),
  },
  stopped: {
    label: "  the daemon not running",
    args: search,
    env: cold,
    before: () => stopDaemon(cold),
  },
  mcp: {
    label: "tellback mcp to initialize",
    bar: 4,
    args: () => [tellback, "mcp"],
    stdin: `${JSON.stringify(initialize)}\n`,
  },
};

const chosen = Object.entries(kinds).filter(
  ([name]) => name === "node" || flags.only === "" || flags.only.split(",").includes(name),
);
const rounds = Number(flags.rounds);
const costs = new Map(chosen.map(([name]) => [name, [] as Cost[]]));
try {
  await remember();
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < chosen.length; turn++) {
      const [name, kind] = chosen[(turn + round + chosen.length) % chosen.length] as [string, Kind];
      await kind.before?.();
      const cost = await costOf(kind, round);
      // The first round fills the file system's cache and tellback's own.
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
} finally {
  for (const env of [warm, cold]) await stopDaemon(env);
}
print();

/** The sample conversation in both homes, every observation with its vector, and the model loaded. */
async function remember(): Promise<void> {
  for (const env of [warm, cold]) {
    await run(["start", "--sample", "--once"], env);
    await run(["reindex"], env);
  }
  await until("search is by meaning", async () => {
    const answer = JSON.parse(await run(["search", "login", "--all-projects", "--explain", "--json"], warm));
    return answer.results.some((one: { why: { meaning: unknown } }) => one.why.meaning !== null);
  });
}

async function run(args: string[], env: Env): Promise<string> {
  const child = start([tellback, ...args], env);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`tellback ${args.join(" ")} ended with ${code}`);
  return text;
}

function start(args: string[], env: Env): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: place.path,
    env: { PATH: process.env.PATH, HOME: place.path, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
}

interface Cost {
  wallMs: number;
  cpuMs: number;
}

async function costOf({ args, env = {}, stdin }: Kind, round: number): Promise<Cost> {
  const cpuBefore = cpuOfChildren();
  const started = performance.now();
  const child = start(args(round), { ...warm, ...env });
  const closed = once(child, "close");
  let wallMs = 0;
  if (stdin === undefined) {
    child.stdout?.resume();
    child.stdin?.end();
    const [code] = await closed;
    wallMs = performance.now() - started;
    if (code !== 0) throw new Error(`${args(round).slice(1).join(" ")} ended with ${code}`);
  } else {
    child.stdin?.write(stdin);
    await once(child.stdout as NodeJS.ReadableStream, "data");
    wallMs = performance.now() - started;
    // As a client stops it.
    child.stdin?.end();
    await closed;
  }
  return { wallMs, cpuMs: cpuOfChildren() - cpuBefore };
}

/** Of all children that have exited; the daemon is not a child. The kernel counts in ticks of 10 ms. */
function cpuOfChildren(): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[13]) + Number(fields[14]));
}

function daemonPid(env: Env): number {
  return readRegistration(pathsOf(env))?.pid ?? 0;
}

function childrenOf(pid: number): string[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").split(" ").filter(Boolean) : [];
}

async function stopDaemon(env: Env): Promise<void> {
  const pid = daemonPid(env);
  await run(["daemon", "stop"], env);
  await until("the daemon has ended", () => pid === 0 || !existsSync(`/proc/${pid}`));
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await pause(20);
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function print(): void {
  const figures = chosen.map(([name, { label, bar }]) => {
    const measured = costs.get(name) ?? [];
    const wallMs = median(measured.map((one) => one.wallMs));
    return { name, label, wallMs, cpuMs: mean(measured.map((one) => one.cpuMs)), bar: bar ?? null };
  });
  const node = figures[0] ?? { wallMs: 0, cpuMs: 0 };
  const ratios = figures.map((one) => ({
    ...one,
    wall: one.wallMs / node.wallMs,
    cpu: one.cpuMs / node.cpuMs,
  }));
  const isMissed = ratios.some(({ wall, bar }) => bar !== null && wall > bar);
  if (isMissed) process.exitCode = 1;
  if (flags.json) {
    console.log(JSON.stringify({ rounds, figures: ratios }, null, 2));
    return;
  }
  console.log(`A command beside a bare node: median wall and mean CPU time of ${rounds} runs each`);
  row("", "wall ms", "CPU ms", "wall ×", "CPU ×", "bar");
  for (const { label, wallMs, cpuMs, wall, cpu, bar } of ratios) {
    const verdict = bar === null ? "" : `${bar.toFixed(1)} ${wall > bar ? "✗" : "✓"}`;
    row(label, wallMs.toFixed(0), cpuMs.toFixed(0), wall.toFixed(2), cpu.toFixed(2), verdict);
  }
}

function row(label: string, ...cells: string[]): void {
  console.log(label.padEnd(26) + cells.map((cell) => cell.padStart(9)).join(""));
}
