// The separate process that runs a model. A process, not a thread, for two measured reasons: a thread's
// 350 MB of WASM stay with the program after it ends (182, 268, 305, 331 MB after one to four loads; a process frees
// all and needs no more while it runs), and onnxruntime-node aborts its whole process if stopped during a run.

import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { entryUrl } from "../../platform/threads.ts";
import type { Answer, Ask, ModelSpec } from "./worker.ts";

export interface Runner {
  readonly pid: number | undefined;
  send(ask: Ask): void;
  /** Ends it at once, whatever it is doing. */
  end(): Promise<void>;
  /** While held, it keeps the program alive. */
  hold(): void;
  release(): void;
}

export interface Listener {
  answer(answer: Answer): void;
  /** Also called after end(). */
  ended(detail: string, cause?: unknown): void;
}

const url = entryUrl("embed-worker", "./worker.ts", import.meta.url);

/**
 * The agent's own work, and the daemon that answers it, come first if there are few cores. Set from outside and
 * at once, so that threads that the process starts later inherit it.
 */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere, or the process has exited; nothing depends on it.
  }
}

export function startRunner(spec: ModelSpec, listener: Listener): Runner {
  const child = fork(url, [JSON.stringify(spec)], {
    execArgv: [],
    serialization: "advanced", // vectors as bytes, not as JSON
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    windowsHide: true,
  });
  stepBack(child.pid);
  const exited = new Promise<void>((resolve) => {
    child.on("exit", (code, signal) => {
      listener.ended(signal ?? `exit code ${code}`);
      resolve();
    });
    child.on("error", (cause) => {
      listener.ended(cause.message, cause);
      if (child.pid === undefined) resolve(); // never started, so it never exits
    });
  });
  child.on("message", (message) => listener.answer(message as Answer));
  return {
    pid: child.pid,
    // If sending fails, the process has exited, and `exit` reports it.
    send: (ask) => child.send(ask, () => {}),
    end() {
      child.ref();
      child.kill("SIGKILL");
      return exited;
    },
    hold() {
      child.ref();
      child.channel?.ref();
    },
    release() {
      child.unref();
      child.channel?.unref();
    },
  };
}
