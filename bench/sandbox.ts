// What a run in the sandbox costs, for tellback's maintainers: with a child that waits and with one that has to start,
// beside the same function in the bare runtime of the same run. bench/sandbox-load.ts has many runs.
// Needs a build, and bubblewrap for Python.

import { spawnSync } from "node:child_process";
import { defaultLimits, openSandbox, type Program, type Sandbox } from "../src/rooms/functions/room.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  rounds: { value: "N", default: "15", about: "runs of each kind" },
  json: { about: "the figures as JSON" },
});

const programs: Record<"python" | "javascript", Program> = {
  python: program("python", "def main(n):\n    return sum(i * i for i in range(n))\n"),
  javascript: program(
    "javascript",
    "function main(n) { let s = 0; for (let i = 0; i < n; i++) s += i * i; return s; }",
  ),
};
const bars = { python: 60, javascript: 15 };

function program(language: Program["language"], code: string): Program {
  return { language, code, entry: "main", args: [1000], library: [], limits: defaultLimits };
}

/** The bare runtime: a fresh interpreter that runs the same code. */
const bare = {
  python: ["python3", "-c", `${programs.python.code}\nprint(main(1000))`],
  javascript: [process.execPath, "-e", `${programs.javascript.code}; console.log(main(1000))`],
} as const;

async function medianOf(rounds: number, run: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await run());
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function checked(sandbox: Sandbox, one: Program): Promise<void> {
  const { status, error } = await sandbox.run(one);
  if (status !== "ok") throw new Error(`${one.language}: ${status} ${error}`);
}

const rounds = Number(flags.rounds);
const figures = [];
for (const language of ["javascript", "python"] as const) {
  const one = programs[language];
  const [command = "", ...args] = bare[language];
  const bareMs = await medianOf(rounds, () => timed(() => spawnSync(command, args)));
  const starting = openSandbox({ keepsReady: false, allowsWeak: true });
  const coldMs = await medianOf(Math.min(5, rounds), () => timed(() => checked(starting, one)));
  const waiting = openSandbox({ keepsReady: true, allowsWeak: true });
  await checked(waiting, one);
  const warmMs = await medianOf(rounds, async () => {
    await waiting.ready();
    return timed(() => checked(waiting, one));
  });
  await waiting.close();
  figures.push({ language, bareMs, coldMs, warmMs, bar: bars[language] });
}
if (flags.json) console.log(JSON.stringify(figures));
else {
  console.log(
    "One run, median ms".padEnd(22),
    "bare".padStart(8),
    "cold".padStart(8),
    "warm".padStart(8),
    "bar".padStart(8),
  );
  for (const { language, bareMs, coldMs, warmMs, bar } of figures) {
    const cells = [bareMs, coldMs, warmMs].map((ms) => ms.toFixed(1).padStart(8));
    console.log(
      language.padEnd(22),
      ...cells,
      `${bar} ${warmMs - bareMs <= bar || warmMs <= bar ? "✓" : "✗"}`.padStart(8),
    );
  }
}
