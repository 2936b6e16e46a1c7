// Hooks on a busy machine, for tellback's maintainers: many sessions that start at the same moment without a daemon,
// and prompts that wait for the daemon's answer, both next to programs that use every core. Loopback and bounded.
// Run `npm run build` first: hooks start the built program.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Home,
  hookScript,
  payload,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  until,
  untilStored,
} from "../test/support/tellback.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  starts: { value: "N", default: "40", about: "sessions that start at the same moment" },
  prompts: { value: "N", default: "40", about: "prompts, one after another" },
  load: { value: "N", default: "14", about: "programs that use a core each" },
  json: { about: "the figures as JSON" },
});

const projectDir = "/nowhere/project";
const starts = Number(flags.starts);
const prompts = Number(flags.prompts);
const { hooks } = JSON.parse(readFileSync(join(hookScript, "../hooks.json"), "utf8"));
/** Mode and arguments exactly as the plugin has them, and how long the host waits. */
const start = hooks.SessionStart[0].hooks[0] as { args: string[]; timeout: number };
const prompt = hooks.UserPromptSubmit[0].hooks[0] as { args: string[]; timeout: number };

await using home = await tellbackHome();
await tellback(home, ["status"]);
for (const n of Array(20).keys()) {
  const words = `Part ${n} of the parser keeps the last line since readLines${n} flushes its buffer`;
  await shellHook(home, ["capture"], payload.prompt(`before-${n}`, words), { projectDir });
}
await untilStored(home, 20);
await stop(home);

const busy = Array.from({ length: Number(flags.load) }, () => spawn(process.execPath, ["-e", "for (;;);"]));
try {
  const started = await Promise.all(Array.from({ length: starts }, (_, n) => startSession(home, n)));
  await tellback(home, ["status"]);
  const answered = [];
  for (let n = 0; n < prompts; n++) answered.push(await ask(home, n));
  report(started, answered);
} finally {
  await Promise.all(busy.map(end));
  await stop(home);
}

interface Hook {
  ms: number;
  answered: boolean;
}

async function startSession(at: Home, n: number): Promise<Hook> {
  return timed(() => shellHook(at, start.args, payload.start(`start-${n}`), { projectDir }));
}

async function ask(at: Home, n: number): Promise<Hook> {
  const words = `Why does part ${n % 20} of the parser keep the last line in readLines${n % 20}?`;
  return timed(() => shellHook(at, prompt.args, payload.prompt(`ask-${n}`, words), { projectDir }));
}

async function timed(run: () => Promise<{ stdout: string }>): Promise<Hook> {
  const began = performance.now();
  const { stdout } = await run();
  return { ms: performance.now() - began, answered: stdout !== "" };
}

function report(started: Hook[], asked: Hook[]): void {
  const figures = {
    load: Number(flags.load),
    starts: { ...summary(started), hostLimitMs: start.timeout * 1000 },
    prompts: { ...summary(asked), hostLimitMs: prompt.timeout * 1000 },
  };
  if (flags.json) {
    console.log(JSON.stringify(figures, null, 2));
    return;
  }
  console.log(`Beside ${figures.load} programs that use a core each:`);
  for (const [name, of] of [
    ["session starts at once, no daemon", figures.starts],
    ["prompts one by one", figures.prompts],
  ] as const) {
    const share = (of.longestMs / of.hostLimitMs).toFixed(2);
    console.log(
      `${of.hooks} ${name}: median ${of.medianMs} ms, longest ${of.longestMs} ms (${share} of the host's limit), ${of.answered} answered`,
    );
  }
}

function summary(all: Hook[]) {
  const sorted = all.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b);
  return {
    hooks: all.length,
    answered: all.filter(({ answered }) => answered).length,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    longestMs: sorted.at(-1) ?? 0,
  };
}

async function end(program: ChildProcess): Promise<void> {
  program.kill("SIGKILL");
  await until("it has ended", () => program.exitCode !== null || program.signalCode !== null);
}
