// The sandbox under load, for tellback's maintainers: many runs in a row (what is left of processes, open files, temporary
// files and memory), many at once (each ends at its own limit), and prompts to a daemon that runs functions meanwhile.
// Needs a build, and bubblewrap for Python.

import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { connect } from "../src/client/connect.ts";
import { defaultLimits, openSandbox, type Program } from "../src/rooms/functions/room.ts";
import { functionLibrary, remember } from "../src/sdk.ts";
import {
  type Home,
  hookScript,
  payload,
  shellHook,
  stop,
  tellback,
  tellbackHome,
} from "../test/support/tellback.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  runs: { value: "N", default: "1000", about: "runs in a row, one in ten in Python" },
  parallel: { value: "N", default: "16", about: "runs at once" },
  prompts: { value: "N", default: "20", about: "prompts to the daemon, without and with functions running" },
  json: { about: "the figures as JSON" },
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const limits = { ...defaultLimits, timeoutMs: 2_000, memoryMb: 64 };
const program = (language: Program["language"], code: string): Program => ({
  ...{ language, code, entry: "main", args: [], library: [], limits },
});
const small = {
  javascript: program("javascript", "function main() { return [1, 2, 3].map((n) => n * n); }"),
  python: program("python", "def main():\n    return [n * n for n in (1, 2, 3)]\n"),
};

interface State {
  processes: number;
  openFiles: number;
  heapMb: number;
  rssMb: number;
}

function childrenOf(pid: number): number[] {
  try {
    const own = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1")
      .split(" ")
      .filter(Boolean)
      .map(Number);
    return [...own, ...own.flatMap(childrenOf)];
  } catch {
    return [];
  }
}

function stateNow(): State {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    processes: childrenOf(process.pid).length,
    openFiles: readdirSync("/proc/self/fd").length,
    heapMb: heapUsed / 1e6,
    rssMb: rss / 1e6,
  };
}

async function inARow(runs: number) {
  const sandbox = openSandbox({ keepsReady: true, allowsWeak: true });
  const files = new Set(readdirSync(tmpdir()));
  const start = stateNow();
  let early = start;
  for (let n = 0; n < runs; n++) {
    const { status, error } = await sandbox.run(n % 10 === 9 ? small.python : small.javascript);
    if (status !== "ok") throw new Error(`run ${n}: ${status} ${error}`);
    if (n === Math.floor(runs / 10)) {
      await sandbox.ready();
      early = stateNow();
    }
  }
  await sandbox.ready();
  const late = stateNow();
  await sandbox.close();
  await pause(200);
  const end = stateNow();
  const newFiles = readdirSync(tmpdir()).filter(
    (name) => !files.has(name) && /tellback|sandbox|pyodide/i.test(name),
  );
  return {
    runs,
    processesLeft: end.processes - start.processes,
    openFilesLeft: late.openFiles - early.openFiles,
    filesLeft: newFiles.length,
    /** After the first tenth, when everything is loaded. */
    heapGrowthMb: late.heapMb - early.heapMb,
    rssGrowthMb: late.rssMb - early.rssMb,
  };
}

/** Each kind with the way in which it has to end. */
const kinds: readonly { ends: string; program: Program }[] = [
  { ends: "ok", program: small.javascript },
  { ends: "timeout", program: program("javascript", "function main() { for (;;) {} }") },
  {
    ends: "memory",
    program: program(
      "javascript",
      "function main() { const a = []; for (;;) a.push(new Array(1e5).fill(a.length)); }",
    ),
  },
  { ends: "output", program: program("javascript", 'function main() { return "x".repeat(1e6); }') },
  { ends: "ok", program: small.python },
  { ends: "timeout", program: program("python", "def main():\n    while True:\n        pass\n") },
  {
    ends: "memory",
    program: program(
      "python",
      "def main():\n    a = []\n    while True:\n        a.append(bytearray(10 ** 6))\n",
    ),
  },
  { ends: "error", program: program("python", "def main():\n    return 1 / 0\n") },
];

