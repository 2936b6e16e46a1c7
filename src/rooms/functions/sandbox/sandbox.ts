// The sandbox: runs one program of a person or an agent in a process of its own, which is killed afterwards. One child
// per language may wait, already started, so that a run costs milliseconds; it runs one program and is replaced.

import { type Outer, outerLayer } from "./outer.ts";
import type { Answer, Program } from "./program.ts";
import { type Child, type Runtime, startChild } from "./supervise.ts";

export interface Sandbox {
  run(program: Program): Promise<Answer>;
  /** Resolves when the children that are being started wait. */
  ready(): Promise<void>;
  /** Kills the children that wait. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Whether a child waits for the next program. Without it every run starts one. */
  keepsReady: boolean;
  /** Accepts Python without the outer layer: only the WebAssembly machine and Node's permissions hold it then. */
  allowsWeak: boolean;
  /** At most this many programs run at once; the others wait. */
  maxAtOnce?: number;
  /** A child that waited so long is ended: one for Python holds 140 MB. */
  idleMs?: number;
}

const maxAtOnce = 4;
const idleMs = 5 * 60_000;

export function openSandbox(options: SandboxOptions): Sandbox {
  const waiting = new Map<Runtime, Promise<Child>>();
  const turns = limiter(options.maxAtOnce ?? maxAtOnce);
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  async function started(runtime: Runtime, outer: Outer | null): Promise<Child> {
    const child = startChild(runtime, outer);
    await child.ready;
    return child;
  }

  async function take(runtime: Runtime, outer: Outer | null): Promise<Child> {
    const ready = waiting.get(runtime);
    waiting.delete(runtime);
    const child = await ready?.catch(() => null);
    return child?.isAlive() ? child : started(runtime, outer);
  }

  function prepare(runtime: Runtime, outer: Outer | null): void {
    if (!options.keepsReady || isClosed || waiting.has(runtime)) return;
    const next = started(runtime, outer);
    next.catch(() => waiting.delete(runtime));
    waiting.set(runtime, next);
    clearTimeout(idle);
    idle = setTimeout(() => void release(), options.idleMs ?? idleMs).unref();
  }

  async function release(): Promise<void> {
    clearTimeout(idle);
    const children = [...waiting.values()];
    waiting.clear();
    await Promise.all(children.map((child) => child.then((one) => one.kill()).catch(() => {})));
  }

  async function run(program: Program): Promise<Answer> {
    const runtime = program.language;
    const outer = await outerLayer();
    if (outer === null && runtime === "python" && !options.allowsWeak) return unavailable(noOuterLayer);
    return turns(async () => {
      let child: Child;
      try {
        child = await take(runtime, outer);
      } catch (error) {
        return unavailable(error instanceof Error ? error.message : String(error));
      }
      try {
        return await child.run(program);
      } finally {
        await child.kill();
        prepare(runtime, outer);
      }
    });
  }

  return {
    run,
    async ready() {
      await Promise.allSettled(waiting.values());
    },
    close() {
      isClosed = true;
      return release();
    },
  };
}

const noOuterLayer =
  "Python is not run here, because the second layer of isolation is missing: install bubblewrap (on Debian: apt-get install bubblewrap), or allow weak isolation with `tellback config set functions.weakIsolation true`";

function unavailable(error: string): Answer {
  return { status: "unavailable", value: null, stdout: "", stderr: "", error, ms: 0, peakMb: 0 };
}

function limiter(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < max) running++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
