// Where a model runs beside the program: WASM in a thread, native code in a process of its own. A native runtime that
// crashes, or is cut off mid-run, aborts its whole process (onnxruntime-node does): that must never be the daemon.

import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Answer, Ask, ModelSpec } from "./worker.ts";

export interface Runner {
  send(ask: Ask): void;
  /** Ends at once, whatever it does. */
  end(): Promise<unknown>;
  /** While held, it keeps the program alive. */
  hold(): void;
  release(): void;
}

export interface Listener {
  answer(answer: Answer): void;
  /** Also called after end(). */
  ended(detail: string, cause?: unknown): void;
}

export function startRunner(spec: ModelSpec, listener: Listener): Runner {
  return isNative(spec) ? startProcess(spec, listener) : startThread(spec, listener);
}

function isNative(spec: ModelSpec): boolean {
  if (spec.engine === "transformers") return true;
  return spec.runtime === "auto" && isInstalled("onnxruntime-node");
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Built, the worker is an entry of its own beside the program; in the source tree Node runs the .ts itself. */
function workerUrl(): URL {
  const built = ["./embed-worker.mjs", "../embed-worker.mjs"].map((place) => new URL(place, import.meta.url));
  return built.find((url) => existsSync(url)) ?? new URL("./worker.ts", import.meta.url);
}

function startThread(spec: ModelSpec, listener: Listener): Runner {
  const worker = new Worker(workerUrl(), {
    name: "engram-embed",
    workerData: spec,
    // With a limit of its own, a thread that runs out of heap dies alone; without one it takes the program along.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.on("message", listener.answer);
  worker.on("error", (cause) =>
    listener.ended(cause instanceof Error ? cause.message : String(cause), cause),
  );
  worker.on("exit", (code) => listener.ended(`exit code ${code}`));
  return {
    send: (ask) => worker.postMessage(ask),
    end: () => worker.terminate(),
    hold: () => worker.ref(),
    release: () => worker.unref(),
  };
}

function startProcess(spec: ModelSpec, listener: Listener): Runner {
  const child = fork(workerUrl(), [JSON.stringify(spec)], {
    execArgv: [],
    serialization: "advanced", // vectors as bytes, not as JSON
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const exited = new Promise<void>((resolve) => {
    child.on("exit", (code, signal) => {
      listener.ended(signal ?? `exit code ${code}`);
      resolve();
    });
    child.on("error", (cause) => {
      listener.ended(cause.message, cause);
      if (child.pid === undefined) resolve();
    });
  });
  child.on("message", (message) => listener.answer(message as Answer));
  return {
    // A failure to send means that the process is gone, which `exit` tells.
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