async function atOnce(count: number) {
  const sandbox = openSandbox({ keepsReady: true, allowsWeak: true });
  let mostProcesses = 0;
  const watch = setInterval(() => {
    mostProcesses = Math.max(mostProcesses, childrenOf(process.pid).length);
  }, 20);
  const wanted = Array.from({ length: count }, (_, n) => kinds[n % kinds.length] as (typeof kinds)[number]);
  const answers = await Promise.all(wanted.map((one) => sandbox.run(one.program)));
  clearInterval(watch);
  await sandbox.close();
  const wrong = answers.flatMap(({ status, error }, n) =>
    status === wanted[n]?.ends
      ? []
      : [`${wanted[n]?.program.language} ${wanted[n]?.ends}: ${status} ${error}`],
  );
  return {
    ...{ count, wrong, mostProcesses, slowestMs: Math.max(...answers.map(({ ms }) => ms)) },
    peakMb: Math.max(...answers.map(({ peakMb }) => peakMb)),
  };
}

const projectDir = "/nowhere/project";
const { hooks } = JSON.parse(readFileSync(join(hookScript, "../hooks.json"), "utf8"));
const tables = ["invoice", "customer", "shipment", "warehouse", "payment", "refund", "voucher", "currency"];
/** Mode and arguments exactly as the plugin has them. */
const promptHook = hooks.UserPromptSubmit[0].hooks[0] as { args: string[] };

async function whileRunning(prompts: number, parallel: number) {
  await using home = await tellbackHome();
  await tellback(home, ["daemon", "start"]);
  const { client } = await connect(home.paths);
  for (const [n, name] of tables.entries())
    await remember(client, {
      content: `The ${name} table is sorted by column ${n} because of the ${name} report`,
      type: "decision",
      global: true,
    });
  const functions = functionLibrary(client, home.path);
  const code = "function spin() { let sum = 0; for (let n = 0; n < 3e6; n++) sum += n % 7; return sum; }";
  await functions.save("spin", { language: "javascript", code });
  await functions.save("turn", { language: "python", code: "def turn():\n    return sum(range(300_000))\n" });
  const alone = await answersOf(home, prompts);
  let isOver = false;
  let ran = 0;
  const runners = Array.from({ length: parallel }, async (_, n) => {
    while (!isOver) {
      const { run } = await functions.run(n % 4 === 3 ? "turn" : "spin");
      if (run.status !== "ok") throw new Error(`${run.status}: ${run.error}`);
      ran++;
    }
  });
  await pause(500);
  const meanwhile = await answersOf(home, prompts);
  isOver = true;
  await Promise.all(runners);
  await stop(home);
  return { parallel, ran, alone, meanwhile };
}

/** A prompt that memory can answer, as the client sends it; an answer after the deadline is none. */
async function answersOf(home: Home, prompts: number) {
  const times: number[] = [];
  let answered = 0;
  for (let n = 0; n < prompts; n++) {
    const words = `Why is the ${tables[n % tables.length]} table sorted by its column?`;
    const started = performance.now();
    const { code, stdout } = await shellHook(
      home,
      promptHook.args,
      payload.prompt(`p-${n}-${started}`, words),
      { projectDir },
    );
    times.push(performance.now() - started);
    if (code === 0 && stdout !== "") answered++;
  }
  times.sort((a, b) => a - b);
  return { prompts, answered, medianMs: times[Math.floor(prompts / 2)] ?? 0, slowestMs: times.at(-1) ?? 0 };
}

const row = await inARow(Number(flags.runs));
const parallel = await atOnce(Number(flags.parallel));
const daemon = await whileRunning(Number(flags.prompts), Number(flags.parallel));
if (flags.json) console.log(JSON.stringify({ row, parallel, daemon }, null, 2));
else {
  console.log(
    `${row.runs} runs in a row: ${row.processesLeft} processes, ${row.openFilesLeft} open files and ${row.filesLeft} temporary files left; heap ${row.heapGrowthMb.toFixed(1)} MB, resident ${row.rssGrowthMb.toFixed(0)} MB more after the first tenth`,
  );
  console.log(
    `${parallel.count} runs at once: ${parallel.count - parallel.wrong.length} ended at their own limit, at most ${parallel.mostProcesses} processes, the slowest took ${parallel.slowestMs} ms, the largest used ${parallel.peakMb} MB`,
  );
  for (const line of parallel.wrong) console.log(`  ✗ ${line}`);
  for (const [label, { prompts, answered, medianMs, slowestMs }] of [
    ["alone", daemon.alone],
    [`with ${daemon.parallel} callers of functions (${daemon.ran} runs)`, daemon.meanwhile],
  ] as const) {
    console.log(
      `prompts ${label}: ${answered} of ${prompts} answered within the deadline, median ${medianMs.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms`,
    );
  }
}
