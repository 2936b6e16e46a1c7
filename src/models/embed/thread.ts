// An embedder whose model lives in a worker thread: started by the first call, ended when idle, replaced when it dies.
// So requests are never blocked, and a model that nobody uses costs no memory.

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { EngramError } from "../../protocol/errors.ts";
import { addPrefix, type Embedder, type Prefixes } from "./embedder.ts";
import type { Answer, Ask, ModelSpec } from "./worker.ts";

export interface ThreadOptions {
  id: string;
  dimensions: number;
  spec: ModelSpec;
  prefixes?: Prefixes | undefined;
  /** Unused for this long, the worker is ended and its memory freed. */
  idleMs?: number | undefined;
}

/** What tests and `status` may see beyond the contract. */
export interface ThreadedEmbedder extends Embedder {
  readonly loaded: boolean;
}

interface Call {
  resolve(vectors: Float32Array[]): void;
  reject(error: EngramError): void;
}

interface Thread {
  worker: Worker;
  calls: Map<number, Call>;
}

export const defaultIdleMs = 5 * 60_000;

/** Built, the worker is an entry of its own beside the program; in the source tree Node runs the .ts itself. */
function workerUrl(): URL {
  const built = ["./embed-worker.mjs", "../embed-worker.mjs"].map((place) => new URL(place, import.meta.url));
  return built.find((url) => existsSync(url)) ?? new URL("./worker.ts", import.meta.url);
}

export function openThreaded(options: ThreadOptions): ThreadedEmbedder {
  const idleMs = options.idleMs ?? defaultIdleMs;
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastCall = 0;
  let closed = false;

  function start(): Thread {
    // With a limit of its own, a worker that runs out of heap dies alone; without one it takes the process along.
    const worker = new Worker(workerUrl(), {
      name: "engram-embed",
      workerData: options.spec,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const started: Thread = { worker, calls: new Map() };
    worker.on("message", (answer: Answer) => {
      if (answer.kind === "unusable") return end(started, EngramError.fromBody(answer.error));
      const call = started.calls.get(answer.call);
      started.calls.delete(answer.call);
      if (answer.kind === "done") call?.resolve(answer.vectors);
      else call?.reject(EngramError.fromBody(answer.error));
      if (started.calls.size === 0) rest(started);
    });
    worker.on("error", (cause) => end(started, died(cause instanceof Error ? cause.message : "", cause)));
    worker.on("exit", (code) => end(started, died(`exit code ${code}`)));
    return started;
  }

  function rest(resting: Thread): void {
    resting.worker.unref();
    clearTimeout(idle);
    idle = setTimeout(() => end(resting), idleMs);
    idle.unref();
  }

  function end(ending: Thread, reason: EngramError = died("it was idle")): void {
    if (thread === ending) thread = undefined;
    for (const call of ending.calls.values()) call.reject(reason);
    ending.calls.clear();
    void ending.worker.terminate();
  }

  return {
    id: options.id,
    dimensions: options.dimensions,
    get loaded() {
      return thread !== undefined;
    },
    async embed(texts, purpose, subject) {
      if (closed) throw new EngramError("unavailable", "the embedder is closed");
      if (texts.length === 0) return [];
      clearTimeout(idle);
      thread ??= start();
      const { worker, calls } = thread;
      worker.ref();
      const ask: Ask = {
        call: ++lastCall,
        texts: texts.map((text) => addPrefix(options.prefixes, text, purpose, subject)),
        urgent: purpose === "query",
      };
      return new Promise((resolve, reject) => {
        calls.set(ask.call, { resolve, reject });
        worker.postMessage(ask);
      });
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const closing = thread;
      if (!closing) return;
      end(closing, new EngramError("interrupted", "the embedder was closed"));
      await closing.worker.terminate();
    },
  };
}

function died(detail: string, cause?: unknown): EngramError {
  return new EngramError("unavailable", `the embedding worker ended: ${detail}`, {
    hint: "try again: the next call starts a new one; search goes on by full text meanwhile",
    cause,
  });
}
