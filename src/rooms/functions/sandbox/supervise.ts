// One child from its start to its end: started, ready, given one program, answered, killed. The answer's form is made
// here; of what the child writes only the fields that a program may determine are taken.

import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { feed, type Outer } from "./outer.ts";
import { memoryOf } from "./process-tree.ts";
import {
  type Answer,
  type ChildAnswer,
  type Limits,
  longestAnswer,
  type Outcome,
  type Program,
} from "./program.ts";
import { runtimeFile } from "./runtime-files.ts";

export type Runtime = Program["language"];

export interface Child {
  /** Resolves when it can take a program; rejects if it cannot start. */
  ready: Promise<void>;
  /** False once its process has ended: the system may have killed it while it waited. */
  isAlive(): boolean;
  run(program: Program): Promise<Answer>;
  /** Resolves when no process of it is left. */
  kill(): Promise<void>;
}

/** What the runtime itself may use, while it runs, beyond the program's memory. */
const ownMemoryMb: Record<Runtime, number> = { javascript: 48, typescript: 64, python: 64 };
const watchEveryMs = 20;
/** A child ends its program at the deadline; one that does not is killed a moment later. */
const graceMs = 250;

export function startChild(runtime: Runtime, outer: Outer | null): Child {
  const process = spawnChild(runtime, outer);
  const ended = new Promise<string>((resolve) => {
    process.on("error", (error) => resolve(error.message));
    process.on("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const lines = readLines(process);
  const ready = Promise.race([
    lines.next().then((line) => {
      if (line !== "ready") throw new Error(`the sandbox did not start: ${line ?? "no answer"}`);
    }),
    ended.then((how) => {
      throw new Error(`the sandbox did not start: ${how}`);
    }),
  ]);
  ready.catch(() => {});
  async function kill(): Promise<void> {
    end(process);
    await ended;
  }
  const isAlive = () => process.exitCode === null && process.signalCode === null;
  return { ready, isAlive, kill, run: (program) => run(runtime, process, lines, ended, kill, program) };
}

function spawnChild(runtime: Runtime, outer: Outer | null): ChildProcess {
  const script = runtimeFile(runtime === "python" ? "python.mjs" : "javascript.mjs");
  const readable = [
    script,
    ...(runtime === "python" ? [runtimeFile("python/")] : [runtimeFile("emscripten-module.wasm")]),
  ];
  const node = [
    process.execPath,
    ...["--permission", ...readable.map((path) => `--allow-fs-read=${path}`)],
    ...[
      "--disallow-code-generation-from-strings",
      "--no-addons",
      "--no-warnings",
      "--max-old-space-size=128",
    ],
    script,
    runtime,
  ];
  const [program = "", ...args] = outer ? outer.wrap(node, readable) : node;
  const child = spawn(program, args, {
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    windowsHide: true,
  });
  child.stdin?.on("error", () => {});
  feed(child.stdio[3], outer?.filter ?? null);
  return child;
}

async function run(
  runtime: Runtime,
  child: ChildProcess,
  lines: Lines,
  ended: Promise<string>,
  kill: () => Promise<void>,
  program: Program,
): Promise<Answer> {
  const { limits } = program;
  const started = performance.now();
  let peakMb = 0;
  let verdict: Outcome | null = null;
  const atRestMb = memoryOf(child.pid ?? 0);
  const measure = () => {
    peakMb = Math.max(peakMb, memoryOf(child.pid ?? 0) - atRestMb);
  };
  const watch = setInterval(() => {
    measure();
    if (peakMb > limits.memoryMb + ownMemoryMb[runtime]) verdict ??= "memory";
    if (performance.now() - started > limits.timeoutMs + graceMs) verdict ??= "timeout";
    if (verdict !== null) end(child);
  }, watchEveryMs);
  lines.limit(longestAnswer(limits), () => {
    verdict ??= "output";
    end(child);
  });
  child.stdin?.end(`${JSON.stringify(program)}\n`);
  const written = lines.next();
  // The end of a process may be heard of before the last it wrote. What escaped its end may hold the pipe open.
  const last = ended.then(() => Promise.race([written, pause(graceMs, null)]));
  const line = await Promise.race([written, last]);
  clearInterval(watch);
  // Many programs end before the first look.
  measure();
  await kill();
  const ms = performance.now() - started;
  return {
    ...answerOf(line, verdict, ms, limits),
    ms: Math.round(ms),
    peakMb: Math.max(0, Math.round(peakMb)),
  };
}

type AnswerBody = Omit<Answer, "ms" | "peakMb">;

function answerOf(line: string | null, verdict: Outcome | null, ms: number, limits: Limits): AnswerBody {
  const said = line === null ? null : parsed(line);
  if (verdict !== null) return without(verdict, reasons[verdict](limits), said);
  if (said === null) return without("crash", "the program ended its process");
  // An interrupted program may report its interruption as an error of its own.
  if (said.status !== "ok" && ms >= limits.timeoutMs)
    return without("timeout", reasons.timeout(limits), said);
  if (said.status !== "ok") return without(said.status, said.error, said);
  return {
    status: "ok",
    value: JSON.parse(said.value ?? "null"),
    stdout: said.stdout,
    stderr: said.stderr,
    error: "",
  };
}

function without(status: Outcome, error: string, said: ChildAnswer | null = null): AnswerBody {
  return { status, value: null, stdout: said?.stdout ?? "", stderr: said?.stderr ?? "", error };
}

const reasons: Record<Outcome, (limits: Limits) => string> = {
  ...{ ok: () => "", error: () => "", crash: () => "", refused: () => "", unavailable: () => "" },
  timeout: ({ timeoutMs }) => `the program ran longer than ${timeoutMs} ms`,
  memory: ({ memoryMb }) => `the program used more than ${memoryMb} MB of memory`,
  output: ({ outputBytes }) => `the program wrote more than ${outputBytes} bytes`,
};

const statuses = new Set<unknown>(["ok", "error", "memory", "output"] satisfies ChildAnswer["status"][]);

/** Null if it is not an answer: then the program broke its runtime. */
function parsed(line: string): ChildAnswer | null {
  try {
    const { status, value, stdout, stderr, error } = JSON.parse(line) as Record<string, unknown>;
    if (!statuses.has(status)) return null;
    if (status === "ok") JSON.parse(String(value));
    return {
      status: status as ChildAnswer["status"],
      value: String(value),
      stdout: String(stdout),
      stderr: String(stderr),
      error: String(error),
    };
  } catch {
    return null;
  }
}

/** With its descendants: a child leads a process group, and inside the outer layer a namespace. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has exited.
  }
}

interface Lines {
  next(): Promise<string | null>;
  limit(characters: number, exceeded: () => void): void;
}

/** The lines that a child writes; null when it ends. */
function readLines(child: ChildProcess): Lines {
  let text = "";
  let maxCharacters = 65_536;
  let exceeded = () => end(child);
  let isOver = false;
  let wake = () => {};
  child.stdout?.setEncoding("utf8");
  child.stdout?.on("data", (chunk: string) => {
    if (isOver) return;
    text += chunk;
    if (text.length > maxCharacters) {
      isOver = true;
      exceeded();
    }
    wake();
  });
  child.stdout?.on("close", () => {
    isOver = true;
    wake();
  });
  return {
    async next() {
      for (;;) {
        const at = text.indexOf("\n");
        if (at >= 0) {
          const line = text.slice(0, at);
          text = text.slice(at + 1);
          return line;
        }
        if (isOver) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    limit(characters, onExceeded) {
      maxCharacters = characters;
      exceeded = onExceeded;
    },
  };
}
